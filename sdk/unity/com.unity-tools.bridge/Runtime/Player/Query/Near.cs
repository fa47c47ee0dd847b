using System;
using System.Collections.Generic;

namespace UnityTools.Bridge
{
    /// <summary>Suggests at most three similar names, in the same way as the host.</summary>
    internal static class Near
    {
        private const int Most = 3;
        private const int Longest = 512;

        /// <summary>
        /// Matches if a third of the characters differ, if one contains the other, or if the text is the initials of
        /// the words of the name.
        /// </summary>
        internal static List<string> To(string written, IEnumerable<string> known)
        {
            string wanted = Plain(written);
            List<KeyValuePair<int, string>> rated = new List<KeyValuePair<int, string>>();
            foreach (string name in known)
            {
                int distance = IsInitials(wanted, name) ? 1 : Distance(wanted, Plain(name));
                if (distance >= 0 && !rated.Exists(one => one.Value == name))
                {
                    rated.Add(new KeyValuePair<int, string>(distance, name));
                }
            }
            rated.Sort((a, b) => a.Key != b.Key ? a.Key.CompareTo(b.Key) : string.CompareOrdinal(a.Value, b.Value));
            return rated.GetRange(0, Math.Min(Most, rated.Count)).ConvertAll(one => one.Value);
        }

        /// <summary>An error about a missing name, with suggestions.</summary>
        internal static Failure None(string argument, string given, string message, IEnumerable<string> known, string otherwise)
        {
            List<string> near = To(given.Substring(given.LastIndexOf('.') + 1), known);
            JsonWriter facts = new JsonWriter();
            facts.Object().Name("argument").Text(argument).Name("given").Text(given).Name("nearest").List();
            near.ForEach(name => facts.Text(name));
            return new Failure("not-found", message)
            {
                Hint = near.Count == 0 ? otherwise : "did you mean " + string.Join(" or ", near.ToArray()) + "?",
                Facts = facts.EndList().EndObject().ToString()
            };
        }

        private static string Short(string name)
        {
            string last = name.Substring(name.LastIndexOf('.') + 1);
            return last.StartsWith("m_", StringComparison.Ordinal) ? last.Substring(2) : last;
        }

        private static string Plain(string name)
        {
            return Short(name).ToLowerInvariant().Replace('_', '-');
        }

        private static bool IsInitials(string wanted, string known)
        {
            if (wanted.Length < 3 || known.Length > Longest)
            {
                return false;
            }
            string firsts = "";
            char before = ' ';
            foreach (char letter in Short(known))
            {
                if (char.IsUpper(letter) || (char.IsLetterOrDigit(letter) && !char.IsLetterOrDigit(before)))
                {
                    firsts += char.ToLowerInvariant(letter);
                }
                before = letter;
            }
            return firsts == wanted;
        }

        /// <summary>The edit distance; -1 if it is too large.</summary>
        private static int Distance(string wanted, string known)
        {
            if (wanted.Length == 0 || wanted.Length > Longest || known.Length > Longest)
            {
                return -1;
            }
            int allowed = wanted.Length < 4 ? 1 : Math.Min(4, Math.Max(2, wanted.Length / 3));
            bool holds = (wanted.Length >= 3 && known.Contains(wanted)) || (known.Length >= 3 && wanted.Contains(known));
            if (!holds && Math.Abs(known.Length - wanted.Length) > allowed)
            {
                return -1;
            }
            int distance = Changes(wanted, known);
            return holds || (distance <= allowed && distance < wanted.Length) ? distance : -1;
        }

        /// <summary>Counts characters that are inserted, removed, replaced, or swapped with their neighbours.</summary>
        private static int Changes(string one, string other)
        {
            int[,] least = new int[one.Length + 1, other.Length + 1];
            for (int at = 0; at <= one.Length; at++)
            {
                for (int to = 0; to <= other.Length; to++)
                {
                    if (at == 0 || to == 0)
                    {
                        least[at, to] = at + to;
                        continue;
                    }
                    int same = one[at - 1] == other[to - 1] ? 0 : 1;
                    int found = Math.Min(least[at - 1, to - 1] + same, Math.Min(least[at - 1, to], least[at, to - 1]) + 1);
                    bool swapped = at > 1 && to > 1 && one[at - 1] == other[to - 2] && one[at - 2] == other[to - 1];
                    least[at, to] = swapped ? Math.Min(found, least[at - 2, to - 2] + 1) : found;
                }
            }
            return least[one.Length, other.Length];
        }
    }
}
