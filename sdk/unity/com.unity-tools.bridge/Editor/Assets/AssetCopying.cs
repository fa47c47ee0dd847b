using UnityEditor;

namespace UnityTools.Bridge
{
    /// <summary>Copies an asset or a folder. The copies have new ids.</summary>
    internal sealed class AssetCopying : AssetChange
    {
        private readonly string from;
        private readonly string to;

        internal AssetCopying(AssetDraft draft, AssetArguments given)
        {
            from = given.Path("from");
            to = given.Path("to");
            AssetPlaces.Place source = AssetChanges.Existing(draft, given.Name("from"), from);
            AssetMove.CheckTarget(draft, given, source, from, to);
            PlanRow row = AssetRows.OfPath(draft.At, from, null, to);
            draft.Row(row);
            AssetChanges.NeedCode(draft, this, row, draft.Places.Code(from, from));
            if (source.Origin != null && source.IsFolder)
            {
                // Refuses links.
                AssetTree.Bytes(source.Origin);
            }
            draft.Places.Copy(draft.At, from, to);
        }

        internal override void Make(AssetRun run)
        {
            UnsavedAssets.Save(from);
            bool isDone = false;
            try
            {
                isDone = AssetDatabase.CopyAsset(from, to);
            }
            finally
            {
                if (isDone || AssetTree.Exists(to))
                {
                    run.Did(new AssetOperation.Vanish(to));
                }
            }
            if (!isDone)
            {
                throw new Failure("unity", "Unity did not copy " + from + " to " + to + ": the console of Unity says why");
            }
            // The main object of a copy has the name of its file, and Unity may only have changed it in memory.
            UnsavedAssets.Save(to);
        }
    }
}
