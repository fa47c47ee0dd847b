namespace UnityTools.Bridge
{
    /// <summary>One planned change of a batch. It was checked, and its rows are in the plan.</summary>
    internal abstract class AssetChange
    {
        /// <summary>The file for which the editor must allow code; null if there is none.</summary>
        internal string Code;

        /// <summary>Makes the change, and tells the run how to take it back.</summary>
        internal abstract void Make(AssetRun run);
    }
}
