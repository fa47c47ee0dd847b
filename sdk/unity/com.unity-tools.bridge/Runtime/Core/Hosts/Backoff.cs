using System;

namespace UnityTools.Bridge
{
    /// <summary>How long to wait before dialling again: at once, then 0.25 s, doubling to 5 s, each 20 % more or less.</summary>
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

        /// <summary>A link stood: the next try is at once.</summary>
        internal void Reset()
        {
            next = 0;
        }

        /// <summary>Milliseconds until the next try.</summary>
        internal int Next()
        {
            int wait = next;
            next = next == 0 ? First : Math.Min(Longest, next * 2);
            return (int)(wait * (0.8 + 0.4 * random.NextDouble()));
        }
    }
}
