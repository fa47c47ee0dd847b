namespace UnityTools.Bridge
{
    /// <summary>Deletes an asset or a folder, to the trash of the system. A copy is kept for the undo.</summary>
    internal sealed class AssetDeletion : AssetChange
    {
        private readonly string path;

        internal AssetDeletion(AssetDraft draft, AssetArguments given)
        {
            path = given.Path("path");
            string field = given.Name("path");
            AssetPlaces.Place place = AssetChanges.Existing(draft, field, path);
            if (place.Origin != null)
            {
                UnsavedAssets.CheckScenes(field, path, place.Origin, true);
                draft.CountDeleted(field, path, AssetTree.Bytes(place.Origin));
            }
            PlanRow row = AssetRows.OfPath(draft.At, path, path, null);
            draft.Row(row);
            AssetChanges.NeedCode(draft, this, row, draft.Places.Code(path, path));
            draft.Places.Delete(draft.At, path);
        }

        internal override void Make(AssetRun run)
        {
            UnsavedAssets.Save(path);
            run.Do(new AssetOperation.Vanish(path));
        }
    }
}
