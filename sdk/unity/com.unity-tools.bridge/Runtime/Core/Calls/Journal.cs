using System;
using System.Collections.Generic;
using System.Text;

namespace UnityTools.Bridge
{
    /// <summary>
    /// Which writes were begun and what they came to, so that none is done twice however often it is asked for. Guarded by whoever
    /// owns it. Nothing leaves it unless every host that asked has the result, or was away for ten minutes.
    /// </summary>
    internal sealed class Journal
    {
        private readonly Dictionary<string, JournalEntry> entries =
            new Dictionary<string, JournalEntry>(StringComparer.Ordinal);

        private readonly Dictionary<string, long> away = new Dictionary<string, long>(StringComparer.Ordinal);
        private readonly long epoch;
        private readonly IJournalStore store;
        private long next = 1;

        internal Journal(long epoch)
        {
            this.epoch = epoch;
        }

        /// <summary>As an earlier load of the scripts left it in <paramref name="store"/>.</summary>
        internal Journal(long epoch, IJournalStore store, IEnumerable<string> saved, long now)
            : this(epoch)
        {
            this.store = store;
            foreach (string slot in saved)
            {
                JournalEntry entry = JournalSlots.Read(slot);
                entries[entry.Key] = entry;
                next = Math.Max(next, entry.Number + 1);
                foreach (string run in entry.Owing)
                {
                    away[run] = now;
                }
            }
        }

        internal int Count
        {
            get { return entries.Count; }
        }

        internal JournalEntry Find(string key)
        {
            JournalEntry entry;
            return entries.TryGetValue(key, out entry) ? entry : null;
        }

        /// <summary>Whether nobody will ever end it: it began in an earlier load of the scripts.</summary>
        internal bool IsOrphan(JournalEntry entry)
        {
            return !entry.IsDone && entry.Epoch < epoch;
        }

        /// <summary>Marks a write as begun; there is no such key yet. False where all places are taken.</summary>
        internal bool Begin(string key, string digest, string run, int most)
        {
            if (entries.Count >= most)
            {
                return false;
            }
            JournalEntry entry = new JournalEntry { Key = key, Digest = digest, Number = next++, Epoch = epoch };
            entry.Owing.Add(run);
            entries.Add(key, entry);
            Keep(entry);
            return true;
        }

        /// <summary>That run asked for it too.</summary>
        internal void Owe(JournalEntry entry, string run)
        {
            if (!entry.Owing.Contains(run))
            {
                entry.Owing.Add(run);
                Keep(entry);
            }
        }

        /// <summary>The end of a write; it stays until it is settled.</summary>
        internal JournalEntry End(string key, Outcome outcome)
        {
            JournalEntry entry = entries[key];
            entry.IsDone = true;
            bool small = outcome.Bytes == null
                && (outcome.Value == null || Encoding.UTF8.GetByteCount(outcome.Value) <= Protocol.KeptResult);
            entry.Kept = small ? outcome : null;
            Keep(entry);
            Leave(entry);
            return entry;
        }

        /// <summary>That run has the results safely.</summary>
        internal void Settle(string run, IEnumerable<string> keys)
        {
            foreach (string key in keys)
            {
                JournalEntry entry = Find(key);
                if (entry != null)
                {
                    entry.Owing.Remove(run);
                    Leave(entry);
                }
            }
        }

        /// <summary>A host is linked.</summary>
        internal void Came(string run)
        {
            away.Remove(run);
        }

        /// <summary>A host's last link is gone.</summary>
        internal void Went(string run, long now)
        {
            away[run] = now;
        }

        /// <summary>Lets go what only hosts wait for that have been away for ten minutes.</summary>
        internal void Forget(long now)
        {
            List<string> gone = null;
            foreach (KeyValuePair<string, long> host in away)
            {
                if (now - host.Value >= Protocol.ForgottenMs)
                {
                    gone = gone ?? new List<string>();
                    gone.Add(host.Key);
                }
            }
            if (gone == null)
            {
                return;
            }
            foreach (string run in gone)
            {
                away.Remove(run);
                Settle(run, new List<string>(entries.Keys));
            }
        }

        internal JournalCopy Copy()
        {
            JournalCopy copy = new JournalCopy { Next = next };
            foreach (JournalEntry entry in entries.Values)
            {
                copy.Entries[entry.Key] = entry.IsDone;
            }
            return copy;
        }

        private void Keep(JournalEntry entry)
        {
            if (store != null)
            {
                store.Put(entry.Key, JournalSlots.Write(entry));
            }
        }

        private void Leave(JournalEntry entry)
        {
            // One that began in an earlier load never ends; settled is settled.
            if (entry.Owing.Count == 0 && (entry.IsDone || IsOrphan(entry)))
            {
                entries.Remove(entry.Key);
                if (store != null)
                {
                    store.Remove(entry.Key);
                }
            }
        }
    }
}
