using System;
using System.Collections.Generic;
using System.Text;

namespace UnityTools.Bridge
{
    /// <summary>
    /// The path of a script that a host may write: below Assets or in an embedded package, with a name that every system
    /// and Unity accept. It only looks at the text; <see cref="ScriptPlace"/> looks at the disk.
    /// </summary>
    internal static class ScriptPath
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

        /// <summary>Folders directly below Assets in which Unity compiles no script.</summary>
        private static readonly string[] Uncompiled = { "StreamingAssets", "WebGLTemplates" };

        /// <exception cref="Failure">The path is not that of a script.</exception>
        internal static void Check(string path)
        {
            if (path.Length == 0 || path.Length > LongestPath)
            {
                throw Wrong(path, "has " + path.Length + " characters, and must have 1 to " + LongestPath);
            }
            if (path.IndexOf('\\') >= 0)
            {
                throw Wrong(path, "contains a backslash: separate folders by /");
            }
            if (path[0] == '/' || (path.Length > 1 && path[1] == ':'))
            {
                throw Wrong(path, "is absolute: begin it with Assets/");
            }
            string[] names = path.Split('/');
            foreach (string name in names)
            {
                string why = Fault(name);
                if (why != null)
                {
                    throw Wrong(path, why);
                }
            }
            CheckStart(path, names);
            if (!path.EndsWith(".cs", StringComparison.Ordinal))
            {
                throw Wrong(path, "does not end in .cs");
            }
        }

        internal static Failure Wrong(string path, string why)
        {
            return new Failure("invalid-argument", "`path` is \"" + Surrogates.Cut(path, 160) + "\", which " + why)
            {
                Hint = "give the path of a script, such as Assets/Scripts/Door.cs"
            };
        }

        private static void CheckStart(string path, string[] names)
        {
            bool isPackage = names[0] == "Packages";
            if (!isPackage && names[0] != "Assets")
            {
                throw Wrong(path, "begins neither with Assets/ nor with Packages/");
            }
            if (names.Length < (isPackage ? 3 : 2))
            {
                throw Wrong(path, isPackage ? "names no file in a package (Packages/NAME/FILE.cs)" : "names no file in Assets");
            }
            if (!isPackage && names.Length > 2 && Array.IndexOf(Uncompiled, names[1]) >= 0)
            {
                throw Wrong(path, "is in Assets/" + names[1] + ", in which Unity compiles no script");
            }
        }

        /// <summary>Why a name of a file or folder cannot be in the path; null if it can.</summary>
        private static string Fault(string name)
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
