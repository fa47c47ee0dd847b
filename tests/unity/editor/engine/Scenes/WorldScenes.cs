using System;
using System.Collections.Generic;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace UnityDouble
{
    /// <summary>The loaded scenes.</summary>
    public static partial class World
    {
        private static readonly List<SceneData> Opened = new List<SceneData>();
        private static readonly List<SceneData> Previews = new List<SceneData>();
        private static readonly List<string> InBuild = new List<string>();

        /// <summary>Objects that outlived the last open scene.</summary>
        private static readonly List<GameObject> Homeless = new List<GameObject>();

        private static SceneData active;
        private static SceneData persistent;
        private static int lastHandle;

        /// <summary>The scenes in Unity's order, without the scene of persistent objects.</summary>
        public static List<SceneData> Scenes
        {
            get { return Opened; }
        }

        /// <summary>The preview scenes, in the order of their creation.</summary>
        public static List<SceneData> PreviewScenes
        {
            get { return Previews; }
        }

        /// <summary>The scenes that are loaded, without preview scenes and with the scene of persistent objects last.</summary>
        public static List<SceneData> LoadedScenes()
        {
            List<SceneData> loaded = Opened.FindAll(scene => scene.IsLoaded);
            if (persistent != null)
            {
                loaded.Add(persistent);
            }
            return loaded;
        }

        /// <summary>The paths of the scenes of the build settings; set by the editor half.</summary>
        public static List<string> BuildScenes
        {
            get { return InBuild; }
        }

        /// <summary>Null if no scene is open.</summary>
        public static SceneData Active
        {
            get { return active; }
        }

        /// <summary>Adds a scene at the end of the list. It is not loaded yet. It gets the objects that outlived the last scene.</summary>
        public static SceneData AddScene(string path, string name)
        {
            SceneData scene = new SceneData(lastHandle -= 2) { Path = path, Name = name };
            Opened.Add(scene);
            GameObject[] waiting = Homeless.ToArray();
            Homeless.Clear();
            Array.ForEach(Array.FindAll(waiting, root => root.m_Alive), root => SceneData.Move(root, scene));
            return scene;
        }

        /// <summary>Adds a loaded scene that <see cref="Scenes"/> does not list and that does not play.</summary>
        // Follows Editor/Mono/EditorSceneManager.bindings.cs: NewPreviewScene.
        public static SceneData AddPreviewScene(string name)
        {
            SceneData scene = new SceneData(lastHandle -= 2) { Name = name, IsLoaded = true, IsPreview = true };
            Previews.Add(scene);
            return scene;
        }

        /// <summary>Destroys all objects of a preview scene and removes it.</summary>
        public static void ClosePreviewScene(SceneData scene)
        {
            foreach (GameObject root in scene.Roots.ToArray())
            {
                UnityEngine.Object.DestroyImmediate(root);
            }
            PrefabLinks.Forget(scene);
            Previews.Remove(scene);
            scene.IsLoaded = false;
        }

        /// <summary>Destroys the objects of a scene except those that are not saved, which outlive their scene.</summary>
        // Follows Unity's manual page of HideFlags.DontSave.
        public static void Empty(SceneData scene)
        {
            foreach (GameObject root in scene.Roots.ToArray())
            {
                if ((root.m_ObjectHideFlags & HideFlags.DontSaveInEditor) == 0)
                {
                    UnityEngine.Object.DestroyImmediate(root);
                }
            }
            PrefabLinks.Forget(scene);
        }

        /// <summary>Removes a scene from the list. Objects that it still has move to the active scene, or to the next one that is added.</summary>
        public static void RemoveScene(SceneData scene)
        {
            Opened.Remove(scene);
            scene.IsLoaded = false;
            if (active == scene)
            {
                Activate(Opened.Find(one => one.IsLoaded));
            }
            foreach (GameObject root in scene.Roots.ToArray())
            {
                scene.Roots.Remove(root);
                root.m_SceneHandle = 0;
                if (active != null)
                {
                    SceneData.Move(root, active);
                }
                else
                {
                    Homeless.Add(root);
                }
            }
        }

        /// <summary>Makes a scene the active one and raises the event.</summary>
        public static void Activate(SceneData scene)
        {
            if (active != scene)
            {
                SceneData before = active;
                active = scene;
                SceneManager.RaiseActive(before == null ? new Scene() : before.Scene, scene == null ? new Scene() : scene.Scene);
            }
        }

        public static SceneData SceneOf(Scene scene)
        {
            return SceneOf(scene.m_Handle);
        }

        /// <summary>Null if no scene has that handle.</summary>
        public static SceneData SceneOf(int handle)
        {
            if (handle == 0 || (persistent != null && persistent.Handle == handle))
            {
                return handle == 0 ? null : persistent;
            }
            return Opened.Find(scene => scene.Handle == handle) ?? Previews.Find(scene => scene.Handle == handle);
        }

        /// <summary>The scene of objects that survive the load of other scenes, which is created when it is first needed.</summary>
        public static SceneData PersistentScene()
        {
            if (persistent == null)
            {
                persistent = new SceneData(lastHandle -= 2) { Name = "DontDestroyOnLoad", Path = "DontDestroyOnLoad", IsLoaded = true, IsPersistent = true };
            }
            return persistent;
        }

        /// <summary>Forgets the scene of persistent objects, at the end of play mode. Those that are not saved move to the active scene.</summary>
        public static void ClosePersistentScene()
        {
            if (persistent == null)
            {
                return;
            }
            Empty(persistent);
            SceneData closed = persistent;
            foreach (GameObject root in closed.Roots.ToArray())
            {
                SceneData.Move(root, SceneForNew());
            }
            persistent = null;
        }

        /// <summary>The scene of a new object. Without an open scene an untitled one is opened.</summary>
        internal static SceneData SceneForNew()
        {
            if (active == null)
            {
                AddScene("", "").IsLoaded = true;
                Activate(Opened[Opened.Count - 1]);
            }
            return active;
        }
    }
}
