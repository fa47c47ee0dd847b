using System;
using System.Collections.Generic;
using System.IO;

namespace UnityTools.Bridge
{
    /// <summary>Checks the place of a script on the disk: no link leads away, and each name has the case of the disk.</summary>
    internal static class ScriptPlace
    {
        /// <summary>The full path.</summary>
        /// <param name="path">A path that <see cref="ScriptPath.Check"/> accepts.</param>
        /// <exception cref="Failure">A script cannot be there.</exception>
        internal static string Find(string path)
        {
            string[] names = path.Split('/');
            string folder = ProjectFolder.Root;
            string shown = "";
            for (int at = 0; at < names.Length; at++)
            {
                string full = Path.Combine(folder, names[at]);
                CheckCase(path, folder, shown, names[at]);
                shown += names[at];
                if (FileLink.Is(full))
                {
                    throw ScriptPath.Wrong(path, "leads through the symbolic link " + shown + ": give the path of the file itself, inside of the project");
                }
                bool isLast = at == names.Length - 1;
                if (isLast && Directory.Exists(full))
                {
                    throw ScriptPath.Wrong(path, "is a folder");
                }
                if (!isLast && File.Exists(full))
                {
                    throw ScriptPath.Wrong(path, "leads through " + shown + ", which is a file");
                }
                if (at == 1 && names[0] == "Packages" && !File.Exists(Path.Combine(full, "package.json")))
                {
                    throw ScriptPath.Wrong(path, "is in no embedded package: " + Embedded());
                }
                folder = full;
                shown += "/";
            }
            return folder;
        }

        /// <summary>
        /// A file system that ignores the case would write to the file with the other case, and Unity would keep two names
        /// for one file.
        /// </summary>
        private static void CheckCase(string path, string folder, string shown, string name)
        {
            string full = Path.Combine(folder, name);
            if (!File.Exists(full) && !Directory.Exists(full))
            {
                return;
            }
            string real = null;
            foreach (string entry in Directory.GetFileSystemEntries(folder))
            {
                string found = Path.GetFileName(entry);
                if (found == name)
                {
                    return;
                }
                real = string.Equals(found, name, StringComparison.OrdinalIgnoreCase) ? found : real;
            }
            if (real != null)
            {
                throw new Failure("conflict", "`path` is \"" + path + "\", and this file system has " + shown + real + " there, with another case")
                {
                    Hint = "give " + shown + real
                };
            }
        }

        private static string Embedded()
        {
            List<string> names = new List<string>();
            string packages = ProjectFolder.Full("Packages");
            foreach (string folder in Directory.Exists(packages) ? Directory.GetDirectories(packages) : new string[0])
            {
                if (File.Exists(Path.Combine(folder, "package.json")))
                {
                    names.Add(Path.GetFileName(folder));
                }
            }
            names.Sort(StringComparer.Ordinal);
            string known = names.Count == 0 ? "the project has none" : "the project has " + string.Join(", ", names.GetRange(0, Math.Min(20, names.Count)).ToArray());
            return known + "; Unity keeps other packages outside of the project, and they are read-only";
        }
    }
}
