using System;
using System.Collections.Generic;
using UnityDouble;
using UnityEngine.SceneManagement;

namespace UnityEditor.SceneManagement
{
    /// <summary>One scene of the list of open scenes.</summary>
    // Follows Editor/Mono/SceneManagement/SceneSetup.cs.
    [Serializable]
    public class SceneSetup
    {
        public string path { get; set; }

        public bool isLoaded { get; set; }

        public bool isActive { get; set; }

        public bool isSubScene { get; set; }
    }

    /// <content>The list of open scenes, preview scenes, and scenes loaded in play mode.</content>
    public sealed partial class EditorSceneManager
    {
        public static SceneSetup[] GetSceneManagerSetup()
        {
            List<SceneSetup> setups = new List<SceneSetup>();
            foreach (SceneData scene in World.Scenes)
            {
                setups.Add(new SceneSetup { path = scene.Path, isLoaded = scene.IsLoaded, isActive = scene == World.Active });
            }
            return setups.ToArray();
        }

        public static void RestoreSceneManagerSetup(SceneSetup[] value)
        {
            if (value == null || value.Length == 0 || Array.FindAll(value, delegate(SceneSetup setup) { return setup.isActive; }).Length != 1)
            {
                throw new ArgumentException("the setup needs at least one scene and exactly one active scene");
            }
            for (int i = 0; i < value.Length; i++)
            {
                Scene scene = OpenScene(value[i].path, i == 0 ? OpenSceneMode.Single : OpenSceneMode.Additive);
                if (value[i].isActive)
                {
                    SetActiveScene(scene);
                }
            }
        }

        /// <summary>Loads a scene that need not be in the build settings, at the begin of the next frame.</summary>
        public static Scene LoadSceneInPlayMode(string path, LoadSceneParameters parameters)
        {
            DemandPlayMode("LoadSceneInPlayMode");
            SceneLoading.Request(path, parameters.loadSceneMode);
            return GetSceneByPath(path);
        }

        public static UnityEngine.AsyncOperation LoadSceneAsyncInPlayMode(string path, LoadSceneParameters parameters)
        {
            DemandPlayMode("LoadSceneAsyncInPlayMode");
            SceneLoading.Request(path, parameters.loadSceneMode);
            return SceneLoading.Last;
        }

        private static void DemandPlayMode(string member)
        {
            if (!UnityEngine.Application.isPlaying)
            {
                throw new InvalidOperationException("EditorSceneManager." + member + " can only be used in play mode");
            }
        }
    }
}
