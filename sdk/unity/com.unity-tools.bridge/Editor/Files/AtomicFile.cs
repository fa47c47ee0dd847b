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

        /// <summary>Whether the exception says that a file or folder cannot be read or written.</summary>
        internal static bool IsDiskError(Exception error)
        {
            return error is IOException || error is UnauthorizedAccessException;
        }
    }
}
