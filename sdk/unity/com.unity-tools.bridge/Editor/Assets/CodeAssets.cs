using System;
using System.Collections.Generic;
using System.IO;

namespace UnityTools.Bridge
{
    /// <summary>Assets that decide which code the editor runs. To change them needs the switch for code.</summary>
    internal static class CodeAssets
    {
        private static readonly string[] Endings = { ".cs", ".asmdef", ".asmref", ".rsp", ".dll", ".so", ".dylib", ".bundle" };

        internal static bool Is(string path)
        {
            return Array.Exists(Endings, ending => path.EndsWith(ending, StringComparison.OrdinalIgnoreCase));
        }

        /// <summary>The first such asset at a path of the disk or below it, as a path below <paramref name="shown"/>; null if there is none.</summary>
        /// <param name="origin">An asset path that exists.</param>
        internal static string First(string origin, string shown)
        {
            if (Is(shown) || Is(origin))
            {
                return shown;
            }
            if (!Directory.Exists(ProjectFolder.Full(origin)))
            {
                return null;
            }
            string found = new List<string>(AssetTree.Below(origin)).Find(Is);
            return found == null ? null : shown + found.Substring(origin.Length);
        }

        /// <summary>Why a change of that file is not allowed; null if it is.</summary>
        internal static string Obstacle(string path)
        {
            return path == null || CodeSwitch.IsOn
                ? null
                : "it would change " + path + ", and this editor does not allow code from the host (Project Settings > Unity Tools)";
        }
    }
}
