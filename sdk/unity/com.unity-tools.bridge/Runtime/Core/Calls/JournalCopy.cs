using System.Collections.Generic;

namespace UnityTools.Bridge
{
    /// <summary>The journal as `hello` sends it.</summary>
    internal sealed class JournalCopy
    {
        /// <summary>From this number on, no entry was lost without `settled`.</summary>
        internal long Oldest = 1;

        /// <summary>The number of the next write.</summary>
        internal long Next = 1;

        /// <summary>Maps each key to whether its write is done.</summary>
        internal readonly SortedDictionary<string, bool> Entries =
            new SortedDictionary<string, bool>(System.StringComparer.Ordinal);
    }
}
