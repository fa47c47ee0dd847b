using System;
using System.Collections.Generic;

namespace UnityTools.Bridge
{
    /// <summary>A batch of changes of assets, which is made completely or not at all.</summary>
    internal sealed class AssetBatch : Change
    {
        private readonly List<AssetChange> changes;
        private readonly List<PlanRow> rows;
        private readonly List<string> places = new List<string>();

        internal AssetBatch(List<AssetChange> changes, List<PlanRow> rows)
        {
            this.changes = changes;
            this.rows = rows;
        }

        /// <summary>Notes for the caller; null before the batch was made.</summary>
        internal List<string> Notes { get; private set; }

        internal override bool IsGone
        {
            get { return false; }
        }

        internal override bool IsRecorded
        {
            get { return false; }
        }

        /// <summary>Known after the batch was made.</summary>
        internal override IEnumerable<string> Places
        {
            get { return places; }
        }

        internal override Change Make(SceneWriter writer)
        {
            AssetRun run = new AssetRun(writer.History);
            int at = 0;
            try
            {
                for (; at < changes.Count; at++)
                {
                    changes[at].Make(run);
                }
                Notes = run.Notes;
                AssetUndo undo = run.End(rows, Code(), true);
                places.AddRange(undo.Places);
                return undo;
            }
            catch (Exception error)
            {
                run.TakeBack();
                throw Named(error, changes[Math.Min(at, changes.Count - 1)].Edit);
            }
        }

        internal override IEnumerable<PlanRow> Rows(ObjectTable objects)
        {
            return rows;
        }

        private string Code()
        {
            AssetChange first = changes.Find(change => change.Code != null);
            return first == null ? null : first.Code;
        }

        private static Failure Named(Exception error, int at)
        {
            Failure failure = error as Failure ?? Failure.Thrown(error);
            return new Failure(failure.Kind, "changes[" + at + "]: " + failure.Message)
            {
                Hint = failure.Hint ?? "the changes before it were undone",
                Facts = failure.Facts,
                Exception = failure.Exception,
                Stack = failure.Stack
            };
        }
    }
}
