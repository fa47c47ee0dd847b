using System;
using UnityDouble;
using UnityEngine.Events;
using UnityEngine.SceneManagement;

namespace UnityEditor.SceneManagement
{
    /// <content>Events.</content>
    public sealed partial class EditorSceneManager
    {
        /// <summary>Called after a new scene was created.</summary>
        public delegate void NewSceneCreatedCallback(Scene scene, NewSceneSetup setup, NewSceneMode mode);

        /// <summary>Called before a scene file is opened.</summary>
        public delegate void SceneOpeningCallback(string path, OpenSceneMode mode);

        /// <summary>Called after a scene file was opened.</summary>
        public delegate void SceneOpenedCallback(Scene scene, OpenSceneMode mode);

        /// <summary>Called before a scene is closed.</summary>
        public delegate void SceneClosingCallback(Scene scene, bool removingScene);

        /// <summary>Called after a scene was closed.</summary>
        public delegate void SceneClosedCallback(Scene scene);

        /// <summary>Called before a scene is saved.</summary>
        public delegate void SceneSavingCallback(Scene scene, string path);

        /// <summary>Called after a scene was saved.</summary>
        public delegate void SceneSavedCallback(Scene scene);

        /// <summary>Called when a scene gets its first unsaved change.</summary>
        public delegate void SceneDirtiedCallback(Scene scene);

        public static event NewSceneCreatedCallback newSceneCreated;

        public static event SceneOpeningCallback sceneOpening;

        public static event SceneOpenedCallback sceneOpened;

        public static event SceneClosingCallback sceneClosing;

        public static event SceneClosedCallback sceneClosed;

        public static event SceneSavingCallback sceneSaving;

        public static event SceneSavedCallback sceneSaved;

        public static event SceneDirtiedCallback sceneDirtied;

        public static event UnityAction<Scene, Scene> activeSceneChangedInEditMode
        {
            add { activeChanged += value; }
            remove { activeChanged -= value; }
        }

        private static UnityAction<Scene, Scene> activeChanged;

        internal static void ListenToActiveScene()
        {
            SceneManager.activeSceneChanged += delegate(Scene before, Scene now)
            {
                if (!UnityEngine.Application.isPlaying)
                {
                    activeChanged?.Invoke(before, now);
                }
            };
        }

        internal static void RaiseNewCreated(Scene scene, NewSceneSetup setup, NewSceneMode mode)
        {
            Native.Call(delegate { newSceneCreated?.Invoke(scene, setup, mode); });
        }

        internal static void RaiseOpening(string path, OpenSceneMode mode)
        {
            Native.Call(delegate { sceneOpening?.Invoke(path, mode); });
        }

        internal static void RaiseOpened(Scene scene, OpenSceneMode mode)
        {
            Native.Call(delegate { sceneOpened?.Invoke(scene, mode); });
        }

        internal static void RaiseClosing(Scene scene, bool removing)
        {
            Native.Call(delegate { sceneClosing?.Invoke(scene, removing); });
        }

        internal static void RaiseClosed(Scene scene)
        {
            Native.Call(delegate { sceneClosed?.Invoke(scene); });
        }

        internal static void RaiseSaving(Scene scene, string path)
        {
            Native.Call(delegate { sceneSaving?.Invoke(scene, path); });
        }

        internal static void RaiseSaved(Scene scene)
        {
            Native.Call(delegate { sceneSaved?.Invoke(scene); });
        }

        internal static void RaiseDirtied(Scene scene)
        {
            Native.Call(delegate { sceneDirtied?.Invoke(scene); });
        }
    }
}
