using System;
using System.IO;

namespace UnityTools.Bridge
{
    /// <summary>Replaces files: a crash leaves the old content or the new content.</summary>
    internal static class AtomicFile
    {
        /// <param name="temporary">A path in the same folder; the file there is replaced.</param>
        internal static void Write(string path, string temporary, byte[] bytes)
        {
            using (FileStream file = new FileStream(temporary, FileMode.Create, FileAccess.Write, FileShare.None))
            {
                file.Write(bytes, 0, bytes.Length);
                file.Flush(true);
            }
            if (File.Exists(path))
            {
                File.Replace(temporary, path, null);
            }
            else
            {
                File.Move(temporary, path);
            }
        }

        /// <summary>
        /// Writes a file of a project, which other programs also write, in place of known content. The temporary files have
        /// names that Unity ignores and that no other program can predict.
        /// </summary>
        /// <param name="expected">The content of the file; null if it must not exist.</param>
        /// <returns>False, with the file as another program left it, if it has another content by then.</returns>
        /// <exception cref="IOException">The file exists and must not, or cannot be written.</exception>
        internal static bool Exchange(string path, byte[] bytes, byte[] expected)
        {
            string temporary = Beside(path);
            string aside = Beside(path);
            try
            {
                using (FileStream file = new FileStream(temporary, FileMode.CreateNew, FileAccess.Write, FileShare.None))
                {
                    file.Write(bytes, 0, bytes.Length);
                    file.Flush(true);
                }
                if (expected == null)
                {
                    File.Move(temporary, path);
                    return true;
                }
                File.Replace(temporary, path, aside);
                if (AreEqual(File.ReadAllBytes(aside), expected))
                {
                    File.Delete(aside);
                    return true;
                }
                // If this fails, the text of the other program stays in the file aside.
                File.Replace(aside, path, null);
                return false;
            }
            finally
            {
                File.Delete(temporary);
            }
        }

        private static string Beside(string path)
        {
            return Path.Combine(Path.GetDirectoryName(path), "." + Path.GetFileName(path) + "." + Chance.Digits(8) + ".new");
        }

        private static bool AreEqual(byte[] one, byte[] other)
        {
            if (one.Length != other.Length)
            {
                return false;
            }
            for (int at = 0; at < one.Length; at++)
            {
                if (one[at] != other[at])
                {
                    return false;
                }
            }
            return true;
        }

        /// <summary>Whether the exception says that a file or folder cannot be read or written.</summary>
        internal static bool IsDiskError(Exception error)
        {
            return error is IOException || error is UnauthorizedAccessException;
        }
    }
}
