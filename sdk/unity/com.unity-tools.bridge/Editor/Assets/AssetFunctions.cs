using System;
using System.Collections.Generic;

namespace UnityTools.Bridge
{
    /// <summary>`asset-plan/preview` and `assets-edit/apply`: atomic batches of changes of assets.</summary>
    internal sealed class AssetFunctions
    {
        private readonly EditJournal journal;
        private readonly ObjectTable objects;
        private readonly SceneWriter writer;
        private readonly Clock clock;

        internal AssetFunctions(EditJournal journal, ObjectTable objects, SceneWriter writer, Clock clock)
        {
            this.journal = journal;
            this.objects = objects;
            this.writer = writer;
            this.clock = clock;
        }

        internal void AddTo(Functions functions)
        {
            functions.Add("asset-plan/preview", Preview);
            functions.Add("assets-edit/apply", Apply);
        }

        private void Preview(CallJob asked, JsonWriter value)
        {
            using (AssetDraft draft = new AssetDraft(objects))
            {
                draft.Add(new Arguments(asked).Any("changes"));
                value.Object().Name("reply").Text("plan").Name("value");
                Plan.Write(value, draft.Rows, Plan.Digest(draft.Rows));
                value.EndObject();
            }
        }

        private void Apply(CallJob asked, JsonWriter value)
        {
            Arguments args = new Arguments(asked);
            EditEntry entry = EditEntry.Of(asked, clock);
            string digest;
            List<AssetChange> changes;
            using (AssetDraft draft = new AssetDraft(objects))
            {
                draft.Add(args.Any("changes"));
                digest = Plan.Digest(draft.Rows);
                Plan.Check(args, digest);
                entry.Rows = draft.Rows;
                changes = draft.Changes;
            }
            // Files have the changes already; scenes are saved later.
            foreach (PlanRow row in entry.Rows)
            {
                if (!IsScene(row.File) && !entry.Saved.Contains(row.File))
                {
                    entry.Saved.Add(row.File);
                }
            }
            AssetBatch batch = new AssetBatch(changes, entry.Rows);
            entry.Make(new List<Change> { batch }, writer);
            batch.Notes.GetRange(0, Math.Min(20, batch.Notes.Count)).ForEach(asked.Note);
            EditFunctions.Answer(value, journal.Add(entry), entry.Rows, digest);
        }

        private static bool IsScene(string file)
        {
            // A scene that was never saved has no file.
            return file.Length == 0 || file.EndsWith(".unity", StringComparison.OrdinalIgnoreCase);
        }
    }
}
