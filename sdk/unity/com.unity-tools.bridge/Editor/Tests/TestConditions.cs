using System;
using System.Collections.Generic;
using System.Reflection;
using UnityEditor;
using UnityEditor.SceneManagement;
using UnityEngine.SceneManagement;

namespace UnityTools.Bridge
{
    /// <summary>
    /// Whether a test run can start now. The Test Framework itself would open a dialog for unsaved scenes, and a dialog
    /// blocks the editor until the user answers.
    /// </summary>
    internal static class TestConditions
    {
        private const int RetryMs = 1000;

        /// <exception cref="Failure">A `conflict` with the reason.</exception>
        internal static void Check()
        {
            if (TestFramework.IsAnyRunActive)
            {
                throw Busy();
            }
            if (EditorApplication.isCompiling || EditorApplication.isUpdating)
            {
                throw new Failure("conflict", "tests cannot run while Unity compiles or imports") { RetryAfterMs = RetryMs };
            }
            CompileFailure.Check("tests cannot run");
            if (EditorApplication.isPlayingOrWillChangePlaymode)
            {
                throw new Failure("conflict", "tests cannot run while the editor is in play mode") { Hint = "stop play mode first" };
            }
            CheckSaved();
        }

        internal static Failure Busy()
        {
            return new Failure("conflict", "another test run has not ended") { Hint = "wait for its end, or cancel it", RetryAfterMs = RetryMs };
        }

        private static void CheckSaved()
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
            if (HasUnsavedPrefab)
            {
                unsaved.Add("the prefab that is open in prefab mode");
            }
            if (unsaved.Count > 0)
            {
                throw new Failure("conflict", "a test run closes the open scenes, and these have unsaved changes: " + string.Join(", ", unsaved.ToArray()))
                {
                    Hint = "save them, or undo the changes"
                };
            }
        }

        /// <summary>
        /// The class moved between namespaces in the versions of Unity, so it is called by reflection; false in a version
        /// without it.
        /// </summary>
        private static bool HasUnsavedPrefab
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
