using System;
using System.IO;
using System.Text.RegularExpressions;

namespace UnityTools.Bridge
{
    /// <summary>
    /// What Unity's package manager accepts as a package to add: a name, a name with a version, a git address, or a folder or
    /// archive on the disk. It checks the form only, and that files exist; only the package manager knows its registries.
    /// </summary>
    internal static class PackageIdentifier
    {
        private const int Longest = 1024;
        private const int LongestName = 214;
        private const string FileStart = "file:";
        private const string Forms = "com.unity.cinemachine, com.unity.cinemachine@2.9.7, https://host/name.git#tag or file:../folder";

        private static readonly Regex Name = new Regex(@"^[a-z0-9][a-z0-9._-]*\z", RegexOptions.CultureInvariant);
        private static readonly Regex Version = new Regex(@"^[0-9]+\.[0-9]+\.[0-9]+([-+][0-9A-Za-z.+-]+)?\z", RegexOptions.CultureInvariant);
        private static readonly Regex Address = new Regex(@"^(git\+)?((https?|ssh|git)://[A-Za-z0-9\[_]|file://.)|^[A-Za-z0-9_][A-Za-z0-9._-]*@[A-Za-z0-9][A-Za-z0-9.-]*:[^/]", RegexOptions.CultureInvariant);

        /// <returns>The name of the package; null if the package manager finds it out.</returns>
        /// <exception cref="Failure">An `invalid-argument` or a `not-found`.</exception>
        internal static string CheckAdded(string field, string text)
        {
            CheckText(field, text);
            int at = text.IndexOf('@');
            string name = at < 0 ? text : text.Substring(0, at);
            string rest = at < 0 ? null : text.Substring(at + 1);
            if (IsFile(text))
            {
                CheckFile(field, text, text);
                return null;
            }
            if (IsName(name) && IsFile(rest))
            {
                CheckFile(field, text, rest);
                return name;
            }
            if (Address.IsMatch(text))
            {
                return null;
            }
            if (!IsName(name))
            {
                throw Wrong(field, text, "is neither the name of a package (lower-case letters, digits, dots, hyphens, underscores), nor a git address, nor a `file:` path");
            }
            if (rest == null || Version.IsMatch(rest) || Address.IsMatch(rest))
            {
                return name;
            }
            throw Wrong(field, text, "has neither a version such as 1.0.0 nor an address behind the @");
        }

        /// <exception cref="Failure">An `invalid-argument`.</exception>
        internal static void CheckRemoved(string field, string text)
        {
            CheckText(field, text);
            if (!IsName(text))
            {
                throw new Failure("invalid-argument", "`" + field + "` is \"" + Surrogates.Cut(text, 160) + "\", and must be the name of a package")
                {
                    Hint = "give the name without a version, such as com.unity.cinemachine"
                };
            }
        }

        /// <summary>Whether it is a path on the disk; `file://` begins the address of a git repository.</summary>
        private static bool IsFile(string text)
        {
            return text != null && text.StartsWith(FileStart, StringComparison.Ordinal) && !text.StartsWith(FileStart + "//", StringComparison.Ordinal);
        }

        private static bool IsName(string text)
        {
            return text.Length <= LongestName && Name.IsMatch(text);
        }

        private static void CheckText(string field, string text)
        {
            if (text.Length == 0 || text.Length > Longest)
            {
                throw Wrong(field, text, "has " + text.Length + " characters, and must have 1 to " + Longest);
            }
            foreach (char letter in text)
            {
                if (letter < ' ' || letter == 127 || char.IsWhiteSpace(letter))
                {
                    throw Wrong(field, text, "contains a space or a control character");
                }
            }
        }

        /// <summary>A relative path begins at the folder Packages of the project, as in its manifest.</summary>
        private static void CheckFile(string field, string text, string file)
        {
            string path = file.Substring(FileStart.Length);
            string full;
            try
            {
                full = Path.GetFullPath(Path.Combine(ProjectFolder.Full("Packages"), path));
            }
            catch (ArgumentException)
            {
                throw Wrong(field, text, "is no path");
            }
            bool isArchive = path.EndsWith(".tgz", StringComparison.OrdinalIgnoreCase) || path.EndsWith(".tar.gz", StringComparison.OrdinalIgnoreCase);
            if (path.Length == 0 || (isArchive ? !File.Exists(full) : !File.Exists(Path.Combine(full, "package.json"))))
            {
                throw new Failure("not-found", "`" + field + "` is \"" + Surrogates.Cut(text, 160) + "\", and there is " + (isArchive ? "no file " + full : "no package.json in " + full))
                {
                    Hint = "give a folder with a package.json or a .tgz file; a relative path begins at the folder Packages of the project"
                };
            }
        }

        private static Failure Wrong(string field, string text, string why)
        {
            return new Failure("invalid-argument", "`" + field + "` is \"" + Surrogates.Cut(text, 160) + "\", which " + why) { Hint = "give a package such as " + Forms };
        }
    }
}
