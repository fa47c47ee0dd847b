namespace UnityTools.Bridge
{
    /// <summary>Where the journal outlives a load of the scripts: a slot for each entry.</summary>
    internal interface IJournalStore
    {
        /// <summary>On the main thread where a write begins or ends; else under the journal's lock on any.</summary>
        void Put(string key, string slot);

        /// <summary>From any thread.</summary>
        void Remove(string key);
    }
}
