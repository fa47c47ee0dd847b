using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text;

namespace UnityTools.Bridge
{
    /// <summary>`edits` and `edits-edit`: atomic batches of changes, and their journal.</summary>
    internal sealed class EditFunctions
    {
        private readonly ObjectTable objects;
        private readonly SceneTable scenes;
        private readonly Clock clock;
        private readonly EditJournal journal;
        private readonly SceneWriter writer;
        private readonly PrefabFiles prefabs;

        internal EditFunctions(EditJournal journal, ObjectTable objects, SceneTable scenes, Clock clock, SceneWriter writer, PrefabFiles prefabs)
        {
            this.prefabs = prefabs;
            this.writer = writer;
            this.journal = journal;
            this.objects = objects;
            this.scenes = scenes;
            this.clock = clock;
        }

        internal void AddTo(Functions functions)
        {
            functions.Add("edits/preview", Preview);
            functions.AddSteps("edits-edit/apply", Apply);
            functions.Add("edits/preview-undo", PreviewUndo);
            functions.AddSteps("edits-edit/undo", Undo);
            functions.Add("edits/list-entries", List);
        }

        private void Preview(CallJob asked, JsonWriter value)
        {
            using (Trials trials = new Trials(prefabs, true))
            {
                Draft draft = new Draft(objects, scenes, trials, writer);
                draft.Add(new Arguments(asked).Any("edits").Items);
                Told(asked, draft);
                value.Object().Name("reply").Text("plan").Name("value");
                Plan.Write(value, draft.Rows, Plan.Digest(draft.Rows));
                value.EndObject();
            }
        }

        private static void Told(CallJob asked, Draft draft)
        {
            foreach (string note in draft.Notes.GetRange(0, Math.Min(20, draft.Notes.Count)))
            {
                asked.Note(note);
            }
        }

        private IEnumerator<Rest> Apply(CallJob asked, JsonWriter value)
        {
            Arguments args = new Arguments(asked);
            EditEntry entry = EditEntry.Of(asked, clock);
            List<Change> made = new List<Change>();
            string digest;
            using (Trials trials = new Trials(prefabs, false))
            {
                Draft draft = new Draft(objects, scenes, trials, writer);
                draft.Add(args.Any("edits").Items);
                digest = Plan.Digest(draft.Rows);
                Plan.Check(args, digest);
                List<Subject> appearing = draft.Appearing();
                made.AddRange(appearing.ConvertAll(subject => (Change)new AppearChange(subject)));
                made.AddRange(draft.Changes);
                made.AddRange(draft.Gone);
                entry.Rows = draft.Rows;
                entry.Make(made, writer);
                draft.Name(appearing);
                Compare(asked, draft);
                Told(asked, draft);
            }
            while (made.Exists(change => change is GoneChange && change.IsPending))
            {
                yield return Rest.Frame;
            }
            Answer(value, journal.Add(entry), entry.Rows, digest);
        }

        /// <summary>A component may store another value than the value that it was given.</summary>
        private static void Compare(CallJob asked, Draft draft)
        {
            Dictionary<PlanRow, string> last = new Dictionary<PlanRow, string>();
            foreach (KeyValuePair<PlanRow, Func<string>> set in draft.Set)
            {
                bool later = draft.Set.Exists(other => other.Key != set.Key && other.Key.Edit > set.Key.Edit
                    && other.Key.Path == set.Key.Path && other.Key.Index == set.Key.Index);
                string now = later ? set.Key.New : set.Value();
                if (!Comparing.Same(JsonReader.Read(now), JsonReader.Read(set.Key.New)))
                {
                    asked.Note("edit " + set.Key.Edit + ": " + set.Key.Type + "." + set.Key.Field + " was set to " + set.Key.New + " and is " + now);
                    last[set.Key] = now;
                }
            }
            foreach (KeyValuePair<PlanRow, string> changed in last)
            {
                changed.Key.New = changed.Value;
            }
        }

        internal static void Answer(JsonWriter value, long entry, List<PlanRow> rows, string digest)
        {
            value.Object().Name("reply").Text("edit-done").Name("value").Object().Name("entry").Count(entry).Name("plan");
            Plan.Write(value, rows, digest);
            value.EndObject().EndObject();
        }

        private static List<long> Ids(Arguments args)
        {
            return args.Any("entries").Items.ConvertAll(one =>
            {
                long id;
                return Numbers.Long(one.Text ?? "", out id) ? id : 0;
            });
        }

        private List<PlanRow> RowsOf(List<EditEntry> undone)
        {
            List<PlanRow> rows = new UndoRows(objects).Of(undone.FindAll(entry => entry.Group != null || journal.Redoes(entry)));
            foreach (EditEntry entry in undone.FindAll(one => one.Group == null && !journal.Redoes(one)))
            {
                foreach (Change change in entry.Back)
                {
                    foreach (PlanRow row in change.Rows(objects))
                    {
                        // Several changes of one file are one row.
                        PlanRow later = row.Object == null ? rows.Find(one => one.Object == null && one.File == row.File && one.Field == row.Field) : null;
                        if (later == null)
                        {
                            rows.Add(row);
                        }
                        else
                        {
                            later.New = row.New;
                        }
                    }
                }
            }
            return rows;
        }

        private void PreviewUndo(CallJob asked, JsonWriter value)
        {
            List<PlanRow> rows = RowsOf(journal.Undoing(Ids(new Arguments(asked))));
            value.Object().Name("reply").Text("plan").Name("value");
            Plan.Write(value, rows, Plan.Digest(rows));
            value.EndObject();
        }

        private IEnumerator<Rest> Undo(CallJob asked, JsonWriter value)
        {
            Arguments args = new Arguments(asked);
            List<long> ids = Ids(args);
            List<EditEntry> undone = journal.Undoing(ids);
            EditEntry entry = EditEntry.Of(asked, clock);
            entry.Undoes = ids;
            entry.Undoes.Sort();
            entry.Rows = RowsOf(undone);
            string digest = Plan.Digest(entry.Rows);
            Plan.Check(args, digest);
            List<Change> back = new List<Change>();
            foreach (EditEntry one in undone)
            {
                bool redo = journal.Redoes(one);
                if (redo || one.Group != null)
                {
                    journal.Groups(one).ForEach(group => writer.History.Step(redo));
                }
                else
                {
                    back.AddRange(one.Back);
                }
            }
            entry.Make(back, writer);
            while (back.Exists(change => (change is GoneChange || change is TakenChange) && change.IsPending))
            {
                yield return Rest.Frame;
            }
            Answer(value, journal.Add(entry), entry.Rows, digest);
        }

        private void List(CallJob asked, JsonWriter value)
        {
            Arguments page = new Arguments(asked).Inner("page");
            List<EditEntry> all = journal.Newest();
            string cursor = page.TextIfAny("cursor");
            long below = long.MaxValue;
            if (cursor != null && !Numbers.Long(cursor, out below))
            {
                throw Failure.Argument("`cursor` is none of this list");
            }
            int limit = page.Whole("limit");
            int bytes = page.Whole("max-bytes");
            value.Object().Name("reply").Text("entries").Name("value").Object().Name("total").Count(all.Count).Name("rows").List();
            long last = 0;
            bool more = false;
            int given = 0;
            foreach (EditEntry entry in all.FindAll(one => one.Id < below))
            {
                string row = Written(entry);
                bytes -= Encoding.UTF8.GetByteCount(row) + 1;
                if (given == limit || (bytes < 0 && given > 0))
                {
                    more = true;
                    break;
                }
                value.Raw(row);
                last = entry.Id;
                given++;
            }
            value.EndList().Name("next").TextOrNull(more ? last.ToString(CultureInfo.InvariantCulture) : null).EndObject().EndObject();
        }

        private string Written(EditEntry entry)
        {
            JsonWriter to = new JsonWriter();
            string why = journal.Fixed(entry, new List<long> { entry.Id });
            to.Object().Name("id").Count(entry.Id).Name("at-ms").Count(entry.AtMs).Name("caller").Text(entry.Caller).Name("mine").Bool(false);
            to.Name("tool").Text(entry.Tool).Name("changes");
            Plan.WriteRows(to, entry.Rows);
            to.Name("fixed").TextOrNull(why).Name("undone-by");
            if (entry.UndoneBy > 0)
            {
                to.Count(entry.UndoneBy);
            }
            else
            {
                to.Null();
            }
            to.Name("undoes").List();
            entry.Undoes.ForEach(id => to.Count(id));
            to.EndList().Name("lost").Bool(journal.IsLost(entry)).Name("saved").Bool(journal.IsSaved(entry)).Name("group").TextOrNull(entry.Group).EndObject();
            return to.ToString();
        }
    }
}
