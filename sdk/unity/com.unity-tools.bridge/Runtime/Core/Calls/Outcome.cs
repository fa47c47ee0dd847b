using System.Collections.Generic;

namespace UnityTools.Bridge
{
    /// <summary>The outcome of a call: a value as JSON, or a failure.</summary>
    internal sealed class Outcome
    {
        internal string Value;
        internal Failure Failure;

        /// <summary>Null if there are no notes.</summary>
        internal List<string> Notes;

        /// <summary>The bytes that are sent next to the value in a binary frame; null if absent.</summary>
        internal byte[] Bytes;

        internal static Outcome Of(Failure failure)
        {
            return new Outcome { Failure = failure };
        }
    }
}
