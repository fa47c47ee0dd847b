using System;
using System.Collections.Generic;
using UnityEditor.PackageManager;
using PackageInfo = UnityEditor.PackageManager.PackageInfo;

namespace UnityTools.Bridge
{
    /// <summary>The packages that the project uses now.</summary>
    internal static class ProjectPackages
    {
        /// <summary>The packages on which the project depends directly, sorted by name.</summary>
        internal static List<PackageInfo> Direct(IEnumerable<PackageInfo> all)
        {
            List<PackageInfo> direct = new List<PackageInfo>();
            foreach (PackageInfo one in all)
            {
                if (one.isDirectDependency)
                {
                    direct.Add(one);
                }
            }
            direct.Sort((one, other) => string.CompareOrdinal(one.name, other.name));
            return direct;
        }

        /// <summary>Those that Unity has registered, so that their assets and scripts are part of the project.</summary>
        internal static List<PackageInfo> Direct()
        {
            return Direct(PackageInfo.GetAllRegisteredPackages());
        }

        /// <summary>Names and versions, to compare two lists.</summary>
        internal static string[] Ids(List<PackageInfo> packages)
        {
            return packages.ConvertAll(one => one.name + "@" + one.version).ToArray();
        }

        internal static void Write(JsonWriter to, List<PackageInfo> packages)
        {
            to.List();
            foreach (PackageInfo one in packages)
            {
                to.Object().Name("name").Text(one.name).Name("version").Text(one.version).Name("source").Text(Word(one.source)).EndObject();
            }
            to.EndList();
        }

        /// <exception cref="Failure">The package cannot be removed.</exception>
        internal static void CheckRemovable(string field, string name)
        {
            PackageInfo[] all = PackageInfo.GetAllRegisteredPackages();
            PackageInfo found = Array.Find(all, one => one.name == name);
            if (found == null)
            {
                throw new Failure("not-found", "`" + field + "` is \"" + name + "\", and the project has no package of this name")
                {
                    Hint = "its packages are " + Surrogates.Cut(string.Join(", ", Direct(all).ConvertAll(one => one.name).ToArray()), 1024)
                };
            }
            if (found.source == PackageSource.Embedded)
            {
                throw new Failure("conflict", "`" + field + "` is \"" + name + "\", which is embedded in the project: it is the folder " + found.assetPath)
                {
                    Hint = "delete the folder to remove the package"
                };
            }
            if (!found.isDirectDependency)
            {
                throw new Failure("conflict", "`" + field + "` is \"" + name + "\", which the project has only because other packages depend on it")
                {
                    Hint = "remove the packages that depend on it"
                };
            }
            PackageInfo own = PackageInfo.FindForAssembly(typeof(ProjectPackages).Assembly);
            if (own != null && own.name == name)
            {
                throw new Failure("conflict", "`" + field + "` is \"" + name + "\", the package that carries out this call: without it, the editor is not linked any more")
                {
                    Hint = "the user can remove it in the Package Manager window of Unity"
                };
            }
        }

        private static string Word(PackageSource source)
        {
            switch (source)
            {
                case PackageSource.BuiltIn:
                    return "built-in";
                case PackageSource.LocalTarball:
                    return "local-tarball";
                default:
                    return source.ToString().ToLowerInvariant();
            }
        }
    }
}
