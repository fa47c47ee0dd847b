using System;
using System.Collections.Generic;
using UnityEditor;

namespace UnityTools.Bridge
{
    /// <summary>A running batch of changes of assets: what it did so far, and the steps that undo it.</summary>
    internal sealed class AssetRun
    {
        internal readonly AssetCopies Copies = new AssetCopies();
        internal readonly List<string> Notes = new List<string>();

        /// <summary>The steps that undo the changes, the last first.</summary>
        private readonly List<AssetOperation> back = new List<AssetOperation>();

        private readonly UndoHistory history;

        /// <summary>The files that were replaced, by their present paths, with the copies of their contents.</summary>
        private List<KeyValuePair<string, string>> written = new List<KeyValuePair<string, string>>();

        private readonly string groupName = Undo.GetCurrentGroupName();
        private readonly int group = Undo.GetCurrentGroup();

        internal AssetRun(UndoHistory history)
        {
            this.history = history;
        }

        /// <summary>Whether the batch changed an open scene, which only Unity's own undo can revert.</summary>
        internal bool ChangesScenes { get; set; }

        internal void Do(AssetOperation step)
        {
            AssetOperation.Move move = step as AssetOperation.Move;
            // The step may come from a file.
            Check(step.Path);
            Check(move == null ? null : move.To);
            back.Insert(0, step.Run(Copies, history));
            if (move != null)
            {
                written = written.ConvertAll(one => ProjectPath.IsWithin(one.Key, move.Path) ? Pair(move.To + one.Key.Substring(move.Path.Length), one.Value) : one);
            }
            if (step is AssetOperation.Vanish)
            {
                written.RemoveAll(one => ProjectPath.IsWithin(one.Key, step.Path));
            }
            if (step is AssetOperation.Replace)
            {
                written.Add(Pair(step.Path, step.Kept));
            }
        }

        /// <summary>
        /// Keeps the files that an undo will replace, before its first step: Unity's own undo, which may be that step, changes
        /// files, too.
        /// </summary>
        internal void Prepare(List<AssetOperation> steps)
        {
            for (int at = 0; at < steps.Count; at++)
            {
                AssetOperation.Replace replace = steps[at] as AssetOperation.Replace;
                string path = replace == null ? null : Earlier(steps, at, replace.Path);
                if (path != null && System.IO.File.Exists(ProjectFolder.Full(path)))
                {
                    replace.Before = Copies.KeepFile(path);
                }
            }
        }

        /// <summary>The path that a file has before the first step, if it has another one before the step at that position.</summary>
        private static string Earlier(List<AssetOperation> steps, int at, string path)
        {
            for (at--; at >= 0; at--)
            {
                AssetOperation.Move move = steps[at] as AssetOperation.Move;
                if (move != null && ProjectPath.IsWithin(path, move.To))
                {
                    path = move.Path + path.Substring(move.To.Length);
                }
                if (steps[at] is AssetOperation.Appear && ProjectPath.IsWithin(path, steps[at].Path))
                {
                    return null;
                }
            }
            return path;
        }

        private static void Check(string path)
        {
            if (path != null)
            {
                AssetPath.Check("path", AssetState.AssetOf(path));
            }
        }

        private static KeyValuePair<string, string> Pair(string path, string kept)
        {
            return new KeyValuePair<string, string>(path, kept);
        }

        /// <summary>Called after a change, with the step that undoes it.</summary>
        internal void Did(AssetOperation inverse)
        {
            back.Insert(0, inverse);
        }

        /// <summary>Writes the replaced files, unless Unity's own undo did so already.</summary>
        internal void Settle()
        {
            foreach (KeyValuePair<string, string> one in written)
            {
                string kept = AssetTree.DigestOf(AssetCopies.Find(one.Value));
                if (AssetTree.DigestOf(ProjectFolder.Full(one.Key)) != kept || UnsavedAssets.Find(AssetState.AssetOf(one.Key)) != null)
                {
                    AssetOperation.Replace.Write(one.Key, one.Value);
                }
            }
        }

        /// <summary>Undoes everything after a failure. The console gets the steps that fail.</summary>
        internal void TakeBack()
        {
            // Also for fields of assets: a group that changes nothing would stay in the undo list of Unity.
            history.Revert();
            foreach (AssetOperation step in back)
            {
                try
                {
                    if (step is AssetOperation.Replace)
                    {
                        AssetOperation.Replace.Write(step.Path, step.Kept);
                    }
                    else
                    {
                        step.Run(Copies, history);
                    }
                }
                catch (Exception error)
                {
                    ConsoleLines.Say("error", "cannot undo a change of assets after a failure: " + error.Message + " (the files before it are in " + AssetCopies.Folder + ")");
                }
            }
        }

        /// <summary>The undo of the whole batch.</summary>
        /// <param name="records">Whether Unity's own undo may have recorded a part of the batch.</param>
        internal AssetUndo End(IEnumerable<PlanRow> rows, string code, bool records)
        {
            Undo.FlushUndoRecordObjects();
            if (ChangesScenes)
            {
                // The functions of prefabs record under names of their own.
                Undo.SetCurrentGroupName(groupName);
                Undo.CollapseUndoOperations(group);
            }
            if (records && history.Holds(groupName))
            {
                back.Insert(0, new AssetOperation.UnityStep(groupName, false, ChangesScenes));
            }
            Copies.Prune();
            return AssetUndo.Of(back, rows, code);
        }
    }
}
