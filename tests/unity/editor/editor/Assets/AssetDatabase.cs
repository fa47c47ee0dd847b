using System;
using System.Collections.Generic;
using System.IO;
using UnityDouble;
using UnityEngine;
using Object = UnityEngine.Object;

namespace UnityEditor
{
    /// <summary>Options of an import.</summary>
    // Follows Modules/AssetDatabase/Editor/ScriptBindings/AssetDatabase.bindings.cs.
    [Flags]
    public enum ImportAssetOptions
    {
        Default = 0,
        ForceUpdate = 1 << 0,
        ForceSynchronousImport = 1 << 3,
        ImportRecursive = 1 << 8,
        DontDownloadFromCacheServer = 1 << 13,
        ForceUncompressedImport = 1 << 14,
    }

    /// <summary>Whether a GUID of a deleted asset is returned.</summary>
    public enum AssetPathToGUIDOptions
    {
        IncludeRecentlyDeletedAssets = 0,
        OnlyExistingAssets = 1,
    }

    /// <summary>The assets of the project folder.</summary>
    // Follows Modules/AssetDatabase/Editor/ScriptBindings/AssetDatabase.bindings.cs: names, arguments and results of all members.
    public partial class AssetDatabase
    {
        private AssetDatabase()
        {
        }

        public static bool IsAssetImportWorkerProcess()
        {
            return false;
        }

        public static void Refresh()
        {
            Refresh(ImportAssetOptions.Default);
        }

        /// <summary>Imports what changed on disk. Changed scripts start an asynchronous compilation.</summary>
        public static void Refresh(ImportAssetOptions options)
        {
            if ((options & ImportAssetOptions.ForceSynchronousImport) != 0 && ScriptSources.AnyChanged(Native.Options))
            {
                Debug.LogWarning("the editor double compiles scripts asynchronously even with ForceSynchronousImport");
            }
            AssetImports.Refresh();
        }

        public static void DisallowAutoRefresh()
        {
            AssetImports.AutoRefreshLocks++;
        }

        public static void AllowAutoRefresh()
        {
            AssetImports.AutoRefreshLocks--;
        }

        public static void StartAssetEditing()
        {
            AssetImports.StartEditing();
        }

        public static void StopAssetEditing()
        {
            AssetImports.StopEditing();
        }

        public static void ImportAsset(string path)
        {
            ImportAsset(path, ImportAssetOptions.Default);
        }

        /// <summary>Imports one file; with ImportRecursive also what a folder contains.</summary>
        public static void ImportAsset(string path, ImportAssetOptions options)
        {
            if (!Exists(path))
            {
                Debug.LogError("cannot import " + path + ": no such file in the project");
                return;
            }
            List<string> imported = new List<string> { path };
            AssetPaths.NoteWithFolders(path);
            if ((options & ImportAssetOptions.ImportRecursive) != 0 && Directory.Exists(MetaFile.FullPath(path)))
            {
                AssetList.Scan();
                imported.AddRange(AssetPaths.Below(path));
            }
            foreach (string one in imported)
            {
                LoadedAssets.Reimport(one);
                AssetImports.Imported(one);
            }
            RequestCompilation(imported);
        }

        public static string AssetPathToGUID(string path)
        {
            AssetEntry entry = AssetList.OfPath(path);
            return entry == null ? string.Empty : entry.Guid;
        }

        public static string AssetPathToGUID(string path, AssetPathToGUIDOptions options)
        {
            return AssetPathToGUID(path);
        }

        public static GUID GUIDFromAssetPath(string path)
        {
            return new GUID(AssetPathToGUID(path));
        }

        public static string GUIDToAssetPath(string guid)
        {
            AssetEntry entry = AssetList.OfGuid(guid);
            return entry == null ? string.Empty : entry.Path;
        }

        public static string GUIDToAssetPath(GUID guid)
        {
            return GUIDToAssetPath(guid.ToString());
        }

        public static string[] GetAllAssetPaths()
        {
            List<string> paths = new List<string>();
            foreach (AssetEntry entry in AssetList.All)
            {
                paths.Add(entry.Path);
            }
            return paths.ToArray();
        }

        public static bool IsValidFolder(string path)
        {
            return path == "Assets" || path == "Packages" || AssetList.OfPath(path) != null && Directory.Exists(MetaFile.FullPath(path));
        }

        public static string[] GetSubFolders(string path)
        {
            List<string> folders = new List<string>();
            foreach (string inside in AssetPaths.Below(path))
            {
                if (inside.LastIndexOf('/') == path.Length && IsValidFolder(inside))
                {
                    folders.Add(inside);
                }
            }
            return folders.ToArray();
        }

        public static string GetTextMetaFilePathFromAssetPath(string path)
        {
            return AssetList.OfPath(path) == null ? string.Empty : path + MetaFile.Ending;
        }

        /// <summary>Returns the path itself, or the path with a number that no asset has.</summary>
        public static string GenerateUniqueAssetPath(string path)
        {
            if (!IsValidFolder(AssetPaths.Folder(path)))
            {
                return string.Empty;
            }
            string ending = Path.GetExtension(path);
            string start = path.Substring(0, path.Length - ending.Length);
            string unique = path;
            for (int number = 1; Exists(unique); number++)
            {
                unique = start + " " + number + ending;
            }
            return unique;
        }

        public static string[] GetDependencies(string pathName)
        {
            return GetDependencies(pathName, true);
        }

        public static string[] GetDependencies(string pathName, bool recursive)
        {
            return GetDependencies(new[] { pathName }, recursive);
        }

        public static string[] GetDependencies(string[] pathNames)
        {
            return GetDependencies(pathNames, true);
        }

        /// <summary>Returns the assets that files refer to by GUID, the files themselves included.</summary>
        public static string[] GetDependencies(string[] pathNames, bool recursive)
        {
            return AssetPaths.Dependencies(pathNames, recursive);
        }

        public static string[] FindAssets(string filter)
        {
            return FindAssets(filter, null);
        }

        /// <summary>Returns the GUIDs of the assets whose name contains all words and whose type is one of the `t:` words.</summary>
        public static string[] FindAssets(string filter, string[] searchInFolders)
        {
            return new AssetFilter(filter, searchInFolders).Find();
        }

        private static bool Exists(string path)
        {
            string full = MetaFile.FullPath(path);
            return File.Exists(full) || Directory.Exists(full);
        }
    }
}
