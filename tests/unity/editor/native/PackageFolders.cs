using System;
using System.Collections.Generic;
using System.IO;

namespace UnityDouble
{
    /// <summary>A package that the manifest of the project names, or on which such a package depends.</summary>
    [Serializable]
    public sealed class PackageFolder
    {
        public string Name;

        /// <summary>What the manifest has: a version, a git address or a `file:` path.</summary>
        public string Wanted;

        /// <summary>The folder with its package.json.</summary>
        public string Folder;

        /// <summary>Whether the manifest names it.</summary>
        public bool IsDirect;
    }

    /// <summary>The packages of Packages/manifest.json, and where their files are.</summary>
    // Follows the manual, "Project manifest" and "How Unity resolves packages": registry and git packages are in Library/PackageCache,
    // and paths are relative to the folder Packages. The double takes the first wanted version of an indirect package.
    public static class PackageFolders
    {
        /// <summary>Returns the packages whose folders exist, direct ones first.</summary>
        public static List<PackageFolder> Find(EditorOptions options)
        {
            List<PackageFolder> found = new List<PackageFolder>();
            foreach (KeyValuePair<string, string> one in Manifest(options))
            {
                Add(options, found, one.Key, one.Value, true);
            }
            for (int at = 0; at < found.Count; at++)
            {
                foreach (KeyValuePair<string, string> one in Dependencies(Path.Combine(found[at].Folder, "package.json")))
                {
                    if (!found.Exists(delegate(PackageFolder known) { return known.Name == one.Key; }))
                    {
                        Add(options, found, one.Key, one.Value, false);
                    }
                }
            }
            return found;
        }

        /// <summary>Returns the direct dependencies of the project.</summary>
        public static Dictionary<string, string> Manifest(EditorOptions options)
        {
            return Dependencies(Path.Combine(options.Project, "Packages", "manifest.json"));
        }

        /// <summary>Returns the `dependencies` of a JSON file; none if there is no file.</summary>
        public static Dictionary<string, string> Dependencies(string file)
        {
            Dictionary<string, string> found = new Dictionary<string, string>(StringComparer.Ordinal);
            object all = null;
            if (File.Exists(file) && Json.ReadObject(File.ReadAllText(file)).TryGetValue("dependencies", out all))
            {
                foreach (KeyValuePair<string, object> one in (Dictionary<string, object>)all)
                {
                    found[one.Key] = (string)one.Value;
                }
            }
            return found;
        }

        /// <summary>Returns the folder for a dependency.</summary>
        public static string FolderOf(EditorOptions options, string name, string wanted)
        {
            if (wanted.StartsWith("file:", StringComparison.Ordinal) && !wanted.StartsWith("file://", StringComparison.Ordinal))
            {
                return Path.GetFullPath(Path.Combine(options.Project, "Packages", wanted.Substring(5)));
            }
            string version = wanted.IndexOf(':') >= 0 ? "git" : wanted;
            return Path.Combine(options.Project, "Library", "PackageCache", name + "@" + version);
        }

        private static void Add(EditorOptions options, List<PackageFolder> to, string name, string wanted, bool isDirect)
        {
            string folder = FolderOf(options, name, wanted);
            if (File.Exists(Path.Combine(folder, "package.json")))
            {
                to.Add(new PackageFolder { Name = name, Wanted = wanted, Folder = folder, IsDirect = isDirect });
            }
        }
    }
}
