using System.Collections.Generic;

namespace UnityTools.Bridge
{
    /// <summary>Storage in which the journal of edits survives a domain load. Used on the main thread only.</summary>
    internal interface IEditStore
    {
        /// <summary>The entries that earlier domain loads left, in any order.</summary>
        IEnumerable<string> Read();

        void Put(long id, string entry);

        void Remove(long id);
    }
}
