using System.Collections.Generic;

namespace UnityTools.Bridge
{
    /// <summary>The journal as `hello` tells it.</summary>
    internal sealed class JournalCopy
    {
        /// <summary>From here on nothing was lost without `settled`.</summary>
        internal long Oldest = 1;

        /// <summary>The number that the next write gets.</summary>
        internal long Next = 1;

        /// <summary>Key to whether it is done.</summary>
        internal readonly SortedDictionary<string, bool> Entries =
            new SortedDictionary<string, bool>(System.StringComparer.Ordinal);
    }
}
