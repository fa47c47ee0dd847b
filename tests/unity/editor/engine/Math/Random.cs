using System;

namespace UnityEngine
{
    /// <summary>Random numbers of a generator with a seed. The numbers are not those of Unity, which are native.</summary>
    // Follows Runtime/Export/Random/Random.bindings.cs: members, and which ends of a range belong to it.
    public static class Random
    {
        private static State current = Seeded(Environment.TickCount);

        public static State state
        {
            get { return current; }
            set { current = value; }
        }

        public static float value
        {
            get { return (Next() & 0x7FFFFF) / (float)0x7FFFFF; }
        }

        public static void InitState(int seed)
        {
            current = Seeded(seed);
        }

        public static float Range(float minInclusive, float maxInclusive)
        {
            return minInclusive + ((maxInclusive - minInclusive) * value);
        }

        public static int Range(int minInclusive, int maxExclusive)
        {
            long length = (long)maxExclusive - minInclusive;
            return length == 0 ? minInclusive : (int)(minInclusive + (Next() % length));
        }

        private static State Seeded(int seed)
        {
            // The generator must not begin with zeros only.
            return new State { s0 = seed, s1 = (seed * 1812433253) + 1, s2 = 362436069, s3 = 521288629 };
        }

        private static uint Next()
        {
            int mixed = current.s0 ^ (current.s0 << 11);
            int last = current.s3 ^ (int)((uint)current.s3 >> 19) ^ mixed ^ (int)((uint)mixed >> 8);
            current = new State { s0 = current.s1, s1 = current.s2, s2 = current.s3, s3 = last };
            return (uint)last;
        }

        /// <summary>The state of the generator.</summary>
        [Serializable]
        public struct State
        {
            [SerializeField]
            internal int s0;

            [SerializeField]
            internal int s1;

            [SerializeField]
            internal int s2;

            [SerializeField]
            internal int s3;
        }
    }
}
