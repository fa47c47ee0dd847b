using System;
using System.Globalization;
using System.IO;

namespace UnityTools.Bridge
{
    /// <summary>Copies of scripts from before they were written, for an undo. The oldest are deleted first.</summary>
    internal static class ScriptCopies
    {
        internal const string Folder = "Library/UnityTools/scripts";

        private const int Most = 64;
        private const long MostBytes = 32 << 20;
        private const string Text = ".old";
        private const string Meta = ".meta";

        /// <summary>Why an entry whose copy was deleted cannot be undone.</summary>
        internal static string WhyGone
        {
            get { return "the text before it was deleted, because " + Folder + " keeps " + Most + " texts of at most " + (MostBytes >> 20) + " MiB"; }
        }

        /// <summary>Stores a copy and returns its name.</summary>
        /// <param name="meta">The .meta file, if the script is deleted; null otherwise.</param>
        /// <exception cref="Failure">The copy cannot be written.</exception>
        internal static string Keep(byte[] text, byte[] meta)
        {
            try
            {
                Directory.CreateDirectory(ProjectFolder.Full(Folder));
                // Names grow with the time, so their order is that of the age.
                long number = DateTime.UtcNow.Ticks;
                string[] known = Files();
                if (known.Length > 0)
                {
                    long last;
                    string newest = Path.GetFileNameWithoutExtension(known[known.Length - 1]);
                    bool isNumber = long.TryParse(newest, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out last);
                    number = isNumber ? Math.Max(number, last + 1) : number;
                }
                string name = number.ToString("x16", CultureInfo.InvariantCulture);
                if (meta != null)
                {
                    File.WriteAllBytes(Full(name, Meta), meta);
                }
                AtomicFile.Write(Full(name, Text), Full(name, Text) + ".new", text);
                Prune();
                return name;
            }
            catch (Exception error) when (AtomicFile.IsDiskError(error))
            {
                throw new Failure("unity", "cannot keep the present text in " + Folder + ", so nothing was written: " + error.Message);
            }
        }

        internal static bool Has(string name)
        {
            return File.Exists(Full(name, Text));
        }

        /// <exception cref="Failure">The copy was deleted, or cannot be read.</exception>
        internal static byte[] Read(string name)
        {
            try
            {
                return File.ReadAllBytes(Full(name, Text));
            }
            catch (Exception error) when (AtomicFile.IsDiskError(error))
            {
                throw new Failure("conflict", Has(name) ? "cannot read " + Folder + "/" + name + Text + ": " + error.Message : WhyGone);
            }
        }

        /// <summary>The .meta file of a script that was deleted; null if none was kept.</summary>
        internal static byte[] ReadMeta(string name)
        {
            return File.Exists(Full(name, Meta)) ? File.ReadAllBytes(Full(name, Meta)) : null;
        }

        private static void Prune()
        {
            string[] files = Files();
            long bytes = 0;
            for (int at = files.Length - 1; at >= 0; at--)
            {
                bytes += new FileInfo(files[at]).Length;
                if (files.Length - at > Most || bytes > MostBytes)
                {
                    File.Delete(files[at]);
                    File.Delete(Path.ChangeExtension(files[at], Meta));
                }
            }
        }

        /// <summary>The oldest first.</summary>
        private static string[] Files()
        {
            string[] files = Directory.GetFiles(ProjectFolder.Full(Folder), "*" + Text);
            Array.Sort(files, StringComparer.Ordinal);
            return files;
        }

        private static string Full(string name, string ending)
        {
            return ProjectFolder.Full(Folder + "/" + name + ending);
        }
    }
}
