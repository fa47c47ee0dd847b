using System;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace UnityEditor.SceneManagement
{
    /// <summary>A prefab that the user edits in Prefab Mode. A domain reload closes it.</summary>
    // Follows Editor/Mono/SceneManagement/StageManager/PrefabStage/PrefabStage.cs: assetPath, prefabContentsRoot; PreviewSceneStage.cs: scene.
    public sealed class PrefabStage
    {
        private readonly string path;
        private readonly GameObject root;

        internal PrefabStage(string path, GameObject root)
        {
            this.path = path;
            this.root = root;
        }

        public string assetPath
        {
            get { return path; }
        }

        public Scene scene
        {
            get { return root.scene; }
        }

        public GameObject prefabContentsRoot
        {
            get { return root; }
        }
    }

    // Follows Editor/Mono/SceneManagement/StageManager/PrefabStage/PrefabStageUtility.cs.
    public static class PrefabStageUtility
    {
        private static PrefabStage current;

        public static PrefabStage GetCurrentPrefabStage()
        {
            return current;
        }

        /// <summary>Opens a prefab in Prefab Mode; one that is open is closed without being saved.</summary>
        public static PrefabStage OpenPrefab(string prefabAssetPath)
        {
            if (AssetDatabase.LoadAssetAtPath<GameObject>(prefabAssetPath) == null)
            {
                throw new ArgumentException("Prefab not found at path " + prefabAssetPath);
            }
            Close();
            current = new PrefabStage(prefabAssetPath, PrefabUtility.LoadPrefabContents(prefabAssetPath));
            return current;
        }

        internal static void Close()
        {
            if (current != null)
            {
                PrefabUtility.UnloadPrefabContents(current.prefabContentsRoot);
                current = null;
            }
        }
    }

    // Follows Editor/Mono/SceneManagement/StageManager/StageUtility.cs: GoToMainStage.
    public static class StageUtility
    {
        public static void GoToMainStage()
        {
            PrefabStageUtility.Close();
        }
    }
}
