using System;
using System.Collections.Generic;
using System.IO;
using UnityEditor.PackageManager;
using UnityEditorInternal;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>What an editor knows of its project.</summary>
    internal sealed class EditorFacts : ProjectFacts
    {
        internal override string Folder
        {
            get { return Path.GetFileName(Path.GetDirectoryName(Application.dataPath)); }
        }

        internal override IEnumerable<KeyValuePair<string, string>> Packages
        {
            get
            {
                List<KeyValuePair<string, string>> packages = new List<KeyValuePair<string, string>>();
                foreach (UnityEditor.PackageManager.PackageInfo package in UnityEditor.PackageManager.PackageInfo.GetAllRegisteredPackages())
                {
                    packages.Add(new KeyValuePair<string, string>(package.name, package.version));
                }
                packages.Sort((one, other) => string.CompareOrdinal(one.Key, other.Key));
                return packages;
            }
        }

        internal override IEnumerable<string> Tags
        {
            get { return InternalEditorUtility.tags; }
        }

        internal override IEnumerable<string> Problems
        {
            get { return new string[0]; }
        }
    }
}
