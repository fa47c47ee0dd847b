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
        private long last;

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
            if (entries.Count > Kept)
            {
                entries.RemoveAt(0);
            }
            foreach (EditEntry undone in entries.FindAll(one => entry.Undoes.Contains(one.Id)))
            {
                undone.UndoneBy = entry.Id;
            }
            return entry.Id;
        }

        /// <summary>The changes that undo these entries, the newest first.</summary>
        /// <exception cref="Failure">An entry cannot be undone.</exception>
        internal List<Change> Undoing(List<long> ids)
        {
            List<Change> back = new List<Change>();
            foreach (EditEntry entry in Newest())
            {
                if (ids.Contains(entry.Id))
                {
                    string why = Fixed(entry, ids);
                    if (why != null)
                    {
                        throw new Failure("conflict", why) { Hint = Hint(entry) };
                    }
                    back.AddRange(entry.Back);
                }
            }
            long strange = ids.Find(id => !entries.Exists(entry => entry.Id == id));
            if (strange > 0 && strange <= last)
            {
                throw new Failure("conflict", "entry " + strange + " fell out of the journal, which keeps " + Kept + " entries; what it changed stays")
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
            return back;
        }

        /// <summary>The reason why it cannot be undone; null if it can.</summary>
        /// <param name="together">Entries that are undone in the same call.</param>
        internal string Fixed(EditEntry entry, List<long> together)
        {
            if (entry.UndoneBy > 0)
            {
                return "entry " + entry.Id + " was undone already, by entry " + entry.UndoneBy;
            }
            if (entry.Back == null)
            {
                return "entry " + entry.Id + " can't be undone any more: " + GoneChange.Why;
            }
            if (entry.IsLost)
            {
                return "entry " + entry.Id + " can't be undone any more: what it was about is gone";
            }
            List<EditEntry> later = entries.FindAll(one => one.Id > entry.Id && one.UndoneBy == 0 && !together.Contains(one.Id)
                && !IsBalanced(one, entry) && one.BuildsOn(entry));
            string named = string.Join(", ", later.ConvertAll(one => one.Id.ToString()).ToArray());
            return later.Count == 0 ? null : "entry " + entry.Id + " can't be undone alone: later changes build on it, entries " + named;
        }

        /// <summary>An undo of later entries cancels out with them.</summary>
        private static bool IsBalanced(EditEntry undo, EditEntry entry)
        {
            return undo.Undoes.Count > 0 && undo.Undoes.TrueForAll(id => id > entry.Id);
        }

        private static string Hint(EditEntry entry)
        {
            if (entry.UndoneBy > 0)
            {
                return "undo the entry that undid it, to apply it again";
            }
            return entry.IsLost ? "nothing is left of it to be undone" : "undo the named entries first, or all of them in one call";
        }
    }
}
