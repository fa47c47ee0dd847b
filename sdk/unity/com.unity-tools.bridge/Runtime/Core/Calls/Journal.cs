using System;
using System.Collections.Generic;
using System.Text;

namespace UnityTools.Bridge
{
    /// <summary>
    /// The journal of writes and their results. It ensures that each write is applied at most once, even if it is
    /// requested repeatedly. The owner guards it with a lock. An entry is removed only if each host that requested it
    /// has the result, or was away for ten minutes.
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

        /// <summary>Restores the journal that an earlier domain load left in <paramref name="store"/>.</summary>
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

        /// <summary>Whether the write can never end, because it began in an earlier domain load.</summary>
        internal bool IsOrphan(JournalEntry entry)
        {
            return !entry.IsDone && entry.Epoch < epoch;
        }

        /// <summary>Marks a write as begun; the key must be new. Returns false if the journal is full.</summary>
        internal bool Begin(string key, string digest, string run, int most)
        {
            if (entries.Count >= most && !DropPlan())
            {
                return false;
            }
            JournalEntry entry = new JournalEntry { Key = key, Digest = digest, Number = next++, Epoch = epoch };
            entry.Owing.Add(run);
            entries.Add(key, entry);
            Keep(entry);
            return true;
        }

        /// <summary>Records that this run of a host also requested the write.</summary>
        internal void Owe(JournalEntry entry, string run)
        {
            if (!entry.Owing.Contains(run))
            {
                entry.Owing.Add(run);
                Keep(entry);
            }
        }

        /// <summary>
        /// Stores the result of a read that planned a write, so that the call finds it when a restarted host repeats it. A write
        /// that needs its place gets it.
        /// </summary>
        internal void KeepPlan(string key, string digest, string run, int most, Outcome outcome)
        {
            bool fits = outcome.Failure == null && IsSmall(outcome) && entries.Count < most / 2 && !entries.ContainsKey(key);
            if (fits && Begin(key, digest, run, most))
            {
                entries[key].IsPlan = true;
                End(key, outcome);
            }
        }

        /// <summary>Records the result of a write. The entry stays until all hosts have settled it.</summary>
        internal JournalEntry End(string key, Outcome outcome)
        {
            JournalEntry entry = entries[key];
            entry.IsDone = true;
            entry.Kept = IsSmall(outcome) ? outcome : null;
            Keep(entry);
            Leave(entry);
            return entry;
        }

        /// <summary>Records that this run of a host has stored the results.</summary>
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

        /// <summary>The last link of a host ended.</summary>
        internal void Went(string run, long now)
        {
            away[run] = now;
        }

        /// <summary>Removes the entries for which only hosts wait that have been away for ten minutes.</summary>
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

        /// <summary>Removes the oldest plan. False if there is none.</summary>
        private bool DropPlan()
        {
            JournalEntry oldest = null;
            foreach (JournalEntry entry in entries.Values)
            {
                if (entry.IsPlan && (oldest == null || entry.Number < oldest.Number))
                {
                    oldest = entry;
                }
            }
            if (oldest != null)
            {
                Remove(oldest);
            }
            return oldest != null;
        }

        private void Remove(JournalEntry entry)
        {
            entries.Remove(entry.Key);
            if (store != null)
            {
                store.Remove(entry.Key);
            }
        }

        private static bool IsSmall(Outcome outcome)
        {
            return outcome.Bytes == null && (outcome.Value == null || Encoding.UTF8.GetByteCount(outcome.Value) <= Protocol.KeptResult);
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
            // A write that began in an earlier domain load never ends, so its entry can be removed once it is settled.
            if (entry.Owing.Count == 0 && (entry.IsDone || IsOrphan(entry)))
            {
                Remove(entry);
            }
        }
    }
}
