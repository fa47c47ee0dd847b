using System;
using System.Collections.Generic;
using System.IO;

namespace UnityTools.Bridge
{
    /// <summary>Checks a path of the project on the disk: no link leads away, and each name has the case of the disk.</summary>
    internal static class ProjectPlace
    {
        /// <summary>The full path.</summary>
        /// <param name="path">A path that <see cref="ProjectPath.Fault"/> accepts.</param>
        /// <param name="field">The name of the argument, for errors.</param>
        /// <param name="wrong">Makes the error of the path from the end of a sentence "which ...".</param>
        /// <exception cref="Failure">No file of the project can be there.</exception>
        internal static string Find(string path, string field, Func<string, Failure> wrong)
        {
            string[] names = path.Split('/');
            string folder = ProjectFolder.Root;
            string shown = "";
            for (int at = 0; at < names.Length; at++)
            {
                string full = Path.Combine(folder, names[at]);
                CheckCase(path, field, folder, shown, names[at]);
                shown += names[at];
                if (FileLink.Is(full))
                {
                    throw wrong("leads through the symbolic link " + shown + ": give the path of the file itself, inside of the project");
                }
                if (at < names.Length - 1 && File.Exists(full))
                {
                    throw wrong("leads through " + shown + ", which is a file");
                }
                if (at == 1 && names[0] == "Packages" && !File.Exists(Path.Combine(full, "package.json")))
                {
                    throw wrong("is in no embedded package: " + Embedded());
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
        private static void CheckCase(string path, string field, string folder, string shown, string name)
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
                throw new Failure("conflict", "`" + field + "` is \"" + path + "\", and this file system has " + shown + real + " there, with another case")
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
