using System;
using System.Collections.Generic;
using UnityDouble;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace UnityEditor.SceneManagement
{
    /// <summary>How a scene file is opened.</summary>
    public enum OpenSceneMode
    {
        Single,
        Additive,
        AdditiveWithoutLoading,
    }

    /// <summary>How a new scene is added.</summary>
    public enum NewSceneMode
    {
        Single,
        Additive,
    }

    /// <summary>What a new scene contains.</summary>
    public enum NewSceneSetup
    {
        EmptyScene,
        DefaultGameObjects,
    }

    /// <summary>The scenes in edit mode.</summary>
    // Follows Editor/Mono/EditorSceneManager.cs and Editor/Mono/EditorSceneManager.bindings.cs.
    public sealed partial class EditorSceneManager : SceneManager
    {
        private const string StartSceneName = "playModeStartScene";

        /// <summary>The scene that play mode starts with instead of the open scenes.</summary>
        public static SceneAsset playModeStartScene
        {
            get { return AssetDatabase.LoadAssetAtPath<SceneAsset>(Native.Store.Kept.GetText(StartSceneName) ?? string.Empty); }
            set { Native.Store.Kept.SetText(StartSceneName, value == null ? null : AssetDatabase.GetAssetPath(value)); }
        }

        public static Scene OpenScene(string scenePath)
        {
            return OpenScene(scenePath, OpenSceneMode.Single);
        }

        public static Scene OpenScene(string scenePath, OpenSceneMode mode)
        {
            DemandEditMode("OpenScene");
            if (mode == OpenSceneMode.AdditiveWithoutLoading)
            {
                throw new NotSupportedException("the editor double does not imitate OpenSceneMode.AdditiveWithoutLoading");
            }
            Scene open = GetSceneByPath(scenePath);
            if (mode == OpenSceneMode.Additive && open.IsValid() && open.isLoaded)
            {
                return open;
            }
            RaiseOpening(scenePath, mode);
            SceneData[] before = World.Scenes.ToArray();
            SceneData scene = EditorScenes.Load(scenePath);
            Place(scene, mode == OpenSceneMode.Single, before);
            EditorScenes.Wake(scene);
            RaiseOpened(scene.Scene, mode);
            return scene.Scene;
        }

        public static Scene NewScene(NewSceneSetup setup)
        {
            return NewScene(setup, NewSceneMode.Single);
        }

        public static Scene NewScene(NewSceneSetup setup, NewSceneMode mode)
        {
            DemandEditMode("NewScene");
            SceneData[] before = World.Scenes.ToArray();
            if (mode == NewSceneMode.Additive && Array.Exists(before, delegate(SceneData one) { return one.Path.Length == 0; }))
            {
                throw new InvalidOperationException("Cannot create a new scene additively with an untitled scene unsaved.");
            }
            SceneData scene = EditorScenes.Add(string.Empty);
            Place(scene, mode == NewSceneMode.Single, before);
            if (setup == NewSceneSetup.DefaultGameObjects)
            {
                SceneData active = World.Active;
                World.Activate(scene);
                EditorScenes.AddDefaultObjects();
                World.Activate(active);
            }
            RaiseNewCreated(scene.Scene, setup, mode);
            return scene.Scene;
        }

        public static bool CloseScene(Scene scene, bool removeScene)
        {
            SceneData data = World.SceneOf(scene);
            if (data == null || Application.isPlaying)
            {
                return false;
            }
            if (data.IsLoaded && loadedSceneCount == 1)
            {
                Debug.LogError("Unloading the last loaded scene " + data.Path + ", is not supported. Please use EditorSceneManager.OpenScene() or EditorSceneManager.NewScene() instead.");
                return false;
            }
            RaiseClosing(scene, removeScene);
            if (removeScene)
            {
                EditorScenes.Remove(data);
            }
            else
            {
                EditorScenes.Empty(data);
                data.IsLoaded = false;
                if (World.Active == data)
                {
                    World.Activate(World.Scenes.Find(delegate(SceneData one) { return one.IsLoaded; }));
                }
                // Objects that are not saved outlive their scene.
                foreach (GameObject root in data.Roots.ToArray())
                {
                    SceneData.Move(root, World.Active);
                }
            }
            RaiseClosed(scene);
            return true;
        }

        public static bool SaveScene(Scene scene)
        {
            return SaveScene(scene, string.Empty, false);
        }

        public static bool SaveScene(Scene scene, string dstScenePath)
        {
            return SaveScene(scene, dstScenePath, false);
        }

        public static bool SaveScene(Scene scene, string dstScenePath, bool saveAsCopy)
        {
            DemandEditMode("SaveScene");
            SceneData data = World.SceneOf(scene);
            if (data == null || !data.IsLoaded)
            {
                throw new ArgumentException("the scene to save is not loaded");
            }
            UndoRecorder.Flush();
            string path = string.IsNullOrEmpty(dstScenePath) ? data.Path : dstScenePath;
            if (path.Length == 0)
            {
                Debug.LogError("cannot save the untitled scene: pass a path (the editor double shows no file dialog)");
                return false;
            }
            return EditorScenes.Save(data, path, saveAsCopy);
        }

        public static bool SaveScenes(Scene[] scenes)
        {
            bool all = true;
            foreach (Scene scene in scenes)
            {
                all &= SaveScene(scene);
            }
            return all;
        }

        /// <summary>Saves the loaded scenes that have unsaved changes.</summary>
        public static bool SaveOpenScenes()
        {
            return SaveScenes(Dirty().ToArray());
        }

        public static bool SaveCurrentModifiedScenesIfUserWantsTo()
        {
            return SaveModifiedScenesIfUserWantsTo(Dirty().ToArray());
        }

        /// <summary>Asks the user; returns false if the user cancels.</summary>
        public static bool SaveModifiedScenesIfUserWantsTo(Scene[] scenes)
        {
            Scene[] dirty = Array.FindAll(scenes, delegate(Scene scene) { return scene.isDirty; });
            if (dirty.Length == 0)
            {
                return true;
            }
            string names = string.Join("\n", Array.ConvertAll(dirty, delegate(Scene scene) { return scene.path.Length == 0 ? "Untitled" : scene.path; }));
            int button = EditorUtility.DisplayDialogComplex("Scene(s) Have Been Modified", "Do you want to save the changes you made in the scenes:\n" + names, "Save", "Cancel", "Don't Save");
            return button == 2 || button == 0 && SaveScenes(dirty);
        }

        public static bool MarkSceneDirty(Scene scene)
        {
            DemandEditMode("MarkSceneDirty");
            SceneData data = World.SceneOf(scene);
            if (data == null || !data.IsLoaded)
            {
                return false;
            }
            EditorScenes.MarkDirty(data);
            return true;
        }

        public static void MarkAllScenesDirty()
        {
            DemandEditMode("MarkAllScenesDirty");
            World.Scenes.FindAll(delegate(SceneData scene) { return scene.IsLoaded; }).ForEach(EditorScenes.MarkDirty);
        }

        public static void MoveSceneBefore(Scene src, Scene dst)
        {
            Move(src, dst, 0);
        }

        public static void MoveSceneAfter(Scene src, Scene dst)
        {
            Move(src, dst, 1);
        }

        private static void Move(Scene src, Scene dst, int offset)
        {
            SceneData moved = World.SceneOf(src);
            if (moved == null || !dst.IsValid())
            {
                throw new ArgumentException("both scenes must be valid");
            }
            World.Scenes.Remove(moved);
            World.Scenes.Insert(World.Scenes.FindIndex(delegate(SceneData one) { return one.Handle == dst.m_Handle; }) + offset, moved);
        }

        private static void Place(SceneData scene, bool single, SceneData[] before)
        {
            if (!single)
            {
                return;
            }
            World.Activate(scene);
            foreach (SceneData old in before)
            {
                RaiseClosing(old.Scene, true);
                Scene closed = old.Scene;
                EditorScenes.Remove(old);
                RaiseClosed(closed);
            }
        }

        private static List<Scene> Dirty()
        {
            List<Scene> dirty = new List<Scene>();
            foreach (SceneData scene in World.Scenes)
            {
                if (scene.IsLoaded && scene.IsDirty)
                {
                    dirty.Add(scene.Scene);
                }
            }
            return dirty;
        }

        private static void DemandEditMode(string member)
        {
            if (Application.isPlaying)
            {
                throw new InvalidOperationException("This cannot be used during play mode: EditorSceneManager." + member);
            }
        }
    }
}
