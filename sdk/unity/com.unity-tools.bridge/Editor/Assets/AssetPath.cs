using System;

namespace UnityTools.Bridge
{
    /// <summary>A path argument of a change of assets: below Assets or in an embedded package, and visible to Unity.</summary>
    internal static class AssetPath
    {
        /// <exception cref="Failure">No asset can have the path.</exception>
        internal static void Check(string field, string path)
        {
            string why = ProjectPath.Fault(path) ?? Fault(path);
            if (why != null)
            {
                throw Wrong(field, path, why);
            }
            ProjectPlace.Find(path, field, reason => Wrong(field, path, reason));
        }

        internal static Failure Wrong(string field, string path, string why)
        {
            return new Failure("invalid-argument", Named(field, path) + ", which " + why) { Hint = "give an asset path, such as Assets/Lamps/Red.mat" };
        }

        /// <summary>The argument and its value, as the beginning of a sentence.</summary>
        internal static string Named(string field, string path)
        {
            return "`" + field + "` is \"" + Surrogates.Cut(path, 160) + "\"";
        }

        /// <summary>The extension with its dot; empty for a name without one.</summary>
        internal static string Ending(string path)
        {
            string name = ProjectPath.Name(path);
            int dot = name.LastIndexOf('.');
            return dot < 0 ? "" : name.Substring(dot);
        }

        private static string Fault(string path)
        {
            string[] names = path.Split('/');
            bool isPackage = names[0] == "Packages";
            if (names.Length < (isPackage ? 3 : 2))
            {
                return isPackage ? "names nothing in a package (Packages/NAME/FILE)" : "is the folder Assets itself, which cannot be changed";
            }
            if (isPackage && names.Length == 3 && names[2] == "package.json")
            {
                return "is the manifest of a package, which cannot be changed";
            }
            foreach (string name in names)
            {
                if (name.EndsWith(".meta", StringComparison.OrdinalIgnoreCase))
                {
                    return "contains a name that ends with .meta: give the path of the asset; its .meta file follows it";
                }
                if (name.EndsWith(".tmp", StringComparison.OrdinalIgnoreCase))
                {
                    return "contains `" + name + "`, and Unity ignores names that end with .tmp";
                }
            }
            return null;
        }
    }
}
