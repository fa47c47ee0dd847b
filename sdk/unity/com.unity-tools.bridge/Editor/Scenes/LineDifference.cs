using System;
using System.Collections.Generic;

namespace UnityTools.Bridge
{
    /// <summary>
    /// The changed lines between two states of a Unity file. Documents are matched by their headers, which are unique, so
    /// only the lines of one document are compared with each other.
    /// </summary>
    internal sealed class LineDifference
    {
        private const string Header = "--- ";

        /// <summary>Maximum old lines times new lines that are compared with each other; more are compared by position.</summary>
        private const long MostCells = 1 << 20;

        private readonly int most;
        private string[] old;
        private string[] now;

        internal LineDifference(int most)
        {
            this.most = most;
        }

        /// <summary>The first changed lines.</summary>
        internal readonly List<ChangedLine> First = new List<ChangedLine>();

        /// <summary>The number of all changed lines.</summary>
        internal long Total;

        internal void Compare(string[] before, string[] after)
        {
            old = before;
            now = after;
            List<int> oldStarts = Documents(old);
            List<int> newStarts = Documents(now);
            int oldAt = 0;
            int newAt = 0;
            foreach (KeyValuePair<int, int> same in DocumentOrder.Common(Headers(old, oldStarts), Headers(now, newStarts)))
            {
                Replace(oldStarts[oldAt], oldStarts[same.Key], newStarts[newAt], newStarts[same.Value]);
                CompareLines(oldStarts[same.Key], oldStarts[same.Key + 1], newStarts[same.Value], newStarts[same.Value + 1]);
                oldAt = same.Key + 1;
                newAt = same.Value + 1;
            }
            Replace(oldStarts[oldAt], old.Length, newStarts[newAt], now.Length);
        }

        /// <summary>The first lines of all documents, and the end. What comes before the first header is a document, too.</summary>
        private static List<int> Documents(string[] lines)
        {
            List<int> starts = new List<int> { 0 };
            for (int at = 1; at < lines.Length; at++)
            {
                if (lines[at].StartsWith(Header, StringComparison.Ordinal))
                {
                    starts.Add(at);
                }
            }
            starts.Add(lines.Length);
            return starts;
        }

        private static List<string> Headers(string[] lines, List<int> starts)
        {
            List<string> headers = new List<string>();
            for (int at = 0; at < starts.Count - 1; at++)
            {
                headers.Add(at == 0 ? "" : lines[starts[at]]);
            }
            return headers;
        }

        /// <summary>Documents that are gone and new ones have no line in common.</summary>
        private void Replace(int oldFrom, int oldTo, int newFrom, int newTo)
        {
            for (int at = oldFrom; at < oldTo; at++)
            {
                Add(at, old[at], null);
            }
            for (int at = newFrom; at < newTo; at++)
            {
                Add(oldTo, null, now[at]);
            }
        }

        /// <summary>The lines of one document.</summary>
        private void CompareLines(int oldFrom, int oldTo, int newFrom, int newTo)
        {
            while (oldFrom < oldTo && newFrom < newTo && old[oldFrom] == now[newFrom])
            {
                oldFrom++;
                newFrom++;
            }
            while (oldFrom < oldTo && newFrom < newTo && old[oldTo - 1] == now[newTo - 1])
            {
                oldTo--;
                newTo--;
            }
            foreach (KeyValuePair<int, int> same in Common(oldFrom, oldTo, newFrom, newTo, (one, other) => one == other))
            {
                Between(oldFrom, same.Key, newFrom, same.Value);
                oldFrom = same.Key + 1;
                newFrom = same.Value + 1;
            }
            Between(oldFrom, oldTo, newFrom, newTo);
        }

        /// <summary>The lines between two unchanged ones. Lines that set the same key are one change.</summary>
        private void Between(int oldFrom, int oldTo, int newFrom, int newTo)
        {
            foreach (KeyValuePair<int, int> same in Common(oldFrom, oldTo, newFrom, newTo, IsSameKey))
            {
                Replace(oldFrom, same.Key, newFrom, same.Value);
                Add(same.Key, old[same.Key], now[same.Value]);
                oldFrom = same.Key + 1;
                newFrom = same.Value + 1;
            }
            Replace(oldFrom, oldTo, newFrom, newTo);
        }

        /// <summary>Whether two lines set the same key. Items of lists and paths of overrides begin other ones.</summary>
        private static bool IsSameKey(string one, string other)
        {
            int colon = one.IndexOf(':');
            string row = one.TrimStart();
            return colon >= 0 && other.Length > colon && string.CompareOrdinal(one, 0, other, 0, colon + 1) == 0
                && !row.StartsWith("- ", StringComparison.Ordinal) && !row.StartsWith("propertyPath:", StringComparison.Ordinal);
        }

        /// <summary>A longest common subsequence, as pairs of an old and a new line.</summary>
        private List<KeyValuePair<int, int>> Common(int oldFrom, int oldTo, int newFrom, int newTo, Func<string, string, bool> isSame)
        {
            List<KeyValuePair<int, int>> found = new List<KeyValuePair<int, int>>();
            int height = oldTo - oldFrom;
            int width = newTo - newFrom;
            if ((long)height * width > MostCells)
            {
                for (int shift = 0; shift < Math.Min(height, width); shift++)
                {
                    if (isSame(old[oldFrom + shift], now[newFrom + shift]))
                    {
                        found.Add(new KeyValuePair<int, int>(oldFrom + shift, newFrom + shift));
                    }
                }
                return found;
            }
            // Each cell has the number of common lines from its position to the ends.
            int[,] counts = new int[height + 1, width + 1];
            for (int at = height - 1; at >= 0; at--)
            {
                for (int to = width - 1; to >= 0; to--)
                {
                    bool same = isSame(old[oldFrom + at], now[newFrom + to]);
                    counts[at, to] = same ? counts[at + 1, to + 1] + 1 : Math.Max(counts[at + 1, to], counts[at, to + 1]);
                }
            }
            for (int at = 0, to = 0; at < height && to < width;)
            {
                if (isSame(old[oldFrom + at], now[newFrom + to]))
                {
                    found.Add(new KeyValuePair<int, int>(oldFrom + at++, newFrom + to++));
                }
                else if (counts[at + 1, to] >= counts[at, to + 1])
                {
                    at++;
                }
                else
                {
                    to++;
                }
            }
            return found;
        }

        private void Add(int line, string before, string after)
        {
            Total++;
            if (First.Count < most)
            {
                First.Add(new ChangedLine { Line = line + 1, Old = before, New = after });
            }
        }
    }
}
