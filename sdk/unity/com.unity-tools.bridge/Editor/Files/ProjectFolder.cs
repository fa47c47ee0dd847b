using System.IO;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>The folder of the project, which contains Assets.</summary>
    internal static class ProjectFolder
    {
        internal static string Root
        {
            get { return Path.GetDirectoryName(Application.dataPath); }
        }

        /// <summary>The full path of a path that is relative to the project folder.</summary>
        internal static string Full(string path)
        {
            return Path.GetFullPath(Path.Combine(Root, path));
        }
    }
}
