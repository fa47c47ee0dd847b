using System;
using System.Collections.Generic;
using System.IO;
using UnityEditor;
using UnityEditor.SceneManagement;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace UnityDouble
{
    /// <summary>Opens, creates, saves and closes the scenes of the editor.</summary>
    internal static class EditorScenes
    {
        /// <summary>Creates an empty loaded scene at the end of the list.</summary>
        internal static SceneData Add(string path)
        {
            SceneData scene = World.AddScene(path, Path.GetFileNameWithoutExtension(path));
            scene.Guid = AssetDatabase.AssetPathToGUID(path);
            scene.IsLoaded = true;
            return scene;
        }

        /// <summary>Reads a scene file into a new scene and wakes the scripts that run in edit mode.</summary>
        internal static SceneData Load(string path)
        {
            string full = MetaFile.FullPath(path);
            if (!File.Exists(full) || !path.EndsWith(".unity", StringComparison.OrdinalIgnoreCase))
            {
                throw new ArgumentException("Scene file not found: '" + path + "'.");
            }
            if (AssetList.OfPath(path) != null)
            {
                // The next refresh does not ask about the content that is read here.
                AssetList.Note(path);
            }
            SceneData scene = Add(path);
            SceneFile.Load(YamlFile.Read(File.ReadAllText(full)), scene);
            scene.IsDirty = false;
            return scene;
        }

        internal static void Wake(SceneData scene)
        {
            LifeCycle.Wake(scene.Roots.ToArray());
        }

        /// <summary>Destroys the saved objects of a scene, forgets its undo records and removes it from the list.</summary>
        internal static void Remove(SceneData scene)
        {
            Empty(scene);
            World.RemoveScene(scene);
        }

        internal static void Empty(SceneData scene)
        {
            UndoRecorder.Flush();
            UndoStack.ForgetScene(scene.Scene);
            World.Empty(scene);
        }

        internal static void MarkDirty(SceneData scene)
        {
            if (scene == null || scene.IsDirty || scene.IsPersistent)
            {
                return;
            }
            scene.IsDirty = true;
            if (!scene.IsPreview)
            {
                EditorSceneManager.RaiseDirtied(scene.Scene);
            }
        }

        /// <summary>Writes a scene to a file; returns false if the file cannot be written.</summary>
        internal static bool Save(SceneData scene, string path, bool asCopy)
        {
            bool isAsset = AssetPaths.IsAsset(path);
            if (!isAsset && !asCopy)
            {
                throw new NotSupportedException("the editor double does not imitate a scene whose file is outside of Assets and Packages");
            }
            if (!AssetDatabase.IsValidFolder(AssetPaths.Folder(path)))
            {
                string folder = MetaFile.FullPath(AssetPaths.Folder(path));
                if (!Directory.Exists(folder))
                {
                    Debug.LogError("cannot save the scene to " + path + ": the folder does not exist");
                    return false;
                }
            }
            EditorSceneManager.RaiseSaving(scene.Scene, path);
            File.WriteAllText(MetaFile.FullPath(path), SceneFile.Save(scene).Write());
            AssetEntry entry = isAsset ? AssetPaths.NoteWithFolders(path) : null;
            if (!asCopy)
            {
                scene.Path = path;
                scene.Name = Path.GetFileNameWithoutExtension(path);
                scene.Guid = entry.Guid;
                scene.IsDirty = false;
            }
            EditorSceneManager.RaiseSaved(scene.Scene);
            if (isAsset)
            {
                AssetImports.Imported(path);
            }
            return true;
        }

        /// <summary>The dialog for open scenes whose files another program changed. The double reads no scene again.</summary>
        internal static void AskAboutChanged(List<string> imported)
        {
            List<SceneData> changed = World.Scenes.FindAll(delegate(SceneData scene) { return scene.IsLoaded && imported.Contains(scene.Path); });
            if (changed.Count > 0 && !Native.Store.Play.Playing)
            {
                string names = string.Join("\n", changed.ConvertAll(delegate(SceneData scene) { return scene.Path; }).ToArray());
                EditorUtility.DisplayDialog("Open Scene(s) Have Been Modified Externally", names, "Ignore");
            }
        }

        /// <summary>The objects of a new scene with default objects.</summary>
        internal static void AddDefaultObjects()
        {
            GameObject camera = new GameObject("Main Camera", typeof(Camera));
            camera.tag = "MainCamera";
            camera.transform.position = new Vector3(0, 1, -10);
            GameObject light = new GameObject("Directional Light", typeof(Light));
            light.transform.position = new Vector3(0, 3, 0);
            light.transform.rotation = Quaternion.Euler(50, -30, 0);
        }

        // Follows the format of Library/LastSceneManagerSetup.txt, which Unity writes at the end of a session.
        internal static void SaveSetup()
        {
            List<string> lines = new List<string> { "sceneSetups:" };
            foreach (SceneData scene in World.Scenes)
            {
                if (scene.Path.Length > 0)
                {
                    lines.Add("- path: " + scene.Path);
                    lines.Add("  isLoaded: " + (scene.IsLoaded ? "1" : "0"));
                    lines.Add("  isActive: " + (scene == World.Active ? "1" : "0"));
                    lines.Add("  isSubScene: 0");
                }
            }
            File.WriteAllText(SetupFile, string.Join("\n", lines.ToArray()) + "\n");
        }

        /// <summary>Opens the scenes of the last session; returns false if there are none.</summary>
        internal static bool OpenLastSetup()
        {
            if (!File.Exists(SetupFile))
            {
                return false;
            }
            List<SceneSetup> setups = new List<SceneSetup>();
            foreach (string line in File.ReadAllLines(SetupFile))
            {
                string trimmed = line.Trim();
                if (trimmed.StartsWith("- path: ", StringComparison.Ordinal))
                {
                    setups.Add(new SceneSetup { path = trimmed.Substring(8), isLoaded = true });
                }
                else if (setups.Count > 0 && trimmed.StartsWith("isActive: ", StringComparison.Ordinal))
                {
                    setups[setups.Count - 1].isActive = trimmed.EndsWith("1", StringComparison.Ordinal);
                }
                else if (setups.Count > 0 && trimmed.StartsWith("isLoaded: ", StringComparison.Ordinal))
                {
                    setups[setups.Count - 1].isLoaded = trimmed.EndsWith("1", StringComparison.Ordinal);
                }
            }
            setups.RemoveAll(delegate(SceneSetup setup) { return !setup.isLoaded || !File.Exists(MetaFile.FullPath(setup.path)); });
            for (int i = 0; i < setups.Count; i++)
            {
                Scene scene = EditorSceneManager.OpenScene(setups[i].path, i == 0 ? OpenSceneMode.Single : OpenSceneMode.Additive);
                if (setups[i].isActive)
                {
                    SceneManager.SetActiveScene(scene);
                }
            }
            return setups.Count > 0;
        }

        private static string SetupFile
        {
            get { return MetaFile.FullPath("Library/LastSceneManagerSetup.txt"); }
        }
    }
}
