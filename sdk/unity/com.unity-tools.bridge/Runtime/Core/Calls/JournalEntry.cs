using System.Collections.Generic;

namespace UnityTools.Bridge
{
    /// <summary>One write that was begun.</summary>
    internal sealed class JournalEntry
    {
        internal string Key;
        internal string Digest;

        /// <summary>Its place among all beginnings, from 1.</summary>
        internal long Number;

        /// <summary>The load of the scripts in which it began.</summary>
        internal long Epoch;

        internal bool IsDone;

        /// <summary>Null while it is not done, and where the result is too large to keep.</summary>
        internal Outcome Kept;

        /// <summary>Runs of hosts that asked for it and have not settled it.</summary>
        internal readonly List<string> Owing = new List<string>();

        /// <summary>Calls that wait for its end besides the one that began it.</summary>
        internal readonly List<CallJob> Waiting = new List<CallJob>();
    }
}
