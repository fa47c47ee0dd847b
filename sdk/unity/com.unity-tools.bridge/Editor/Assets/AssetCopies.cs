using System;
using System.Globalization;
using System.IO;

namespace UnityTools.Bridge
{
    /// <summary>
    /// Copies of assets from before they were changed or deleted, for an undo: one folder for each batch of changes. The
    /// oldest folders are deleted first.
    /// </summary>
    internal sealed class AssetCopies
    {
        internal const string Folder = "Library/UnityTools/assets";

        /// <summary>More is never copied, so a delete of more is refused.</summary>
        internal const long LargestCopy = 1L << 30;

        private const int Most = 64;
        private const long MostBytes = 2L << 30;

        private string name;
        private int count;

        /// <summary>Why an entry whose copies were deleted cannot be undone.</summary>
        internal static string WhyGone
        {
            get
            {
                return "the files before it were deleted, because " + Folder + " keeps the files of " + Most + " changes of at most "
                    + (MostBytes >> 30) + " GiB, and none of more than " + (LargestCopy >> 30) + " GiB";
            }
        }

        /// <summary>Copies an asset with its .meta file.</summary>
        /// <returns>The name of the copy; empty if it would be too large.</returns>
        internal string Keep(string path)
        {
            return AssetTree.Bytes(path) > LargestCopy ? "" : Add(copy => AssetTree.Copy(ProjectFolder.Full(path), copy));
        }

        /// <summary>Copies one file.</summary>
        internal string KeepFile(string path)
        {
            return Add(copy => File.Copy(ProjectFolder.Full(path), copy));
        }

        internal static bool Has(string kept)
        {
            string full = Full(kept);
            return kept.Length > 0 && (File.Exists(full) || Directory.Exists(full));
        }

        /// <summary>The full path of a copy.</summary>
        /// <exception cref="Failure">The copy was deleted.</exception>
        internal static string Find(string kept)
        {
            if (!Has(kept))
            {
                throw new Failure("conflict", WhyGone);
            }
            return Full(kept);
        }

        /// <summary>Whether the text is a name that <see cref="Keep"/> returns.</summary>
        internal static bool IsName(string kept)
        {
            string[] parts = kept.Split('-');
            int number;
            return kept.Length == 0
                || (parts.Length == 2 && Hex.Is(parts[0], 16) && int.TryParse(parts[1], NumberStyles.None, CultureInfo.InvariantCulture, out number));
        }

        /// <summary>Deletes the oldest folders. Those of this batch stay.</summary>
        internal void Prune()
        {
            if (name == null)
            {
                return;
            }
            string[] folders = Folders();
            long bytes = 0;
            for (int at = folders.Length - 1; at >= 0; at--)
            {
                bytes += Size(new DirectoryInfo(folders[at]));
                if ((folders.Length - at > Most || bytes > MostBytes) && Path.GetFileName(folders[at]) != name)
                {
                    Directory.Delete(folders[at], true);
                }
            }
        }

        private string Add(Action<string> copy)
        {
            try
            {
                name = name ?? NewName();
                string kept = name + "-" + count.ToString(CultureInfo.InvariantCulture);
                count++;
                Directory.CreateDirectory(ProjectFolder.Full(Folder + "/" + name));
                copy(Full(kept));
                return kept;
            }
            catch (Exception error) when (AtomicFile.IsDiskError(error))
            {
                throw new Failure("unity", "cannot keep the present files in " + Folder + ": " + error.Message);
            }
        }

        /// <summary>Names grow with the time, so their order is that of the age.</summary>
        private static string NewName()
        {
            long number = DateTime.UtcNow.Ticks;
            string[] known = Folders();
            long last;
            if (known.Length > 0 && long.TryParse(Path.GetFileName(known[known.Length - 1]), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out last))
            {
                number = Math.Max(number, last + 1);
            }
            return number.ToString("x16", CultureInfo.InvariantCulture);
        }

        /// <summary>The oldest first.</summary>
        private static string[] Folders()
        {
            string all = ProjectFolder.Full(Folder);
            string[] folders = Directory.Exists(all) ? Directory.GetDirectories(all) : new string[0];
            Array.Sort(folders, StringComparer.Ordinal);
            return folders;
        }

        private static long Size(DirectoryInfo folder)
        {
            long bytes = 0;
            foreach (FileInfo file in folder.GetFiles("*", SearchOption.AllDirectories))
            {
                bytes += file.Length;
            }
            return bytes;
        }

        private static string Full(string kept)
        {
            return ProjectFolder.Full(Folder + "/" + kept.Replace('-', '/'));
        }
    }
}
