using System;
using System.Diagnostics;

namespace UnityTools.Bridge
{
    /// <summary>Milliseconds that only go forward. Tests give one that they turn themselves.</summary>
    internal class Clock
    {
        private static readonly DateTime Epoch = new DateTime(1970, 1, 1, 0, 0, 0, DateTimeKind.Utc);

        /// <summary>Since some moment before the process's first question.</summary>
        internal virtual long Milliseconds
        {
            get { return (long)(Stopwatch.GetTimestamp() * (1000.0 / Stopwatch.Frequency)); }
        }

        /// <summary>The time of day: milliseconds since 1970.</summary>
        internal virtual long SinceEpoch
        {
            get { return (long)(DateTime.UtcNow - Epoch).TotalMilliseconds; }
        }
    }
}
