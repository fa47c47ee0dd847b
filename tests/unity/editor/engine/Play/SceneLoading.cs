using System;
using System.Collections.Generic;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace UnityDouble
{
    /// <summary>Loads and unloads scenes at the begin of a frame in play mode.</summary>
    // Follows Unity's manual page of SceneManager.LoadScene: the load completes in the next frame; sceneLoaded follows Awake and OnEnable and precedes Start.
    public static class SceneLoading
    {
        private sealed class Job
        {
            internal string Path;
            internal LoadSceneMode Mode;
            internal SceneData Unload;
            internal AsyncOperation Operation;
        }

        private static readonly List<Job> Waiting = new List<Job>();

        /// <summary>The operation of the last request.</summary>
        internal static AsyncOperation Last { get; private set; }

        internal static void Request(string path, LoadSceneMode mode)
        {
            if (!Settings.IsPlaying)
            {
                throw new InvalidOperationException("This cannot be used during edit mode, please use EditorSceneManager.OpenScene() instead.");
            }
            Last = new AsyncOperation();
            Waiting.Add(new Job { Path = path, Mode = mode, Operation = Last });
        }

        internal static AsyncOperation RequestUnload(SceneData scene)
        {
            Last = new AsyncOperation();
            Waiting.Add(new Job { Unload = scene, Operation = Last });
            return Last;
        }

        internal static void Run()
        {
            Job[] jobs = Waiting.ToArray();
            Waiting.Clear();
            foreach (Job job in jobs)
            {
                if (job.Unload != null)
                {
                    Unload(job.Unload);
                }
                else
                {
                    Load(job.Path, job.Mode);
                }
                job.Operation.Complete();
            }
        }

        internal static void Forget()
        {
            Waiting.Clear();
        }

        private static void Load(string path, LoadSceneMode mode)
        {
            string text = World.Assets == null ? null : World.Assets.SceneText(path);
            if (text == null)
            {
                Debug.LogError("Scene '" + path + "' couldn't be loaded: there is no such file");
                return;
            }
            SceneData[] before = mode == LoadSceneMode.Single ? World.Scenes.ToArray() : new SceneData[0];
            SceneData loaded = World.AddScene(path, System.IO.Path.GetFileNameWithoutExtension(path));
            foreach (SceneData old in before)
            {
                World.Empty(old);
            }
            SceneFile.Load(YamlFile.Read(text), loaded);
            loaded.IsLoaded = true;
            if (mode == LoadSceneMode.Single)
            {
                Time.LevelStart = Time.Now;
                World.Activate(loaded);
            }
            foreach (SceneData old in before)
            {
                Close(old);
            }
            LifeCycle.Wake(loaded.Roots.ToArray());
            SceneManager.RaiseLoaded(loaded.Scene, mode);
        }

        /// <summary>Destroys the objects of a scene, removes it from the list and raises sceneUnloaded.</summary>
        public static void Unload(SceneData scene)
        {
            World.Empty(scene);
            Close(scene);
        }

        private static void Close(SceneData scene)
        {
            UnityEngine.SceneManagement.Scene handle = scene.Scene;
            World.RemoveScene(scene);
            SceneManager.RaiseUnloaded(handle);
        }
    }
}
