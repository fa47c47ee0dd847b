using System.Collections.Generic;

namespace UnityTools.Bridge
{
    /// <summary>
    /// Converts entries of the journal of edits to text and back, so that they survive a domain load. Inverse changes are
    /// stored only if all of them outlive a domain; otherwise only an undo by Unity is possible afterwards.
    /// </summary>
    internal static class EditSlots
    {
        internal static string Write(EditEntry entry)
        {
            JsonWriter slot = new JsonWriter().Object();
            slot.Name("id").Count(entry.Id).Name("at-ms").Count(entry.AtMs).Name("caller").Text(entry.Caller).Name("tool").Text(entry.Tool);
            slot.Name("group").TextOrNull(entry.Group).Name("undone-by").Count(entry.UndoneBy).Name("undoes").List();
            entry.Undoes.ForEach(id => slot.Count(id));
            slot.EndList().Name("saved").List();
            entry.Saved.ForEach(file => slot.Text(file));
            slot.EndList().Name("rows").List();
            entry.Rows.ForEach(row => Write(row, slot));
            slot.EndList();
            if (IsLasting(entry))
            {
                slot.Name("back").List();
                entry.Back.ForEach(change => slot.Raw(change.Stored));
                slot.EndList();
            }
            return slot.EndObject().ToString();
        }

        /// <summary>Whether the entry can be undone in another domain load without Unity's own undo.</summary>
        internal static bool IsLasting(EditEntry entry)
        {
            return entry.Back != null && entry.Back.Count > 0 && entry.Back.TrueForAll(change => change.Stored != null);
        }

        /// <exception cref="BadFrame">The text is not a slot that <see cref="Write(EditEntry)"/> produced.</exception>
        internal static EditEntry Read(string text, IEditStore store)
        {
            Json slot = JsonReader.Read(text);
            FrameMembers members = new FrameMembers("edit", slot);
            EditEntry entry = new EditEntry
            {
                Id = members.Number("id"),
                AtMs = members.Number("at-ms"),
                Caller = members.Text("caller"),
                Tool = members.Text("tool"),
                Group = members.TextIfAny("group"),
                UndoneBy = members.Number("undone-by"),
                Rows = members.Any("rows").Items.ConvertAll(Row)
            };
            foreach (Json undone in members.Any("undoes").Items)
            {
                long id;
                if (Numbers.Long(undone.Text, out id))
                {
                    entry.Undoes.Add(id);
                }
            }
            entry.Saved = slot["saved"] == null ? entry.Saved : slot["saved"].Items.ConvertAll(file => file.Text);
            if (slot["back"] != null)
            {
                entry.Back = slot["back"].Items.ConvertAll(store.Restore);
                entry.Back.ForEach(change => entry.Places.AddRange(change.Places));
            }
            return entry;
        }

        internal static void Write(PlanRow row, JsonWriter to)
        {
            to.Object().Name("edit").Count(row.Edit).Name("object").TextOrNull(row.Object).Name("file").Text(row.File).Name("path").Text(row.Path);
            if (row.Type != null)
            {
                to.Name("index").Count(row.Index).Name("type").Text(row.Type);
            }
            to.Name("field").TextOrNull(row.Field);
            Raw(to, "old", row.Old);
            Raw(to, "new", row.New);
            Raw(to, "need", row.Need);
            to.EndObject();
        }

        private static void Raw(JsonWriter to, string name, string value)
        {
            if (value != null)
            {
                to.Name(name).Raw(value);
            }
        }

        /// <exception cref="BadFrame">The text is not a row that <see cref="Write(PlanRow, JsonWriter)"/> produced.</exception>
        internal static PlanRow Row(Json stored)
        {
            FrameMembers members = new FrameMembers("edit.row", stored);
            return new PlanRow
            {
                Edit = (int)members.Number("edit"),
                Object = members.TextIfAny("object"),
                File = members.Text("file"),
                Path = members.Text("path"),
                Index = (int)members.NumberIfAny("index"),
                Type = members.TextIfAny("type"),
                Field = members.TextIfAny("field"),
                Old = Raw(stored, "old"),
                New = Raw(stored, "new"),
                Need = Raw(stored, "need")
            };
        }

        private static string Raw(Json stored, string name)
        {
            return stored[name] == null ? null : stored[name].Raw;
        }
    }
}
