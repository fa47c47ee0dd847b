using System;
using System.Collections.Generic;
using System.Reflection;
using UnityEditor.SceneManagement;
using UnityEngine.SceneManagement;

namespace UnityTools.Bridge
{
    /// <summary>
    /// Unsaved changes of the open scenes and of prefab mode. Unity opens a dialog for them, and a dialog blocks the editor
    /// until the user answers.
    /// </summary>
    internal static class UnsavedWork
    {
        /// <param name="why">Why it matters, such as "a test run closes the open scenes".</param>
        /// <exception cref="Failure">A `conflict` that names the unsaved changes.</exception>
        internal static void Check(string why)
        {
            List<string> unsaved = new List<string>();
            for (int at = 0; at < SceneManager.sceneCount; at++)
            {
                Scene scene = SceneManager.GetSceneAt(at);
                if (scene.isDirty)
                {
                    unsaved.Add(string.IsNullOrEmpty(scene.path) ? "an untitled scene" : scene.path);
                }
            }
            if (HasPrefab)
            {
                unsaved.Add("the prefab that is open in prefab mode");
            }
            if (unsaved.Count > 0)
            {
                throw new Failure("conflict", why + ", and these have unsaved changes: " + string.Join(", ", unsaved.ToArray()))
                {
                    Hint = "save them, or undo the changes"
                };
            }
        }

        /// <summary>
        /// Whether the prefab in prefab mode has unsaved changes. The class moved between namespaces in the versions of
        /// Unity, so it is called by reflection; false in a version without it.
        /// </summary>
        internal static bool HasPrefab
        {
            get
            {
                Assembly editor = typeof(EditorSceneManager).Assembly;
                Type stages = editor.GetType("UnityEditor.SceneManagement.PrefabStageUtility", false)
                    ?? editor.GetType("UnityEditor.Experimental.SceneManagement.PrefabStageUtility", false);
                MethodInfo current = stages == null ? null : stages.GetMethod("GetCurrentPrefabStage", Type.EmptyTypes);
                object stage = current == null ? null : current.Invoke(null, null);
                PropertyInfo scene = stage == null ? null : stage.GetType().GetProperty("scene");
                return scene != null && ((Scene)scene.GetValue(stage, null)).isDirty;
            }
        }
    }
}
