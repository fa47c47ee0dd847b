using System;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>
    /// The stack of a console line, if the game's settings leave it out. Collected only for errors, because it costs
    /// too much for lines that a game may write all the time.
    /// </summary>
    internal static class CalledFrom
    {
        private const string Ours = "UnityTools.Bridge.";
        private const string targets = "UnityEngine.";

        /// <summary>Called on the thread that writes the line; the frames of the logging calls are left out.</summary>
        internal static string Now()
        {
            string[] lines = StackTraceUtility.ExtractStackTrace().Split('\n');
            int from = 0;
            while (from < lines.Length && (IsOf(lines[from], Ours) || IsOf(lines[from], targets)))
            {
                from++;
            }
            return string.Join("\n", lines, from, lines.Length - from);
        }

        private static bool IsOf(string line, string space)
        {
            return line.StartsWith(space, StringComparison.Ordinal);
        }
    }
}
