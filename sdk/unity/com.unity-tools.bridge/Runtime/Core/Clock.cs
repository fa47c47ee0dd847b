using System;
using System.Diagnostics;

namespace UnityTools.Bridge
{
    /// <summary>A monotonic clock in milliseconds. Tests use a clock that they advance themselves.</summary>
    internal class Clock
    {
        private static readonly DateTime Epoch = new DateTime(1970, 1, 1, 0, 0, 0, DateTimeKind.Utc);

        /// <summary>Milliseconds since a fixed moment before the first query of the process.</summary>
        internal virtual long Milliseconds
        {
            get { return (long)(Stopwatch.GetTimestamp() * (1000.0 / Stopwatch.Frequency)); }
        }

        /// <summary>The wall-clock time in milliseconds since 1970.</summary>
        internal virtual long SinceEpoch
        {
            get { return (long)(DateTime.UtcNow - Epoch).TotalMilliseconds; }
        }
    }
}
