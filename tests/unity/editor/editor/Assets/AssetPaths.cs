using System;
using System.Collections.Generic;
using System.IO;
using System.Text.RegularExpressions;

namespace UnityDouble
{
    /// <summary>Paths of assets: folders, what a folder contains, and references from file to file.</summary>
    internal static class AssetPaths
    {
        private static readonly Regex guidReference = new Regex(@"guid: ([0-9a-f]{32})", RegexOptions.CultureInvariant);
        private static readonly HashSet<string> textFiles = new HashSet<string>(StringComparer.OrdinalIgnoreCase) { ".unity", ".prefab", ".asset", ".mat", ".controller", ".anim" };

        /// <summary>True if the file belongs to the assets of the project.</summary>
        internal static bool IsAsset(string path)
        {
            return path.StartsWith("Assets/", StringComparison.Ordinal) || path.StartsWith("Packages/", StringComparison.Ordinal);
        }

        internal static string Folder(string path)
        {
            int slash = path.LastIndexOf('/');
            return slash < 0 ? string.Empty : path.Substring(0, slash);
        }

        /// <summary>Returns the paths of all assets inside a folder, at any depth.</summary>
        internal static List<string> Below(string folder)
        {
            List<string> paths = new List<string>();
            foreach (AssetEntry entry in AssetList.All)
            {
                if (entry.Path.StartsWith(folder + "/", StringComparison.Ordinal))
                {
                    paths.Add(entry.Path);
                }
            }
            return paths;
        }

        /// <summary>Adds a file that was written, and its folders, to the list of assets.</summary>
        internal static AssetEntry NoteWithFolders(string path)
        {
            string folder = Folder(path);
            if (folder.IndexOf('/') >= 0 && AssetList.OfPath(folder) == null)
            {
                NoteWithFolders(folder);
            }
            return AssetList.Note(path);
        }

        internal static string[] Dependencies(string[] paths, bool recursive)
        {
            List<string> found = new List<string>(paths);
            for (int i = 0; i < (recursive ? found.Count : paths.Length); i++)
            {
                foreach (string path in References(found[i]))
                {
                    if (!found.Contains(path))
                    {
                        found.Add(path);
                    }
                }
            }
            found.Sort(StringComparer.Ordinal);
            return found.ToArray();
        }

        private static IEnumerable<string> References(string path)
        {
            string full = MetaFile.FullPath(path);
            if (!textFiles.Contains(Path.GetExtension(path)) || !File.Exists(full))
            {
                yield break;
            }
            foreach (Match match in guidReference.Matches(File.ReadAllText(full)))
            {
                AssetEntry entry = AssetList.OfGuid(match.Groups[1].Value);
                if (entry != null)
                {
                    yield return entry.Path;
                }
            }
        }
    }
}
