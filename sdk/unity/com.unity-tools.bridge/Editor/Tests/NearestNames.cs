using System;
using System.Collections.Generic;

namespace UnityTools.Bridge
{
    /// <summary>Finds the names that a user or a model probably meant.</summary>
    internal static class NearestNames
    {
        /// <summary>Longer names are compared by their ends.</summary>
        private const int Compared = 96;

        internal static List<string> Of(string wanted, IEnumerable<string> names, int most)
        {
            string given = wanted.Replace("*", "").ToLowerInvariant();
            List<KeyValuePair<int, string>> ranked = new List<KeyValuePair<int, string>>();
            foreach (string name in names)
            {
                ranked.Add(new KeyValuePair<int, string>(Distance(given, name.ToLowerInvariant()), name));
            }
            ranked.Sort((one, other) => one.Key != other.Key ? one.Key.CompareTo(other.Key) : string.CompareOrdinal(one.Value, other.Value));
            List<string> nearest = new List<string>();
            for (int at = 0; at < ranked.Count && at < most; at++)
            {
                nearest.Add(ranked[at].Value);
            }
            return nearest;
        }

        /// <summary>A name that contains the wanted text comes first. Its last part is compared too.</summary>
        private static int Distance(string given, string name)
        {
            if (given.Length > 0 && name.Contains(given))
            {
                return name.Length - given.Length - 4 * Compared;
            }
            string last = name.Substring(name.LastIndexOf('.') + 1);
            string lastGiven = given.Substring(given.LastIndexOf('.') + 1);
            return Math.Min(Edits(given, name), Edits(lastGiven, last) * 2 + 1);
        }

        /// <summary>How many letters must be inserted, removed or replaced.</summary>
        private static int Edits(string one, string other)
        {
            one = End(one);
            other = End(other);
            int[] row = new int[other.Length + 1];
            for (int at = 0; at <= other.Length; at++)
            {
                row[at] = at;
            }
            for (int from = 1; from <= one.Length; from++)
            {
                int diagonal = row[0];
                row[0] = from;
                for (int at = 1; at <= other.Length; at++)
                {
                    int replaced = diagonal + (one[from - 1] == other[at - 1] ? 0 : 1);
                    diagonal = row[at];
                    row[at] = Math.Min(replaced, Math.Min(row[at], row[at - 1]) + 1);
                }
            }
            return row[other.Length];
        }

        private static string End(string name)
        {
            return name.Length > Compared ? name.Substring(name.Length - Compared) : name;
        }
    }
}
