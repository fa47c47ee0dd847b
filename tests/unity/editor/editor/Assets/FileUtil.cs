using System;
using UnityEditor.PackageManager;

namespace UnityEditor
{
    /// <summary>Paths of files in packages.</summary>
    // Follows Editor/Mono/FileUtil.bindings.cs: GetLogicalPath.
    public partial class FileUtil
    {
        private FileUtil()
        {
        }

        /// <summary>Returns the path below Packages of a file in a package; any other path as it is.</summary>
        public static string GetLogicalPath(string path)
        {
            string full = UnityDouble.MetaFile.FullPath(path);
            foreach (PackageInfo package in PackageInfo.GetAllRegisteredPackages())
            {
                if (full.StartsWith(package.resolvedPath + "/", StringComparison.Ordinal))
                {
                    return package.assetPath + full.Substring(package.resolvedPath.Length);
                }
            }
            return path;
        }
    }
}
