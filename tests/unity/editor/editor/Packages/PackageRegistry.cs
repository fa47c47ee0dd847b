using System;
using System.Collections.Generic;
using System.IO;
using System.Text;
using UnityEditor.PackageManager;

namespace UnityDouble
{
    /// <summary>Why the package manager refuses a request.</summary>
    internal sealed class PackageProblem : Exception
    {
        internal readonly ErrorCode Code;

        internal PackageProblem(ErrorCode code, string message)
            : base(message)
        {
            Code = code;
        }
    }

    /// <summary>
    /// A registry of packages: the folder in UNITY_DOUBLE_REGISTRY with one folder NAME@VERSION for each package, and
    /// git/NAME for each repository NAME.git. No request ends while it has a file `hold`.
    /// </summary>
    internal static class PackageRegistry
    {
        /// <summary>Whether no request ends now.</summary>
        internal static bool IsHeld
        {
            get { return File.Exists(Path.Combine(Root, "hold")); }
        }

        private static string Root
        {
            get { return Environment.GetEnvironmentVariable("UNITY_DOUBLE_REGISTRY") ?? Path.Combine(Native.Options.Project, "Registry"); }
        }

        /// <summary>Changes the manifest and fetches the packages, all or none.</summary>
        internal static void Change(string[] add, string[] remove)
        {
            Dictionary<string, string> manifest = PackageFolders.Manifest(Native.Options);
            foreach (string name in remove)
            {
                if (!manifest.Remove(name))
                {
                    throw new PackageProblem(ErrorCode.NotFound, "Unable to remove package [" + name + "]: it is not in the project manifest");
                }
            }
            foreach (string identifier in add)
            {
                KeyValuePair<string, string> found = Resolve(identifier);
                manifest[found.Key] = found.Value;
            }
            List<string> lines = new List<string>();
            foreach (KeyValuePair<string, string> one in manifest)
            {
                Fetch(one.Key, one.Value);
                lines.Add("    " + Quote(one.Key) + ": " + Quote(one.Value));
            }
            lines.Sort(StringComparer.Ordinal);
            string file = MetaFile.FullPath("Packages/manifest.json");
            Directory.CreateDirectory(Path.GetDirectoryName(file));
            File.WriteAllText(file, "{\n  \"dependencies\": {\n" + string.Join(",\n", lines.ToArray()) + "\n  }\n}\n", new UTF8Encoding(false));
        }

        /// <summary>The name of a package, and what the manifest has for it.</summary>
        private static KeyValuePair<string, string> Resolve(string identifier)
        {
            if (identifier.StartsWith("file:", StringComparison.Ordinal))
            {
                return new KeyValuePair<string, string>(NameIn(PackageFolders.FolderOf(Native.Options, "", identifier)), identifier);
            }
            if (identifier.IndexOf(':') >= 0)
            {
                return new KeyValuePair<string, string>(NameIn(Repository(identifier)), identifier);
            }
            int at = identifier.IndexOf('@');
            if (at >= 0)
            {
                return new KeyValuePair<string, string>(identifier.Substring(0, at), identifier.Substring(at + 1));
            }
            string[] versions = Directory.Exists(Root) ? Directory.GetDirectories(Root, identifier + "@*") : new string[0];
            if (versions.Length == 0)
            {
                throw new PackageProblem(ErrorCode.NotFound, "Package [" + identifier + "] cannot be found");
            }
            Array.Sort(versions, StringComparer.Ordinal);
            string newest = Path.GetFileName(versions[versions.Length - 1]);
            return new KeyValuePair<string, string>(identifier, newest.Substring(identifier.Length + 1));
        }

        private static string Repository(string address)
        {
            int end = address.IndexOfAny(new[] { '#', '?' });
            return Path.Combine(Root, "git", Path.GetFileNameWithoutExtension(end < 0 ? address : address.Substring(0, end)));
        }

        private static string NameIn(string folder)
        {
            string file = Path.Combine(folder, "package.json");
            if (!File.Exists(file))
            {
                throw new PackageProblem(ErrorCode.NotFound, "[" + folder + "] contains no package.json");
            }
            return Json.Text(Json.ReadObject(File.ReadAllText(file)), "name");
        }

        /// <summary>Copies a package of the registry and those that it needs to Library/PackageCache.</summary>
        private static void Fetch(string name, string wanted)
        {
            string folder = PackageFolders.FolderOf(Native.Options, name, wanted);
            if (!File.Exists(Path.Combine(folder, "package.json")))
            {
                bool isGit = wanted.IndexOf(':') >= 0;
                string from = isGit ? Repository(wanted) : Path.Combine(Root, name + "@" + wanted);
                if (!File.Exists(Path.Combine(from, "package.json")))
                {
                    throw new PackageProblem(ErrorCode.NotFound, "Package [" + name + "@" + wanted + "] cannot be found");
                }
                foreach (string file in Directory.GetFiles(from, "*", SearchOption.AllDirectories))
                {
                    string to = folder + file.Substring(from.Length);
                    Directory.CreateDirectory(Path.GetDirectoryName(to));
                    File.Copy(file, to);
                }
            }
            foreach (KeyValuePair<string, string> one in PackageFolders.Dependencies(Path.Combine(folder, "package.json")))
            {
                Fetch(one.Key, one.Value);
            }
        }

        private static string Quote(string text)
        {
            return Json.Write(text);
        }
    }
}
