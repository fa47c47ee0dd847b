using System;
using System.Collections.Generic;
using UnityEditor;
using UnityEditor.SceneManagement;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace UnityTools.Bridge
{
    /// <summary>Changes of assets that only the memory of the editor has. They are saved before the files are changed.</summary>
    internal static class UnsavedAssets
    {
        /// <summary>The first asset at a path or below it that has unsaved changes; null if there is none.</summary>
        internal static string Find(string path)
        {
            foreach (string one in Loaded(path))
            {
                if (IsDirty(one))
                {
                    return one;
                }
            }
            return null;
        }

        /// <summary>Writes all of them to their files.</summary>
        internal static void Save(string path)
        {
            foreach (string one in Loaded(path))
            {
                if (IsDirty(one))
                {
                    AssetDatabase.SaveAssetIfDirty(AssetDatabase.GUIDFromAssetPath(one));
                }
            }
        }

        /// <exception cref="Failure">The user edits the asset, or one below it, in Prefab Mode.</exception>
        internal static void CheckStage(string field, string path)
        {
            PrefabStage stage = PrefabStageUtility.GetCurrentPrefabStage();
            if (stage != null && stage.scene.isDirty && ProjectPath.IsWithin(stage.assetPath, path))
            {
                throw new Failure("conflict", AssetPath.Named(field, path) + ", and " + stage.assetPath + " is open in Prefab Mode with unsaved changes")
                {
                    Hint = "nothing was changed; save the prefab in Unity, or leave Prefab Mode"
                };
            }
        }

        /// <param name="deletes">Whether the scene is deleted; otherwise it is moved, and may be open without unsaved changes.</param>
        /// <exception cref="Failure">A scene of that path, or below it, is open.</exception>
        internal static void CheckScenes(string field, string path, string origin, bool deletes)
        {
            for (int at = 0; at < SceneManager.sceneCount; at++)
            {
                Scene scene = SceneManager.GetSceneAt(at);
                if (!string.IsNullOrEmpty(scene.path) && ProjectPath.IsWithin(scene.path, origin) && (deletes || scene.isDirty))
                {
                    throw new Failure("conflict", AssetPath.Named(field, path) + ", and the scene " + scene.path + " is open" + (deletes ? "" : " with unsaved changes"))
                    {
                        Hint = deletes ? "nothing was changed; open another scene first" : "nothing was changed; save the scene first"
                    };
                }
            }
        }

        private static bool IsDirty(string path)
        {
            foreach (UnityEngine.Object one in AssetDatabase.LoadAllAssetsAtPath(path))
            {
                if (one != null && EditorUtility.IsDirty(one))
                {
                    return true;
                }
            }
            return false;
        }

        /// <summary>Only what is in memory can have unsaved changes. Scenes are not loaded as assets.</summary>
        private static IEnumerable<string> Loaded(string path)
        {
            List<string> all = new List<string> { path };
            if (AssetDatabase.IsValidFolder(path))
            {
                all.AddRange(AssetTree.Below(path));
            }
            return all.FindAll(one => !one.EndsWith(AssetTree.Meta, StringComparison.Ordinal)
                && !one.EndsWith(".unity", StringComparison.OrdinalIgnoreCase)
                && AssetDatabase.IsMainAssetAtPathLoaded(one));
        }
    }
}
