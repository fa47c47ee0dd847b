using System;
using System.Collections.Generic;
using System.IO;

namespace UnityDouble
{
    /// <summary>
    /// A file of ProjectSettings as lines: it reads and replaces the scalar values of its first document and keeps
    /// everything else as it is.
    /// </summary>
    internal sealed class SettingsFile
    {
        private readonly string path;
        private readonly string head;

        /// <summary>Names a file; <paramref name="head"/> starts it if it is missing.</summary>
        internal SettingsFile(string name, string head)
        {
            path = Path.Combine(Native.Options.Project, "ProjectSettings", name);
            this.head = head;
        }

        internal string Get(string key, string otherwise)
        {
            if (!File.Exists(path))
            {
                return otherwise;
            }
            foreach (string line in File.ReadAllLines(path))
            {
                if (Matches(line, key))
                {
                    return line.Substring(line.IndexOf(':') + 1).Trim();
                }
            }
            return otherwise;
        }

        internal void Set(string key, string value)
        {
            List<string> lines = new List<string>(File.Exists(path) ? File.ReadAllLines(path) : head.Split('\n'));
            string wanted = "  " + key + ": " + value;
            int at = lines.FindIndex(delegate(string line) { return Matches(line, key); });
            if (at >= 0)
            {
                lines[at] = wanted;
            }
            else
            {
                lines.Add(wanted);
            }
            File.WriteAllText(path, string.Join("\n", lines) + "\n");
        }

        private static bool Matches(string line, string key)
        {
            return line.StartsWith("  " + key + ":", StringComparison.Ordinal);
        }
    }
}
