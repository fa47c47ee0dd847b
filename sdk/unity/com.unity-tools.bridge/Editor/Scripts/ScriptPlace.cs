using System.IO;

namespace UnityTools.Bridge
{
    /// <summary>Finds the place of a script on the disk.</summary>
    internal static class ScriptPlace
    {
        /// <summary>The full path.</summary>
        /// <param name="path">A path that <see cref="ScriptPath.Check"/> accepts.</param>
        /// <exception cref="Failure">A script cannot be there.</exception>
        internal static string Find(string path)
        {
            string full = ProjectPlace.Find(path, "path", why => ScriptPath.Wrong(path, why));
            if (Directory.Exists(full))
            {
                throw ScriptPath.Wrong(path, "is a folder");
            }
            return full;
        }
    }
}
