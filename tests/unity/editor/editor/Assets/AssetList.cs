using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Text;

namespace UnityDouble
{
    /// <summary>One file or folder below Assets or Packages.</summary>
    internal sealed class AssetEntry
    {
        internal string Path;
        internal string Guid;

        /// <summary>Changes if the file or its .meta file is written again.</summary>
        internal string Stamp;
    }

    /// <summary>What a refresh found.</summary>
    internal sealed class AssetChanges
    {
        internal readonly List<string> Imported = new List<string>();
        internal readonly List<string> Deleted = new List<string>();
        internal readonly List<string> Moved = new List<string>();
        internal readonly List<string> MovedFrom = new List<string>();

        internal bool Any
        {
            get { return Imported.Count + Deleted.Count + Moved.Count > 0; }
        }
    }

    /// <summary>The files and folders of the project with their GUIDs, as the last refresh found them.</summary>
    internal static class AssetList
    {
        private static readonly string[] roots = { "Assets", "Packages" };
        private static SortedDictionary<string, AssetEntry> byPath = new SortedDictionary<string, AssetEntry>(StringComparer.Ordinal);
        private static Dictionary<string, AssetEntry> byGuid = new Dictionary<string, AssetEntry>(StringComparer.Ordinal);

        private static string File
        {
            get { return MetaFile.FullPath("Library/AssetList.txt"); }
        }

        internal static IEnumerable<AssetEntry> All
        {
            get { return byPath.Values; }
        }

        internal static AssetEntry OfPath(string path)
        {
            return path != null && byPath.TryGetValue(path, out AssetEntry entry) ? entry : null;
        }

        internal static AssetEntry OfGuid(string guid)
        {
            return guid != null && byGuid.TryGetValue(guid, out AssetEntry entry) ? entry : null;
        }

        /// <summary>Compares the folders of the project with the list and updates the list.</summary>
        internal static AssetChanges Scan()
        {
            SortedDictionary<string, AssetEntry> now = new SortedDictionary<string, AssetEntry>(StringComparer.Ordinal);
            foreach (string root in roots)
            {
                if (Directory.Exists(MetaFile.FullPath(root)))
                {
                    Walk(root, now);
                }
            }
            AssetChanges changes = Compare(now);
            byPath = now;
            byGuid = new Dictionary<string, AssetEntry>(StringComparer.Ordinal);
            foreach (AssetEntry entry in now.Values)
            {
                byGuid[entry.Guid] = entry;
            }
            if (changes.Any)
            {
                Save();
            }
            return changes;
        }

        /// <summary>Reads the list that the last AppDomain or the last process saved.</summary>
        internal static void Load()
        {
            byPath.Clear();
            byGuid.Clear();
            if (!System.IO.File.Exists(File))
            {
                return;
            }
            foreach (string line in System.IO.File.ReadAllLines(File))
            {
                string[] parts = line.Split('\t');
                AssetEntry entry = new AssetEntry { Path = parts[0], Guid = parts[1], Stamp = parts[2] };
                byPath[entry.Path] = entry;
                byGuid[entry.Guid] = entry;
            }
        }

        /// <summary>Updates the entry of one file after the editor wrote it itself.</summary>
        internal static AssetEntry Note(string path)
        {
            if (byPath.TryGetValue(path, out AssetEntry old))
            {
                byGuid.Remove(old.Guid);
            }
            AssetEntry entry = Entry(path);
            byPath[path] = entry;
            byGuid[entry.Guid] = entry;
            Save();
            return entry;
        }

        private static void Save()
        {
            StringBuilder text = new StringBuilder();
            foreach (AssetEntry entry in byPath.Values)
            {
                text.Append(entry.Path).Append('\t').Append(entry.Guid).Append('\t').Append(entry.Stamp).Append('\n');
            }
            System.IO.File.WriteAllText(File, text.ToString());
        }

        private static AssetChanges Compare(SortedDictionary<string, AssetEntry> now)
        {
            AssetChanges changes = new AssetChanges();
            foreach (AssetEntry entry in now.Values)
            {
                AssetEntry before = OfGuid(entry.Guid);
                if (before != null && before.Path != entry.Path && !now.ContainsKey(before.Path))
                {
                    changes.Moved.Add(entry.Path);
                    changes.MovedFrom.Add(before.Path);
                }
                else if (OfPath(entry.Path) == null || OfPath(entry.Path).Stamp != entry.Stamp)
                {
                    changes.Imported.Add(entry.Path);
                }
            }
            foreach (AssetEntry entry in byPath.Values)
            {
                if (!now.ContainsKey(entry.Path) && !changes.MovedFrom.Contains(entry.Path))
                {
                    changes.Deleted.Add(entry.Path);
                }
            }
            return changes;
        }

        private static void Walk(string folder, SortedDictionary<string, AssetEntry> found)
        {
            string full = MetaFile.FullPath(folder);
            foreach (string file in Directory.GetFileSystemEntries(full))
            {
                string name = Path.GetFileName(file);
                string path = folder + "/" + name;
                if (name.EndsWith(MetaFile.Ending, StringComparison.Ordinal))
                {
                    DeleteIfOrphaned(file);
                    continue;
                }
                if (IsHidden(name) || folder == "Packages" && !Directory.Exists(file))
                {
                    continue;
                }
                found[path] = Entry(path);
                if (Directory.Exists(file))
                {
                    Walk(path, found);
                }
            }
        }

        private static AssetEntry Entry(string path)
        {
            string guid = MetaFile.GuidOf(path);
            string full = MetaFile.FullPath(path);
            string stamp = "folder";
            if (!Directory.Exists(full))
            {
                FileInfo file = new FileInfo(full);
                FileInfo meta = new FileInfo(full + MetaFile.Ending);
                stamp = string.Format(CultureInfo.InvariantCulture, "{0} {1} {2}", file.LastWriteTimeUtc.Ticks, file.Length, meta.LastWriteTimeUtc.Ticks);
            }
            return new AssetEntry { Path = path, Guid = guid, Stamp = stamp };
        }

        private static void DeleteIfOrphaned(string meta)
        {
            string asset = meta.Substring(0, meta.Length - MetaFile.Ending.Length);
            if (!System.IO.File.Exists(asset) && !Directory.Exists(asset))
            {
                System.IO.File.Delete(meta);
            }
        }

        // Follows the manual, "Hidden assets".
        private static bool IsHidden(string name)
        {
            return name.StartsWith(".", StringComparison.Ordinal) || name.EndsWith("~", StringComparison.Ordinal) || name == "cvs" || name.EndsWith(".tmp", StringComparison.Ordinal);
        }
    }
}
