using System;

namespace UnityTools.Bridge
{
    /// <summary>
    /// The path of a script that a host may write: below Assets or in an embedded package, with a name that every system
    /// and Unity accept. It only looks at the text; <see cref="ScriptPlace"/> looks at the disk.
    /// </summary>
    internal static class ScriptPath
    {
        /// <summary>Folders directly below Assets in which Unity compiles no script.</summary>
        private static readonly string[] Uncompiled = { "StreamingAssets", "WebGLTemplates" };

        /// <exception cref="Failure">The path is not that of a script.</exception>
        internal static void Check(string path)
        {
            string why = ProjectPath.Fault(path);
            if (why != null)
            {
                throw Wrong(path, why);
            }
            string[] names = path.Split('/');
            CheckStart(path, names);
            if (!path.EndsWith(".cs", StringComparison.Ordinal))
            {
                throw Wrong(path, "does not end in .cs");
            }
        }

        internal static Failure Wrong(string path, string why)
        {
            return new Failure("invalid-argument", "`path` is \"" + Surrogates.Cut(path, 160) + "\", which " + why)
            {
                Hint = "give the path of a script, such as Assets/Scripts/Door.cs"
            };
        }

        private static void CheckStart(string path, string[] names)
        {
            bool isPackage = names[0] == "Packages";
            if (names.Length < (isPackage ? 3 : 2))
            {
                throw Wrong(path, isPackage ? "names no file in a package (Packages/NAME/FILE.cs)" : "names no file in Assets");
            }
            if (!isPackage && names.Length > 2 && Array.IndexOf(Uncompiled, names[1]) >= 0)
            {
                throw Wrong(path, "is in Assets/" + names[1] + ", in which Unity compiles no script");
            }
        }
    }
}
