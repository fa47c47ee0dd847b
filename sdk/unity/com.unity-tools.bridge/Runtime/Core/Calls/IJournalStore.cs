namespace UnityTools.Bridge
{
    /// <summary>Storage in which the journal survives a domain load, with one slot for each entry.</summary>
    internal interface IJournalStore
    {
        /// <summary>
        /// Called on the main thread when a write begins or ends; otherwise on any thread, under the lock of the
        /// journal.
        /// </summary>
        void Put(string key, string slot);

        /// <summary>Called from any thread.</summary>
        void Remove(string key);
    }
}
