using System;
using System.Collections.Generic;
using System.Text;

namespace UnityTools.Bridge
{
    /// <summary>
    /// Paths of files below Assets or Packages, with names that every system and Unity accept. It only looks at the text;
    /// <see cref="ProjectPlace"/> looks at the disk.
    /// </summary>
    internal static class ProjectPath
    {
        private const int LongestPath = 1024;
        private const int LongestName = 200;
        private const string Forbidden = "<>:\"|?*\\";

        /// <summary>Names of devices in Windows, also with an extension.</summary>
        private static readonly HashSet<string> Devices = new HashSet<string>(StringComparer.OrdinalIgnoreCase)
        {
            "con", "prn", "aux", "nul", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8", "com9",
            "lpt1", "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9"
        };

        /// <summary>Why the path is not allowed, as the end of a sentence "which ..."; null if it is.</summary>
        internal static string Fault(string path)
        {
            if (path.Length == 0 || path.Length > LongestPath)
            {
                return "has " + path.Length + " characters, and must have 1 to " + LongestPath;
            }
            if (path.IndexOf('\\') >= 0)
            {
                return "contains a backslash: separate folders by /";
            }
            if (path[0] == '/' || (path.Length > 1 && path[1] == ':'))
            {
                return "is absolute: begin it with Assets/";
            }
            string[] names = path.Split('/');
            foreach (string name in names)
            {
                string why = NameFault(name);
                if (why != null)
                {
                    return why;
                }
            }
            return names[0] == "Assets" || names[0] == "Packages" ? null : "begins neither with Assets/ nor with Packages/";
        }

        /// <summary>The folder of a path; empty if there is none.</summary>
        internal static string Folder(string path)
        {
            int end = path.LastIndexOf('/');
            return end < 0 ? "" : path.Substring(0, end);
        }

        /// <summary>The name of the file or folder of a path.</summary>
        internal static string Name(string path)
        {
            return path.Substring(path.LastIndexOf('/') + 1);
        }

        /// <summary>Whether a path is another one, or below it.</summary>
        internal static bool IsWithin(string path, string folder)
        {
            return path == folder || path.StartsWith(folder + "/", StringComparison.Ordinal);
        }

        /// <summary>Why a name of a file or folder cannot be in the path; null if it can.</summary>
        internal static string NameFault(string name)
        {
            if (name.Length == 0)
            {
                return "contains an empty name: two slashes, or one at the end";
            }
            if (name == "." || name == "..")
            {
                return "contains `" + name + "`: give the path without it";
            }
            if (name[0] == '.' || name[name.Length - 1] == '~' || string.Equals(name, "cvs", StringComparison.OrdinalIgnoreCase))
            {
                return "contains `" + name + "`, and Unity ignores names that begin with a dot or end with a tilde, and `cvs`";
            }
            if (name[name.Length - 1] == '.' || name[name.Length - 1] == ' ' || name[0] == ' ')
            {
                return "contains `" + name + "`: a name neither begins with a space nor ends with a space or a dot";
            }
            if (Encoding.UTF8.GetByteCount(name) > LongestName)
            {
                return "contains a name of more than " + LongestName + " bytes";
            }
            foreach (char letter in name)
            {
                if (letter < ' ' || letter == 127 || Forbidden.IndexOf(letter) >= 0)
                {
                    return "contains a character that no name may have: control characters and " + Forbidden;
                }
            }
            if (!Surrogates.Paired(name))
            {
                return "contains half of a surrogate pair";
            }
            int dot = name.IndexOf('.');
            string device = dot < 0 ? name : name.Substring(0, dot);
            return Devices.Contains(device) ? "contains `" + name + "`, which is the name of a device in Windows" : null;
        }
    }
}
