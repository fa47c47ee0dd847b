using System.Collections.Generic;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>Single changes, each stored as an entry of the journal of batches.</summary>
    internal sealed class SingleEdits
    {
        private readonly EditJournal journal;
        private readonly ObjectTable objects;
        private readonly Clock clock;
        private readonly SceneWriter writer;

        internal SingleEdits(EditJournal journal, ObjectTable objects, Clock clock, SceneWriter writer)
        {
            this.journal = journal;
            this.objects = objects;
            this.clock = clock;
            this.writer = writer;
        }

        internal SceneWriter Writer
        {
            get { return writer; }
        }

        /// <summary>Makes the change and stores its undo.</summary>
        internal void Make(CallJob asked, Change change)
        {
            EditEntry entry = EditEntry.Of(asked, clock);
            // Computed first, because a row contains the old value.
            entry.Rows = new List<PlanRow>(change.Rows(objects));
            entry.Make(new List<Change> { change }, writer);
            journal.Add(entry);
        }

        /// <summary>Adds a component, with the components that it requires.</summary>
        internal Component Add(CallJob asked, GameObject on, System.Type type)
        {
            EditEntry entry = EditEntry.Of(asked, clock);
            AddedChange change = new AddedChange(on, type, new List<Part>());
            entry.Make(new List<Change> { change }, writer);
            entry.Rows = change.Added.ConvertAll(Row);
            journal.Add(entry);
            return change.Added[change.Added.Count - 1];
        }

        /// <summary>Records an object that was created.</summary>
        internal void Made(CallJob asked, GameObject one)
        {
            writer.Created(one);
            EditEntry entry = EditEntry.Of(asked, clock);
            PlanRow row = ActiveChange.Row(objects, one);
            row.New = PlanRow.Named(one.name, 1);
            entry.Rows = new List<PlanRow> { row };
            Transform above = one.transform.parent;
            entry.Makes.Add("t:" + NativeId.Of(one));
            entry.Places.Add("o:" + NativeId.Of(one));
            if (above != null)
            {
                PlanRow parent = ActiveChange.Row(objects, one);
                parent.Field = "parent";
                parent.Old = "null";
                parent.New = new Facts(objects).Reference(above.gameObject);
                entry.Rows.Add(parent);
                entry.Places.Add("t:" + NativeId.Of(above.gameObject));
            }
            entry.Rows.AddRange(new List<Component>(one.GetComponents<Component>()).FindAll(part => !(part is Transform)).ConvertAll(Row));
            entry.Back = new List<Change> { new GoneChange(() => one) };
            entry.Group = writer.History == null ? null : writer.History.Current;
            journal.Add(entry);
        }

        private PlanRow Row(Component added)
        {
            PlanRow row = ActiveChange.Row(objects, added.gameObject);
            row.Index = ObjectTable.IndexOf(added);
            row.Type = added.GetType().FullName;
            row.New = PlanRow.Typed(row.Type);
            row.Need = PlanRow.ComponentNeed(row.Type);
            return row;
        }
    }
}
