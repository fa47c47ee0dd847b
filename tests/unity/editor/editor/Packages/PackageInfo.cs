using System;
using System.Collections.Generic;
using System.IO;
using UnityDouble;

namespace UnityEditor.PackageManager
{
    /// <summary>Where a package comes from.</summary>
    // Follows Modules/PackageManager/Editor/Managed/PackageSource.cs.
    public enum PackageSource
    {
        Unknown = 0,
        Registry = 1,
        BuiltIn = 2,
        Embedded = 3,
        Local = 4,
        Git = 5,
        LocalTarball = 6,
    }

    /// <summary>A package of the project, read from its package.json.</summary>
    // Follows Modules/PackageManager/Editor/Managed/PackageInfo.cs: names and the searches that need no network.
    public sealed class PackageInfo
    {
        private PackageInfo(string folder, string assetFolder, PackageSource source, bool isDirect = true)
        {
            Dictionary<string, object> json = Json.ReadObject(File.ReadAllText(Path.Combine(folder, "package.json")));
            name = Json.Text(json, "name", string.Empty);
            version = Json.Text(json, "version", string.Empty);
            displayName = Json.Text(json, "displayName", name);
            description = Json.Text(json, "description", string.Empty);
            packageId = name + "@" + version;
            resolvedPath = folder;
            assetPath = assetFolder ?? "Packages/" + name;
            this.source = source;
            isDirectDependency = isDirect;
        }

        public string packageId { get; private set; }

        public string name { get; private set; }

        public string version { get; private set; }

        public string displayName { get; private set; }

        public string description { get; private set; }

        public string resolvedPath { get; private set; }

        public string assetPath { get; private set; }

        public PackageSource source { get; private set; }

        public bool isDirectDependency { get; private set; }

        /// <summary>Returns the packages below Packages and those of the manifest, and that of the folder of the package assemblies.</summary>
        public static PackageInfo[] GetAllRegisteredPackages()
        {
            List<PackageInfo> found = new List<PackageInfo>();
            string packages = MetaFile.FullPath("Packages");
            foreach (string folder in Directory.Exists(packages) ? Directory.GetDirectories(packages) : new string[0])
            {
                if (File.Exists(Path.Combine(folder, "package.json")))
                {
                    found.Add(new PackageInfo(folder, "Packages/" + Path.GetFileName(folder), PackageSource.Embedded));
                }
            }
            foreach (PackageFolder one in PackageFolders.Find(Native.Options))
            {
                bool isFile = one.Wanted.StartsWith("file:", StringComparison.Ordinal);
                PackageSource source = isFile ? PackageSource.Local : one.Wanted.IndexOf(':') >= 0 ? PackageSource.Git : PackageSource.Registry;
                found.Add(new PackageInfo(one.Folder, null, source, one.IsDirect));
            }
            if (File.Exists(Path.Combine(Native.Options.Assemblies, "package.json")))
            {
                found.Add(new PackageInfo(Native.Options.Assemblies, null, PackageSource.Local));
            }
            return found.ToArray();
        }

        public static PackageInfo FindForAssetPath(string assetPath)
        {
            return Array.Find(GetAllRegisteredPackages(), delegate(PackageInfo one) { return assetPath == one.assetPath || assetPath.StartsWith(one.assetPath + "/", StringComparison.Ordinal); });
        }

        /// <summary>Returns the package that contains the file of an assembly, or null.</summary>
        public static PackageInfo FindForAssembly(System.Reflection.Assembly assembly)
        {
            string folder = Path.GetDirectoryName(assembly.Location);
            return Array.Find(GetAllRegisteredPackages(), delegate(PackageInfo one) { return folder == one.resolvedPath || folder.StartsWith(one.resolvedPath + "/", StringComparison.Ordinal); });
        }
    }
}
