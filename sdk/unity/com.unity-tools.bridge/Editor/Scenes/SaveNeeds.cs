using System.Collections.Generic;

namespace UnityTools.Bridge
{
    /// <summary>
    /// The allowlist entries of the edits that a save would write: the allowlists may be shorter than at the time of an
    /// edit. Changes by the user need none.
    /// </summary>
    internal sealed class SaveNeeds
    {
        /// <summary>One entry, and the objects that need it.</summary>
        private sealed class WrittenNeed
        {
            internal string Entry;
            internal string Path;
            internal readonly HashSet<string> Objects = new HashSet<string>();
        }

        private readonly string file;
        private readonly List<WrittenNeed> needs = new List<WrittenNeed>();

        internal SaveNeeds(EditJournal journal, UnsavedScene scene)
        {
            file = scene.File;
            foreach (PlanRow row in journal.Unsaved(scene.Edited))
            {
                if (row.Need == null)
                {
                    continue;
                }
                WrittenNeed need = needs.Find(one => one.Entry == row.Need);
                if (need == null)
                {
                    need = new WrittenNeed { Entry = row.Need, Path = row.Path };
                    needs.Add(need);
                }
                need.Objects.Add(row.Object ?? row.Path);
            }
        }

        internal void Write(JsonWriter to)
        {
            to.List();
            foreach (WrittenNeed need in needs)
            {
                to.Object().Name("need").Raw(need.Entry).Name("path").Text(need.Path).Name("objects").Count(need.Objects.Count).EndObject();
            }
            to.EndList();
        }

        /// <param name="allowed">The entries that were checked.</param>
        /// <exception cref="Failure">A save needs another one.</exception>
        internal void Check(List<Json> allowed)
        {
            List<string> known = allowed.ConvertAll(Key);
            WrittenNeed more = needs.Find(one => !known.Contains(Key(JsonReader.Read(one.Entry))));
            if (more != null)
            {
                throw new Failure("conflict", "saving " + file + " would write a change of " + more.Path + " that was made after the save was checked")
                {
                    Hint = "nothing was written; look at the lines with a dry run, then save again"
                };
            }
        }

        /// <summary>An entry without the C# name of a member, which only some senders have.</summary>
        private static string Key(Json need)
        {
            if (need.Names.Count != 1)
            {
                throw Arguments.Wrong("needs", need, "a list of entries of an allowlist, such as {\"component\": {\"type-name\": …}}");
            }
            Json inner = need.Items[0];
            string[] members = { "type-name", "type-names", "member" };
            return need.Names[0] + string.Join("|", System.Array.ConvertAll(members, name => inner[name] == null ? "" : inner[name].Raw));
        }
    }
}
