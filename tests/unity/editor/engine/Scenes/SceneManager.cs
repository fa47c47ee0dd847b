using System;
using UnityDouble;
using UnityEngine.Events;

namespace UnityEngine.SceneManagement
{
    public enum LoadSceneMode
    {
        Single = 0,
        Additive = 1
    }

    [Flags]
    public enum LocalPhysicsMode
    {
        None = 0,
        Physics2D = 1,
        Physics3D = 2
    }

    [Serializable]
    public struct LoadSceneParameters
    {
        public LoadSceneParameters(LoadSceneMode mode)
        {
            loadSceneMode = mode;
            localPhysicsMode = LocalPhysicsMode.None;
        }

        public LoadSceneMode loadSceneMode { get; set; }

        public LocalPhysicsMode localPhysicsMode { get; set; }
    }

    /// <summary>The loaded scenes, their events, and the load of scenes of the build.</summary>
    // Follows Runtime/Export/SceneManager/SceneManager.cs and SceneManager.bindings.cs: members, errors.
    public class SceneManager
    {
        public static event UnityAction<Scene, LoadSceneMode> sceneLoaded;

        public static event UnityAction<Scene> sceneUnloaded;

        public static event UnityAction<Scene, Scene> activeSceneChanged;

        public static int sceneCount
        {
            get { return World.Scenes.Count; }
        }

#if UNITY_2022_2_OR_NEWER
        public static int loadedSceneCount
        {
            get { return World.Scenes.FindAll(scene => scene.IsLoaded).Count; }
        }
#else
        internal static int loadedSceneCount
        {
            get { return World.Scenes.FindAll(scene => scene.IsLoaded).Count; }
        }
#endif

        public static int sceneCountInBuildSettings
        {
            get { return World.BuildScenes.Count; }
        }

        public static Scene GetActiveScene()
        {
            return World.Active == null ? new Scene() : World.Active.Scene;
        }

        public static bool SetActiveScene(Scene scene)
        {
            SceneData data = World.SceneOf(scene);
            if (data == null || data.IsPersistent || data.IsPreview)
            {
                throw new ArgumentException("SceneManager.SetActiveScene failed; invalid scene");
            }
            if (!data.IsLoaded)
            {
                throw new ArgumentException("SceneManager.SetActiveScene failed; scene '" + data.Name + "' is not loaded and therefore cannot be set active");
            }
            World.Activate(data);
            return true;
        }

        public static Scene GetSceneAt(int index)
        {
            if (index < 0 || index >= World.Scenes.Count)
            {
                throw new IndexOutOfRangeException("Scene index \"" + index + "\" is out of range.");
            }
            return World.Scenes[index].Scene;
        }

        public static Scene GetSceneByPath(string scenePath)
        {
            return Handle(World.Scenes.Find(scene => string.Equals(scene.Path, scenePath, StringComparison.OrdinalIgnoreCase)));
        }

        public static Scene GetSceneByName(string name)
        {
            return Handle(World.Scenes.Find(scene => string.Equals(scene.Name, name, StringComparison.OrdinalIgnoreCase)));
        }

        public static Scene GetSceneByBuildIndex(int buildIndex)
        {
            if (buildIndex < 0 || buildIndex >= sceneCountInBuildSettings)
            {
                throw new ArgumentException("SceneManager.GetSceneByBuildIndex failed; build index out of range");
            }
            return GetSceneByPath(World.BuildScenes[buildIndex]);
        }

        private static Scene Handle(SceneData data)
        {
            return data == null ? new Scene() : data.Scene;
        }

        public static Scene CreateScene(string sceneName)
        {
            if (string.IsNullOrEmpty(sceneName))
            {
                throw new ArgumentException("The name of the Scene to create can't be null or empty.");
            }
            if (!Application.isPlaying)
            {
                throw new InvalidOperationException("This cannot be used during edit mode, please use EditorSceneManager.NewScene() instead.");
            }
            if (GetSceneByName(sceneName).IsValid())
            {
                throw new ArgumentException("Scene with name \"" + sceneName + "\" already exists.");
            }
            SceneData made = World.AddScene("", sceneName);
            made.IsLoaded = true;
            return made.Scene;
        }

        public static void MoveGameObjectToScene(GameObject go, Scene scene)
        {
            if (go == null)
            {
                throw new ArgumentNullException("go");
            }
            if (!scene.IsValid())
            {
                throw new ArgumentException("Destination scene is not valid");
            }
            if (go.transform.parent != null)
            {
                throw new ArgumentException("Gameobject is not a root in a scene");
            }
            SceneData.Move(go, World.SceneOf(scene));
        }

        public static void LoadScene(int sceneBuildIndex)
        {
            LoadScene(sceneBuildIndex, LoadSceneMode.Single);
        }

        public static void LoadScene(int sceneBuildIndex, LoadSceneMode mode)
        {
            if (sceneBuildIndex < 0 || sceneBuildIndex >= sceneCountInBuildSettings)
            {
                Debug.LogError("Scene with build index: " + sceneBuildIndex + " couldn't be loaded because it has not been added to the build settings.\nTo add a scene to the build settings use the menu File->Build Settings...");
                return;
            }
            SceneLoading.Request(World.BuildScenes[sceneBuildIndex], mode);
        }

        public static void LoadScene(string sceneName)
        {
            LoadScene(sceneName, LoadSceneMode.Single);
        }

        public static void LoadScene(string sceneName, LoadSceneMode mode)
        {
            int found = World.BuildScenes.FindIndex(path => path == sceneName || path == "Assets/" + sceneName + ".unity"
                || string.Equals(System.IO.Path.GetFileNameWithoutExtension(path), sceneName, StringComparison.OrdinalIgnoreCase));
            if (found < 0)
            {
                Debug.LogError("Scene '" + sceneName + "' couldn't be loaded because it has not been added to the build settings or the AssetBundle has not been loaded.\nTo add a scene to the build settings use the menu File->Build Settings...");
                return;
            }
            LoadScene(found, mode);
        }

        /// <summary>The scene is unloaded at the begin of the next frame, as in Unity.</summary>
        public static AsyncOperation UnloadSceneAsync(Scene scene)
        {
            if (!scene.IsValid())
            {
                throw new ArgumentException("Scene to unload is invalid");
            }
            return SceneLoading.RequestUnload(World.SceneOf(scene));
        }

        public static AsyncOperation LoadSceneAsync(int sceneBuildIndex, LoadSceneMode mode)
        {
            LoadScene(sceneBuildIndex, mode);
            return SceneLoading.Last;
        }

        internal static void RaiseLoaded(Scene scene, LoadSceneMode mode)
        {
            Raising.Each(sceneLoaded, one => ((UnityAction<Scene, LoadSceneMode>)one)(scene, mode));
        }

        internal static void RaiseUnloaded(Scene scene)
        {
            Raising.Each(sceneUnloaded, one => ((UnityAction<Scene>)one)(scene));
        }

        internal static void RaiseActive(Scene before, Scene now)
        {
            Raising.Each(activeSceneChanged, one => ((UnityAction<Scene, Scene>)one)(before, now));
        }
    }

    // Follows Runtime/Export/SceneManager/SceneUtility.bindings.cs: members.
    public static class SceneUtility
    {
        public static string GetScenePathByBuildIndex(int buildIndex)
        {
            return buildIndex >= 0 && buildIndex < World.BuildScenes.Count ? World.BuildScenes[buildIndex] : "";
        }

        public static int GetBuildIndexByScenePath(string scenePath)
        {
            return World.BuildScenes.FindIndex(path => string.Equals(path, scenePath, StringComparison.OrdinalIgnoreCase));
        }
    }
}

namespace UnityEngine.Events
{
    public delegate void UnityAction();

    public delegate void UnityAction<T0>(T0 arg0);

    public delegate void UnityAction<T0, T1>(T0 arg0, T1 arg1);

    public delegate void UnityAction<T0, T1, T2>(T0 arg0, T1 arg1, T2 arg2);

    public delegate void UnityAction<T0, T1, T2, T3>(T0 arg0, T1 arg1, T2 arg2, T3 arg3);
}

namespace UnityDouble
{
    /// <summary>Calls each listener of an event; an exception of one is logged and does not stop the others.</summary>
    public static class Raising
    {
        public static void Each(Delegate listeners, Action<Delegate> call)
        {
            foreach (Delegate one in listeners == null ? new Delegate[0] : listeners.GetInvocationList())
            {
                try
                {
                    call(one);
                }
                catch (Exception error)
                {
                    UnityEngine.Debug.LogException(error);
                }
            }
        }
    }
}
