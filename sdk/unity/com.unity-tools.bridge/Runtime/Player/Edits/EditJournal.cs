using System;
using System.Collections.Generic;

namespace UnityTools.Bridge
{
    /// <summary>The applied batches, and which of them can be undone.</summary>
    internal sealed class EditJournal
    {
        /// <summary>Older entries are removed; their changes stay.</summary>
        private const int Kept = 1000;

        private readonly List<EditEntry> entries = new List<EditEntry>();
        private readonly UndoHistory history;
        private readonly IEditStore store;
        private long last;

        /// <summary>The journal of a player, which ends with the process.</summary>
        internal EditJournal()
        {
        }

        /// <summary>Restores the journal that an earlier domain load left in <paramref name="store"/>.</summary>
        /// <param name="history">Undo of Unity itself.</param>
        internal EditJournal(UndoHistory history, IEditStore store)
        {
            this.history = history;
            this.store = store;
            foreach (string entry in store.Read())
            {
                entries.Add(EditSlots.Read(entry, store));
            }
            entries.Sort((one, other) => one.Id.CompareTo(other.Id));
            last = entries.Count == 0 ? 0 : entries[entries.Count - 1].Id;
        }

        /// <summary>The number of changes that are not undone.</summary>
        internal int Standing
        {
            get { return entries.FindAll(entry => entry.UndoneBy == 0 && entry.Undoes.Count == 0).Count; }
        }

        /// <summary>Newest first.</summary>
        internal List<EditEntry> Newest()
        {
            List<EditEntry> newest = new List<EditEntry>(entries);
            newest.Reverse();
            return newest;
        }

        internal long Add(EditEntry entry)
        {
            entry.Id = ++last;
            entries.Add(entry);
            Keep(entry);
            if (entries.Count > Kept)
            {
                if (store != null)
                {
                    store.Remove(entries[0].Id);
                }
                entries.RemoveAt(0);
            }
            foreach (EditEntry undone in Undone(entry))
            {
                undone.UndoneBy = entry.Id;
                undone.Saved.Clear();
                Keep(undone);
            }
            return entry.Id;
        }

        /// <summary>Called after the scene of that file was saved. The file does not contain what was undone.</summary>
        internal void Saved(string file)
        {
            foreach (EditEntry entry in entries.FindAll(one => one.UndoneBy == 0 && !one.Saved.Contains(file) && one.Rows.Exists(row => row.File == file)))
            {
                entry.Saved.Add(file);
                Keep(entry);
            }
        }

        /// <summary>Called after a scene got its first file, which contains the changes of its objects from now on.</summary>
        /// <param name="name">The name of the scene in the rows of these changes.</param>
        internal void Named(string name, string file)
        {
            foreach (EditEntry entry in entries)
            {
                List<PlanRow> rows = entry.Rows.FindAll(row => row.File == name && row.Object != null);
                rows.ForEach(row => row.File = file);
                if (rows.Count > 0)
                {
                    Keep(entry);
                }
            }
        }

        /// <summary>The changes in that file that a save would write.</summary>
        internal List<PlanRow> Unsaved(string file)
        {
            List<PlanRow> rows = new List<PlanRow>();
            foreach (EditEntry entry in entries.FindAll(one => one.UndoneBy == 0 && !one.Saved.Contains(file)))
            {
                if (entry.Group == null || !history.IsUndone(entry.Group))
                {
                    rows.AddRange(entry.Rows.FindAll(row => row.File == file));
                }
            }
            return rows;
        }

        private void Keep(EditEntry entry)
        {
            if (store != null)
            {
                store.Put(entry.Id, EditSlots.Write(entry), EditSlots.IsLasting(entry));
            }
        }

        /// <summary>These entries, in the order in which they are undone.</summary>
        /// <exception cref="Failure">An entry cannot be undone.</exception>
        internal List<EditEntry> Undoing(List<long> ids)
        {
            List<EditEntry> undone = new List<EditEntry>();
            foreach (EditEntry entry in Newest())
            {
                if (ids.Contains(entry.Id))
                {
                    string why = Fixed(entry, ids);
                    if (why != null)
                    {
                        throw new Failure("conflict", why) { Hint = Hint(entry) };
                    }
                    undone.Add(entry);
                }
            }
            long strange = ids.Find(id => !entries.Exists(entry => entry.Id == id));
            if (strange > 0 && strange <= last)
            {
                throw new Failure("conflict", "entry " + strange + " is no longer in the journal, which keeps " + Kept
                    + " entries, and after a restart of Unity only those of files; what it changed stays")
                {
                    Hint = "change it back by an edit of its own"
                };
            }
            if (ids.Exists(id => !entries.Exists(entry => entry.Id == id)))
            {
                string known = last == 0 ? "nothing was changed yet" : "the newest is " + last;
                throw new Failure("not-found", "there is no entry " + ids.Find(id => id > last || id < 1) + ": " + known)
                {
                    Hint = "list the edits to see which entries there are"
                };
            }
            return undone;
        }

        /// <summary>The reason why it cannot be undone; null if it can.</summary>
        /// <param name="together">Entries that are undone in the same call.</param>
        internal string Fixed(EditEntry entry, List<long> together)
        {
            if (entry.UndoneBy > 0)
            {
                return "entry " + entry.Id + " was undone already, by entry " + entry.UndoneBy;
            }
            if (IsIdle(entry))
            {
                return null;
            }
            EditEntry other = entries.Find(one => together.Contains(one.Id) && !IsIdle(one) && IsUnitys(one) != IsUnitys(entry));
            if (other != null)
            {
                return "entry " + entry.Id + " and entry " + other.Id + " can't be undone in one call: only one of them is in the undo list of Unity";
            }
            if (IsUnitys(entry))
            {
                return Obstacle(entry, together);
            }
            if (entry.Back == null)
            {
                return "entry " + entry.Id + " can't be undone any more: " + GoneChange.Why;
            }
            if (entry.IsLost)
            {
                Change gone = entry.Back.Find(change => change.IsGone);
                return "entry " + entry.Id + " can't be undone any more: " + (gone.WhyGone ?? "what it was about is gone");
            }
            List<EditEntry> later = entries.FindAll(one => one.Id > entry.Id && one.UndoneBy == 0 && !together.Contains(one.Id)
                && !IsBalanced(one, entry) && one.BuildsOn(entry));
            string named = string.Join(", ", later.ConvertAll(one => one.Id.ToString()).ToArray());
            if (later.Count > 0)
            {
                return "entry " + entry.Id + " can't be undone alone: later changes build on it, entries " + named;
            }
            bool isLater = entries.Exists(one => one.Id > entry.Id && together.Contains(one.Id) && one.BuildsOn(entry));
            List<string> changed = new List<string>();
            foreach (Change change in entry.Back)
            {
                List<string> places = new List<string>(change.Places);
                string why = change.Obstacle(isLater || places.Exists(changed.Contains));
                changed.AddRange(places);
                if (why != null)
                {
                    return "entry " + entry.Id + " can't be undone now: " + why;
                }
            }
            return null;
        }

        /// <summary>Whether nothing is left that an undo of the entry could change.</summary>
        internal bool IsLost(EditEntry entry)
        {
            return entry.UndoneBy == 0 && !IsIdle(entry) && (entry.Group == null
                ? !Redoes(entry) && entry.IsLost
                : !history.Holds(entry.Group) || history.IsUndone(entry.Group));
        }

        /// <summary>Whether the files hold what became of the entry. After an undo by the user they hold more.</summary>
        internal bool IsSaved(EditEntry entry)
        {
            bool isUndone = entry.Group != null && entry.UndoneBy == 0 && history.IsUndone(entry.Group);
            return entry.IsSaved && !isUndone;
        }

        /// <summary>Whether Unity itself undoes the entry.</summary>
        private bool IsUnitys(EditEntry entry)
        {
            return entry.Group != null || Redoes(entry);
        }

        /// <summary>Whether the entry is an undo by Unity, which a redo cancels.</summary>
        internal bool Redoes(EditEntry entry)
        {
            return entry.Undoes.Count > 0 && Undone(entry).Exists(one => one.Group != null && !IsIdle(one));
        }

        /// <summary>
        /// Whether Unity has no group of the entry because it changed nothing, so that its undo changes nothing either.
        /// </summary>
        private bool IsIdle(EditEntry entry)
        {
            return entry.Group != null && entry.Rows.TrueForAll(row => row.Old == row.New) && !history.Holds(entry.Group);
        }

        /// <summary>The groups of Unity that an undo of the entry undoes or redoes, in this order.</summary>
        internal List<string> Groups(EditEntry entry)
        {
            List<EditEntry> all = Redoes(entry) ? Undone(entry) : new List<EditEntry> { entry };
            return all.FindAll(one => one.Group != null && !IsIdle(one)).ConvertAll(one => one.Group);
        }

        /// <summary>The entries that this one undid, in the order in which a redo applies them again.</summary>
        private List<EditEntry> Undone(EditEntry entry)
        {
            return entries.FindAll(one => entry.Undoes.Contains(one.Id));
        }

        private string Obstacle(EditEntry entry, List<long> together)
        {
            bool redo = Redoes(entry);
            List<string> groups = new List<string>();
            foreach (EditEntry one in Newest().FindAll(each => together.Contains(each.Id) && !IsIdle(each)))
            {
                if (Redoes(one) != redo)
                {
                    return "entry " + one.Id + " and entry " + entry.Id + " can't be undone in one call: one of them is an undo";
                }
                groups.AddRange(Groups(one));
            }
            string why = history.Obstacle(groups, redo);
            return why == null ? null : "entry " + entry.Id + " can't be undone now: " + why;
        }

        /// <summary>An undo of later entries cancels out with them.</summary>
        private static bool IsBalanced(EditEntry undo, EditEntry entry)
        {
            return undo.Undoes.Count > 0 && undo.Undoes.TrueForAll(id => id > entry.Id);
        }

        private string Hint(EditEntry entry)
        {
            if (entry.UndoneBy > 0)
            {
                return "undo the entry that undid it, to apply it again";
            }
            if (entry.Group == null && entry.IsLost)
            {
                return "nothing is left of it to be undone";
            }
            if (IsUnitys(entry))
            {
                return "only the newest steps of Unity's undo list can be undone: change older values back by an edit of its own";
            }
            return EditSlots.IsLasting(entry)
                ? "undo the entries that the message lists first, or write the file as it should be"
                : "undo the entries that the message lists first, or all of them in one call";
        }
    }
}
