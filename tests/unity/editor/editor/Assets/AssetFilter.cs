using System;
using System.Collections.Generic;
using System.IO;
using UnityEditor;

namespace UnityDouble
{
    /// <summary>The filter of `AssetDatabase.FindAssets`: words of the name, `t:Type`, `glob:` is not imitated.</summary>
    // Follows Editor/Mono/AssetDatabase/AssetDatabaseSearching.cs: words are joined by AND, types by OR, case is ignored.
    internal sealed class AssetFilter
    {
        private readonly List<string> words = new List<string>();
        private readonly List<string> types = new List<string>();
        private readonly string[] folders;

        internal AssetFilter(string filter, string[] folders)
        {
            this.folders = folders == null || folders.Length == 0 ? null : folders;
            foreach (string word in (filter ?? string.Empty).Split(new[] { ' ', '\t' }, StringSplitOptions.RemoveEmptyEntries))
            {
                if (word.StartsWith("t:", StringComparison.OrdinalIgnoreCase))
                {
                    types.Add(word.Substring(2));
                }
                else if (word.IndexOf(':') >= 0)
                {
                    throw new NotSupportedException("the editor double does not imitate the search filter " + word + ", only names and t:Type");
                }
                else
                {
                    words.Add(word);
                }
            }
        }

        internal string[] Find()
        {
            List<string> guids = new List<string>();
            foreach (AssetEntry entry in AssetList.All)
            {
                if (IsInside(entry.Path) && HasWords(entry.Path) && HasType(entry.Path))
                {
                    guids.Add(entry.Guid);
                }
            }
            return guids.ToArray();
        }

        private bool IsInside(string path)
        {
            return folders == null || Array.Exists(folders, delegate(string folder) { return path.StartsWith(folder.TrimEnd('/') + "/", StringComparison.Ordinal); });
        }

        private bool HasWords(string path)
        {
            string name = Path.GetFileNameWithoutExtension(path);
            return words.TrueForAll(delegate(string word) { return name.IndexOf(word, StringComparison.OrdinalIgnoreCase) >= 0; });
        }

        private bool HasType(string path)
        {
            if (types.Count == 0)
            {
                return true;
            }
            Type main = AssetDatabase.GetMainAssetTypeAtPath(path);
            return types.Exists(delegate(string wanted)
            {
                // `Prefab`, `Scene`, `Script` and `Folder` are names of kinds of assets, not of types.
                switch (wanted.ToLowerInvariant())
                {
                    case "prefab":
                        return path.EndsWith(".prefab", StringComparison.OrdinalIgnoreCase);
                    case "scene":
                        return path.EndsWith(".unity", StringComparison.OrdinalIgnoreCase);
                    case "script":
                        return path.EndsWith(".cs", StringComparison.OrdinalIgnoreCase);
                    case "folder":
                        return AssetDatabase.IsValidFolder(path);
                }
                for (Type type = main; type != null; type = type.BaseType)
                {
                    if (string.Equals(type.Name, wanted, StringComparison.OrdinalIgnoreCase) || string.Equals(type.FullName, wanted, StringComparison.OrdinalIgnoreCase))
                    {
                        return true;
                    }
                }
                return false;
            });
        }
    }
}
