using System;
using System.Collections.Generic;
using UnityEditor;

namespace UnityTools.Bridge
{
    /// <summary>A running batch of changes of assets: what it did so far, and how to take it back.</summary>
    internal sealed class AssetRun
    {
        internal readonly AssetCopies Copies = new AssetCopies();
        internal readonly List<string> Notes = new List<string>();

        /// <summary>The steps that take back what was done, the last first.</summary>
        private readonly List<AssetOperation> back = new List<AssetOperation>();

        private readonly UndoHistory history;

        internal AssetRun(UndoHistory history)
        {
            this.history = history;
        }

        /// <summary>Whether the batch changed an open scene, which only Unity's own undo can take back.</summary>
        internal bool ChangesScenes { get; set; }

        internal void Do(AssetOperation step)
        {
            back.Insert(0, step.Run(Copies, history));
        }

        /// <summary>Called after a change, with the step that takes it back.</summary>
        internal void Did(AssetOperation inverse)
        {
            back.Insert(0, inverse);
        }

        /// <summary>Writes to disk what Unity's own undo changed in memory only.</summary>
        internal void Save()
        {
            foreach (AssetOperation step in back)
            {
                foreach (AssetState state in step.States(false))
                {
                    UnsavedAssets.Save(state.Asset);
                }
            }
        }

        /// <summary>Takes everything back after a failure. What cannot be taken back is reported in the console.</summary>
        internal void TakeBack()
        {
            if (ChangesScenes)
            {
                history.Revert();
            }
            foreach (AssetOperation step in back)
            {
                try
                {
                    step.Run(Copies, history);
                }
                catch (Exception error)
                {
                    ConsoleLines.Say("error", "cannot take back a change of assets after a failure: " + error.Message + " (the files before it are in " + AssetCopies.Folder + ")");
                }
            }
        }

        /// <summary>The undo of the whole batch.</summary>
        internal AssetUndo End(IEnumerable<PlanRow> rows, string code)
        {
            if (ChangesScenes)
            {
                Undo.FlushUndoRecordObjects();
                if (history.Holds(history.Current))
                {
                    back.Insert(0, new AssetOperation.UnityStep(history.Current, false));
                }
            }
            Copies.Prune();
            return AssetUndo.Of(back, rows, code);
        }
    }
}
