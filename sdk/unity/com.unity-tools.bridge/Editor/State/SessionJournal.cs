using System.Collections.Generic;
using UnityEditor;

namespace UnityTools.Bridge
{
    /// <summary>
    /// Keeps the journal of writes in Unity's session state, which survives domain reloads and ends with the process. Each
    /// entry has a numbered slot, because session state cannot be enumerated.
    /// </summary>
    /// <remarks>
    /// Session state is used on the main thread only. Removals by other threads are stored at the next
    /// <see cref="Flush"/>; an entry that is restored although it was removed is settled again.
    /// </remarks>
    internal sealed class SessionJournal : IJournalStore
    {
        private const string Slots = "UnityTools.Bridge.Journal.Slots";
        private const string Slot = "UnityTools.Bridge.Journal.";

        private readonly object gate = new object();
        private readonly int mainThread = System.Threading.Thread.CurrentThread.ManagedThreadId;
        private readonly Dictionary<string, int> places = new Dictionary<string, int>(System.StringComparer.Ordinal);
        private readonly SortedSet<int> free = new SortedSet<int>();

        /// <summary>Slots that differ from the session state; null for a slot that became free.</summary>
        private readonly Dictionary<int, string> unsaved = new Dictionary<int, string>();

        private int slots;
        private int savedSlots;
        private volatile bool isUnsaved;

        /// <summary>The entries that earlier domain loads left.</summary>
        internal List<string> Read()
        {
            List<string> entries = new List<string>();
            slots = savedSlots = SessionState.GetInt(Slots, 0);
            for (int at = 0; at < slots; at++)
            {
                string entry = SessionState.GetString(Slot + at, "");
                if (entry.Length == 0)
                {
                    free.Add(at);
                    continue;
                }
                entries.Add(entry);
                places[JournalSlots.Read(entry).Key] = at;
            }
            return entries;
        }

        public void Put(string key, string slot)
        {
            lock (gate)
            {
                int at;
                if (!places.TryGetValue(key, out at))
                {
                    at = free.Count > 0 ? free.Min : slots++;
                    free.Remove(at);
                    places[key] = at;
                }
                unsaved[at] = slot;
                isUnsaved = true;
            }
            // A write that begins or ends is stored at once: the process may end before the next flush.
            if (System.Threading.Thread.CurrentThread.ManagedThreadId == mainThread)
            {
                Flush();
            }
        }

        public void Remove(string key)
        {
            lock (gate)
            {
                int at;
                if (places.TryGetValue(key, out at))
                {
                    places.Remove(key);
                    free.Add(at);
                    unsaved[at] = null;
                    isUnsaved = true;
                }
            }
        }

        /// <summary>Stores what other threads changed. Called on the main thread.</summary>
        internal void Flush()
        {
            if (!isUnsaved)
            {
                return;
            }
            lock (gate)
            {
                foreach (KeyValuePair<int, string> slot in unsaved)
                {
                    if (slot.Value == null)
                    {
                        SessionState.EraseString(Slot + slot.Key);
                    }
                    else
                    {
                        SessionState.SetString(Slot + slot.Key, slot.Value);
                    }
                }
                unsaved.Clear();
                isUnsaved = false;
                if (slots != savedSlots)
                {
                    SessionState.SetInt(Slots, slots);
                    savedSlots = slots;
                }
            }
        }
    }
}
