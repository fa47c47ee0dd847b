using System.Collections.Generic;

namespace UnityTools.Bridge
{
    /// <summary>One write that was begun.</summary>
    internal sealed class JournalEntry
    {
        internal string Key;
        internal string Digest;

        /// <summary>Its position in the order in which writes began, from 1.</summary>
        internal long Number;

        /// <summary>The domain load in which it began.</summary>
        internal long Epoch;

        internal bool IsDone;

        /// <summary>Whether it is a read that planned a write. It gives its place to a write that needs it.</summary>
        internal bool IsPlan;

        /// <summary>Null while the write is not done, or if the result is too large to keep.</summary>
        internal Outcome Kept;

        /// <summary>Runs of hosts that requested it and have not settled it.</summary>
        internal readonly List<string> Owing = new List<string>();

        /// <summary>Calls that wait for its result, besides the call that began it.</summary>
        internal readonly List<CallJob> Waiting = new List<CallJob>();
    }
}
