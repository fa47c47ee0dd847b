using System;

namespace UnityTools.Bridge
{
    /// <summary>Moves or renames an asset or a folder. Ids and references stay.</summary>
    internal sealed class AssetMove : AssetChange
    {
        private readonly string from;
        private readonly string to;

        internal AssetMove(AssetDraft draft, AssetArguments given)
        {
            from = given.Path("from");
            to = given.Path("to");
            AssetPlaces.Place source = AssetChanges.Existing(draft, given.Name("from"), from);
            CheckTarget(draft, given, source, from, to);
            if (source.Origin != null)
            {
                UnsavedAssets.CheckScenes(given.Name("from"), from, source.Origin, false);
            }
            PlanRow row = AssetRows.OfPath(draft.At, from, from, to);
            draft.Row(row);
            AssetChanges.NeedCode(draft, this, row, draft.Places.Code(from, from));
            draft.Places.Move(draft.At, from, to);
        }

        internal override void Make(AssetRun run)
        {
            UnsavedAssets.Save(from);
            run.Do(new AssetOperation.Move(from, to));
        }

        /// <summary>Checks the new path of a moved or copied asset.</summary>
        internal static void CheckTarget(AssetDraft draft, AssetArguments given, AssetPlaces.Place source, string from, string to)
        {
            string field = given.Name("to");
            if (ProjectPath.IsWithin(to, from))
            {
                throw AssetPath.Wrong(field, to, to == from ? "is the present path" : "is inside of " + from + " itself");
            }
            AssetChanges.CheckFree(draft, field, to);
            string ending = AssetPath.Ending(from);
            if (!source.IsFolder && !string.Equals(AssetPath.Ending(to), ending, StringComparison.OrdinalIgnoreCase))
            {
                throw AssetPath.Wrong(field, to, "does not end with " + (ending.Length == 0 ? "a name without an extension" : ending) + ", as the asset does");
            }
            if (source.IsFolder && CodeAssets.Is(to) != CodeAssets.Is(from))
            {
                throw AssetPath.Wrong(field, to, "has another extension than the folder");
            }
        }
    }
}
