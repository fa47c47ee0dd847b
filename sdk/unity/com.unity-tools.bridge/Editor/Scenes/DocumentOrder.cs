using System;
using System.Collections.Generic;

namespace UnityTools.Bridge
{
    /// <summary>Matches the documents of two states of a file by their headers.</summary>
    internal static class DocumentOrder
    {
        /// <summary>
        /// The longest list of documents that both files have in the same order, as pairs of positions. A header that a
        /// damaged file has twice counts once.
        /// </summary>
        internal static List<KeyValuePair<int, int>> Common(List<string> old, List<string> now)
        {
            Dictionary<string, int> places = new Dictionary<string, int>(StringComparer.Ordinal);
            for (int at = 0; at < now.Count; at++)
            {
                places[now[at]] = at;
            }
            List<KeyValuePair<int, int>> both = new List<KeyValuePair<int, int>>();
            for (int at = 0; at < old.Count; at++)
            {
                int to;
                if (places.TryGetValue(old[at], out to))
                {
                    both.Add(new KeyValuePair<int, int>(at, to));
                    places.Remove(old[at]);
                }
            }
            return Growing(both);
        }

        /// <summary>A longest part of the list whose second numbers grow.</summary>
        private static List<KeyValuePair<int, int>> Growing(List<KeyValuePair<int, int>> pairs)
        {
            // ends[n] is the pair with the smallest second number that ends a growing list of n + 1 pairs.
            List<int> ends = new List<int>();
            int[] before = new int[pairs.Count];
            for (int at = 0; at < pairs.Count; at++)
            {
                int from = 0;
                int to = ends.Count;
                while (from < to)
                {
                    int middle = (from + to) / 2;
                    if (pairs[ends[middle]].Value < pairs[at].Value)
                    {
                        from = middle + 1;
                    }
                    else
                    {
                        to = middle;
                    }
                }
                before[at] = from == 0 ? -1 : ends[from - 1];
                if (from == ends.Count)
                {
                    ends.Add(at);
                }
                else
                {
                    ends[from] = at;
                }
            }
            List<KeyValuePair<int, int>> longest = new List<KeyValuePair<int, int>>();
            for (int at = ends.Count == 0 ? -1 : ends[ends.Count - 1]; at >= 0; at = before[at])
            {
                longest.Add(pairs[at]);
            }
            longest.Reverse();
            return longest;
        }
    }
}
