using System.Collections.Generic;

namespace UnityTools.Bridge
{
    /// <summary>Storage in which the journal of edits survives a domain load. Used on the main thread only.</summary>
    internal interface IEditStore
    {
        /// <summary>The entries that earlier domain loads left, in any order.</summary>
        IEnumerable<string> Read();

        /// <param name="isLasting">Whether the entry can be undone after a restart of Unity.</param>
        void Put(long id, string entry, bool isLasting);

        void Remove(long id);

        /// <summary>The change that <see cref="Change.Stored"/> describes.</summary>
        Change Restore(Json stored);
    }
}
