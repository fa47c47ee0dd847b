using System;

namespace UnityTools.Bridge
{
    /// <summary>
    /// The delay before the next connection attempt: none, then 0.25 s, doubling up to 5 s, each ±20 %.
    /// </summary>
    internal sealed class Backoff
    {
        private const int First = 250;
        private const int Longest = 5000;

        private readonly Random random;
        private int next;

        internal Backoff(Random random)
        {
            this.random = random;
        }

        /// <summary>A link was open: the next attempt has no delay.</summary>
        internal void Reset()
        {
            next = 0;
        }

        /// <summary>Milliseconds until the next attempt.</summary>
        internal int Next()
        {
            int wait = next;
            next = next == 0 ? First : Math.Min(Longest, next * 2);
            return (int)(wait * (0.8 + 0.4 * random.NextDouble()));
        }
    }
}
