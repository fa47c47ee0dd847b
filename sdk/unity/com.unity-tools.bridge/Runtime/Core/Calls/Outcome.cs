using System.Collections.Generic;

namespace UnityTools.Bridge
{
    /// <summary>What a call came to: a value as JSON, or a failure.</summary>
    internal sealed class Outcome
    {
        internal string Value;
        internal Failure Failure;

        /// <summary>Null where there are none.</summary>
        internal List<string> Notes;

        /// <summary>What goes beside the value in a binary frame; null for none.</summary>
        internal byte[] Bytes;

        internal static Outcome Of(Failure failure)
        {
            return new Outcome { Failure = failure };
        }
    }
}
