using System;
using System.Globalization;
using System.IO;

namespace UnityTools.Bridge
{
    /// <summary>Copies of scene files from before they were saved, in the Library folder of the project.</summary>
    internal static class SceneBackups
    {
        /// <summary>Older copies are deleted.</summary>
        private const int Most = 20;

        private const string Folder = "Library/UnityTools/backups";

        /// <summary>Copies the file as it is now. Returns the place of the copy; empty if there is no file yet.</summary>
        /// <exception cref="IOException">The copy cannot be written.</exception>
        internal static string Make(string file)
        {
            if (!File.Exists(ProjectFolder.Full(file)))
            {
                return "";
            }
            string folder = ProjectFolder.Full(Folder);
            Directory.CreateDirectory(folder);
            string time = DateTime.UtcNow.ToString("yyyyMMdd-HHmmss-fff", CultureInfo.InvariantCulture);
            string name = time + "-" + Path.GetFileName(file);
            for (int again = 1; File.Exists(Path.Combine(folder, name)); again++)
            {
                name = time + "-" + again.ToString(CultureInfo.InvariantCulture) + "-" + Path.GetFileName(file);
            }
            File.Copy(ProjectFolder.Full(file), Path.Combine(folder, name));
            File.SetAttributes(Path.Combine(folder, name), FileAttributes.Normal);
            return Folder + "/" + name;
        }

        /// <summary>Deletes the oldest copies beyond the limit. The names begin with the time.</summary>
        internal static void Prune()
        {
            string[] copies = Directory.Exists(ProjectFolder.Full(Folder)) ? Directory.GetFiles(ProjectFolder.Full(Folder), "*.unity") : new string[0];
            Array.Sort(copies, StringComparer.Ordinal);
            for (int at = 0; at < copies.Length - Most; at++)
            {
                File.Delete(copies[at]);
            }
        }
    }
}
