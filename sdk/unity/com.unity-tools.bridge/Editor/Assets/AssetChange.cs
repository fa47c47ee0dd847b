namespace UnityTools.Bridge
{
    /// <summary>One planned change of a batch. It was checked, and its rows are in the plan.</summary>
    internal abstract class AssetChange
    {
        /// <summary>The file for which the editor must allow code; null if there is none.</summary>
        internal string Code;

        /// <summary>The number of the change in the batch.</summary>
        internal int Edit;

        /// <summary>An object in memory with the values of the asset that the change creates; null if there is none.</summary>
        internal virtual UnityEngine.Object Trial
        {
            get { return null; }
        }

        /// <summary>Removes the object in memory.</summary>
        internal virtual void Dispose()
        {
        }

        /// <summary>Makes the change, and gives the run the steps that undo it.</summary>
        internal abstract void Make(AssetRun run);
    }
}
