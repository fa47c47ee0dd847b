using System;
using System.IO;
using System.Security.Cryptography;
using System.Text;

namespace UnityTools.Bridge
{
    /// <summary>The content of a script file.</summary>
    internal sealed class ScriptFile
    {
        private const int Largest = 8 << 20;

        private static readonly byte[] Mark = { 0xEF, 0xBB, 0xBF };
        private static readonly UTF8Encoding Strict = new UTF8Encoding(false, true);

        /// <summary>The whole file.</summary>
        internal readonly byte[] Bytes;

        internal ScriptFile(byte[] bytes)
        {
            Bytes = bytes;
        }

        /// <summary>Whether the file begins with a byte order mark.</summary>
        internal bool HasMark
        {
            get { return Bytes.Length >= Mark.Length && Bytes[0] == Mark[0] && Bytes[1] == Mark[1] && Bytes[2] == Mark[2]; }
        }

        /// <summary>The SHA-256 of the text, without the byte order mark, as hexadecimal digits.</summary>
        internal string Digest
        {
            get
            {
                int start = HasMark ? Mark.Length : 0;
                using (SHA256 hash = SHA256.Create())
                {
                    return Hex.Of(hash.ComputeHash(Bytes, start, Bytes.Length - start));
                }
            }
        }

        /// <summary>The file as it is now; null if there is none.</summary>
        /// <exception cref="Failure">The file is too large, is not UTF-8, or cannot be read.</exception>
        internal static ScriptFile Read(string path, string full)
        {
            try
            {
                FileInfo file = new FileInfo(full);
                if (!file.Exists)
                {
                    return null;
                }
                if (file.Length > Largest)
                {
                    throw new Failure("too-large", path + " has " + file.Length + " bytes; files of more than " + Largest + " bytes are not replaced");
                }
                ScriptFile read = new ScriptFile(File.ReadAllBytes(full));
                Strict.GetCharCount(read.Bytes);
                return read;
            }
            catch (DecoderFallbackException)
            {
                throw new Failure("unsupported", path + " is not UTF-8, so its text cannot be compared or replaced")
                {
                    Hint = "save it as UTF-8 in an editor of texts first"
                };
            }
            catch (Exception error) when (AtomicFile.IsDiskError(error))
            {
                throw new Failure("unity", "cannot read " + path + ": " + error.Message);
            }
        }

        /// <summary>The file with a text in place of its own. A byte order mark stays.</summary>
        /// <param name="now">Null if there is no file yet.</param>
        internal static ScriptFile With(ScriptFile now, string text)
        {
            byte[] bytes = Strict.GetBytes(text);
            if (now == null || !now.HasMark)
            {
                return new ScriptFile(bytes);
            }
            byte[] marked = new byte[Mark.Length + bytes.Length];
            Mark.CopyTo(marked, 0);
            bytes.CopyTo(marked, Mark.Length);
            return new ScriptFile(marked);
        }

        /// <param name="now">The file that this one replaces; null if there is none.</param>
        /// <exception cref="Failure">The file cannot be written, or another program changed it.</exception>
        internal void Write(string path, string full, ScriptFile now)
        {
            if (File.Exists(full) && (File.GetAttributes(full) & FileAttributes.ReadOnly) != 0)
            {
                throw ReadOnly(path, "written");
            }
            try
            {
                Directory.CreateDirectory(Path.GetDirectoryName(full));
                if (!AtomicFile.Exchange(full, Bytes, now == null ? null : now.Bytes))
                {
                    throw new Failure("conflict", path + " was changed by another program at this moment") { Hint = "nothing was written; read the file again" };
                }
            }
            catch (Exception error) when (AtomicFile.IsDiskError(error))
            {
                throw new Failure("unity", "cannot write " + path + ": " + error.Message);
            }
        }

        /// <exception cref="Failure">The file is read-only.</exception>
        internal static void CheckDeletable(string path, string full)
        {
            if ((File.GetAttributes(full) & FileAttributes.ReadOnly) != 0)
            {
                throw ReadOnly(path, "deleted");
            }
        }

        /// <summary>Deletes the file.</summary>
        /// <exception cref="Failure">The file cannot be deleted.</exception>
        internal static void Delete(string path, string full)
        {
            CheckDeletable(path, full);
            try
            {
                File.Delete(full);
            }
            catch (Exception error) when (AtomicFile.IsDiskError(error))
            {
                throw new Failure("unity", "cannot delete " + path + ": " + error.Message);
            }
        }

        private static Failure ReadOnly(string path, string what)
        {
            return new Failure("conflict", path + " is read-only, so it was not " + what)
            {
                Hint = "make the file writable, for example by a check-out from version control"
            };
        }
    }
}
