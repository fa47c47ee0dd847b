using System;
using System.Collections.Generic;
using System.IO;
using System.Security.Cryptography;
using System.Text;

namespace UnityTools.Bridge
{
    /// <summary>The files of an asset on the disk: of a folder also everything below it, with the .meta files.</summary>
    internal static class AssetTree
    {
        internal const string Meta = ".meta";

        private const int MostKnown = 20000;

        /// <summary>The contents of larger files are not compared, because the main thread would not run meanwhile.</summary>
        private const long LargestRead = 256 << 20;

        /// <summary>Digests of files by their paths, with the sizes and times: lists of entries compare the same files often.</summary>
        private static readonly Dictionary<string, KeyValuePair<string, string>> Known =
            new Dictionary<string, KeyValuePair<string, string>>(StringComparer.Ordinal);

        internal static bool Exists(string path)
        {
            string full = ProjectFolder.Full(path);
            return File.Exists(full) || Directory.Exists(full);
        }

        /// <summary>The paths of all files and folders below a folder, .meta files included, in a fixed order; a folder comes before its contents.</summary>
        /// <exception cref="Failure">The folder contains a link.</exception>
        internal static IEnumerable<string> Below(string folder)
        {
            string[] entries = Directory.GetFileSystemEntries(ProjectFolder.Full(folder));
            Array.Sort(entries, StringComparer.Ordinal);
            foreach (string entry in entries)
            {
                string path = folder + "/" + Path.GetFileName(entry);
                if (FileLink.Is(entry))
                {
                    throw new Failure("unsupported", folder + " contains the link " + path + ", and links are neither copied nor deleted")
                    {
                        Hint = "remove the link, or change the other assets of the folder one by one"
                    };
                }
                yield return path;
                if (Directory.Exists(entry))
                {
                    foreach (string inside in Below(path))
                    {
                        yield return inside;
                    }
                }
            }
        }

        /// <summary>The size of all files, .meta files included.</summary>
        internal static long Bytes(string path)
        {
            long bytes = Size(path) + Size(path + Meta);
            if (Directory.Exists(ProjectFolder.Full(path)))
            {
                foreach (string inside in Below(path))
                {
                    bytes += Size(inside);
                }
            }
            return bytes;
        }

        /// <summary>A digest of all names and contents; null if there is nothing at the path.</summary>
        /// <param name="exact">False if a file of the same size and time may count as unchanged.</param>
        internal static string Digest(string path, bool exact)
        {
            if (!Exists(path))
            {
                return null;
            }
            StringBuilder all = new StringBuilder();
            Add(all, "", path, exact);
            Add(all, Meta, path + Meta, exact);
            if (Directory.Exists(ProjectFolder.Full(path)))
            {
                foreach (string inside in Below(path))
                {
                    Add(all, inside.Substring(path.Length), inside, exact);
                }
            }
            using (SHA256 hash = SHA256.Create())
            {
                return Hex.Of(hash.ComputeHash(Encoding.UTF8.GetBytes(all.ToString())));
            }
        }

        /// <summary>The SHA-256 of a file, of a large one its size and time; null if there is none.</summary>
        /// <param name="exact">False if a file of the same size and time may count as unchanged.</param>
        internal static string FileDigest(string path, bool exact)
        {
            FileInfo file = new FileInfo(ProjectFolder.Full(path));
            if (!file.Exists)
            {
                return null;
            }
            string stamp = file.Length + " " + file.LastWriteTimeUtc.Ticks;
            if (file.Length > LargestRead)
            {
                return "size and time " + stamp;
            }
            KeyValuePair<string, string> known;
            if (!exact && Known.TryGetValue(path, out known) && known.Key == stamp)
            {
                return known.Value;
            }
            string digest = DigestOf(file.FullName);
            if (Known.Count > MostKnown)
            {
                Known.Clear();
            }
            Known[path] = new KeyValuePair<string, string>(stamp, digest);
            return digest;
        }

        /// <summary>The SHA-256 of a file by its full path; null if there is none.</summary>
        internal static string DigestOf(string full)
        {
            if (!File.Exists(full))
            {
                return null;
            }
            using (SHA256 hash = SHA256.Create())
            using (FileStream file = File.OpenRead(full))
            {
                return Hex.Of(hash.ComputeHash(file));
            }
        }

        /// <summary>The id that the .meta file of an asset has; null if there is none.</summary>
        internal static string Guid(string path)
        {
            string full = ProjectFolder.Full(path) + Meta;
            if (!File.Exists(full))
            {
                return null;
            }
            string line = Array.Find(File.ReadAllLines(full), one => one.StartsWith("guid:", StringComparison.Ordinal));
            return line == null ? null : line.Substring(5).Trim();
        }

        /// <summary>Copies a file or a folder with everything below it, and the .meta file beside it. The .meta files come first.</summary>
        internal static void Copy(string from, string to)
        {
            if (File.Exists(from + Meta))
            {
                File.Copy(from + Meta, to + Meta);
            }
            CopyContent(from, to);
        }

        private static void CopyContent(string from, string to)
        {
            if (!Directory.Exists(from))
            {
                File.Copy(from, to);
                return;
            }
            Directory.CreateDirectory(to);
            string[] files = Directory.GetFiles(from);
            Array.Sort(files, (one, other) => IsMeta(one) == IsMeta(other) ? string.CompareOrdinal(one, other) : IsMeta(one) ? -1 : 1);
            foreach (string file in files)
            {
                File.Copy(file, Path.Combine(to, Path.GetFileName(file)));
            }
            foreach (string folder in Directory.GetDirectories(from))
            {
                CopyContent(folder, Path.Combine(to, Path.GetFileName(folder)));
            }
        }

        private static bool IsMeta(string file)
        {
            return file.EndsWith(Meta, StringComparison.Ordinal);
        }

        private static long Size(string path)
        {
            FileInfo file = new FileInfo(ProjectFolder.Full(path));
            return file.Exists ? file.Length : 0;
        }

        private static void Add(StringBuilder all, string name, string path, bool exact)
        {
            all.Append(name).Append('|').Append(FileDigest(path, exact) ?? "none").Append('\n');
        }
    }
}
