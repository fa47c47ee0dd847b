using System;
using System.Collections.Generic;

namespace UnityTools.Bridge
{
    /// <summary>A draft of a batch of changes of assets: checks them, and computes the rows without changing anything.</summary>
    internal sealed class AssetDraft : IDisposable
    {
        private const int Most = 100;

        internal readonly List<PlanRow> Rows = new List<PlanRow>();
        internal readonly List<AssetChange> Changes = new List<AssetChange>();
        internal readonly AssetPlaces Places = new AssetPlaces();
        internal readonly PlannedFields Fields = new PlannedFields();
        internal readonly ObjectTable Objects;

        private long deleted;

        internal AssetDraft(ObjectTable objects)
        {
            Objects = objects;
        }

        /// <summary>The position of the change that is planned now.</summary>
        internal int At { get; private set; }

        /// <summary>The name of that change, for errors.</summary>
        internal string Field { get; private set; }

        /// <exception cref="Failure">A change is not possible; the message contains its position.</exception>
        internal void Add(Json changes)
        {
            if (changes.Kind != JsonKind.List || changes.Items.Count == 0 || changes.Items.Count > Most)
            {
                string given = changes.Kind == JsonKind.List ? "a list of " + changes.Items.Count : changes.Told;
                throw Failure.Argument("`changes` is " + given + ", wanted: a list of 1 to " + Most + " changes");
            }
            for (At = 0; At < changes.Items.Count; At++)
            {
                Field = "changes[" + At + "]";
                Json change = changes.Items[At];
                if (change.Kind != JsonKind.Object || change.Names.Count != 1)
                {
                    throw Failure.Argument("`" + Field + "` is " + change.Told + ", wanted: an object with one of the keys " + AssetChanges.Known);
                }
                Field += "." + change.Names[0];
                Add(AssetChanges.Plan(this, change.Names[0], new AssetArguments(Field, change.Items[0])));
            }
        }

        private void Add(AssetChange change)
        {
            FieldChange before = Changes.Count == 0 ? null : Changes[Changes.Count - 1] as FieldChange;
            FieldChange next = change as FieldChange;
            if (before == null || next == null || !before.Join(next))
            {
                change.Edit = At;
                Changes.Add(change);
            }
        }

        internal void Row(PlanRow row)
        {
            Rows.Add(row);
        }

        /// <summary>Limits what is deleted to what can be kept for an undo.</summary>
        /// <exception cref="Failure">The batch deletes too much.</exception>
        internal void CountDeleted(string field, string path, long bytes)
        {
            deleted += bytes;
            if (deleted > AssetCopies.LargestCopy)
            {
                throw new Failure("too-large", AssetPath.Named(field, path) + ", and the changes would delete " + deleted + " bytes; at most "
                    + AssetCopies.LargestCopy + " bytes are kept for an undo")
                {
                    Hint = "nothing was changed; delete parts of it in several calls, or delete it in Unity"
                };
            }
        }

        /// <summary>Removes what the draft created in memory.</summary>
        public void Dispose()
        {
            Changes.ForEach(change => change.Dispose());
        }
    }
}
