using System;
using System.Collections.Generic;
using System.IO;
using UnityEditor;
using UnityEngine.SceneManagement;

namespace UnityTools.Bridge
{
    /// <summary>Selects the scenes that a save writes, and checks that it can.</summary>
    internal sealed class ScenesToSave
    {
        private const string Ending = ".unity";
        private const string HowToName = "put a new asset path for it into `files`, such as Assets/Main.unity, or ask the user to save it in Unity";

        private readonly SceneTable scenes;

        internal ScenesToSave(SceneTable scenes)
        {
            this.scenes = scenes;
        }

        /// <exception cref="Failure">The editor is in play mode.</exception>
        internal static void CheckMode()
        {
            if (EditorApplication.isPlayingOrWillChangePlaymode)
            {
                throw new Failure("conflict", "scenes cannot be saved in play mode: their objects are those of the running game")
                {
                    Hint = "stop play mode first; what it changed is lost then"
                };
            }
        }

        /// <summary>The named scenes that have changes, each once. A scene that is not loaded has none.</summary>
        /// <exception cref="Failure">There is no such scene, or it cannot be written.</exception>
        internal List<UnsavedScene> Named(List<string> names)
        {
            // Recorded changes mark a scene as changed only when they are compared.
            Undo.FlushUndoRecordObjects();
            List<UnsavedScene> wanted = new List<UnsavedScene>();
            UnsavedScene created = null;
            foreach (string name in names)
            {
                if (IsNewFile(name))
                {
                    created = NewFile(name, created);
                    continue;
                }
                SceneTable.Entry entry = scenes.Named(name);
                Scene scene = entry.Scene;
                if (!scene.IsValid() || wanted.Exists(one => one.Scene == scene))
                {
                    continue;
                }
                if (string.IsNullOrEmpty(scene.path))
                {
                    throw new Failure("invalid-argument", "the scene " + entry.Id + " (\"" + entry.Name + "\") has no file yet, so its name says not where to save it")
                    {
                        Hint = HowToName
                    };
                }
                if (scene.isDirty)
                {
                    wanted.Add(new UnsavedScene(scene, scene.path));
                }
            }
            wanted.ForEach(CheckFile);
            if (created != null)
            {
                // Last, because a save that gave a scene its first file cannot be reverted.
                wanted.Add(created);
            }
            return wanted;
        }

        /// <summary>Whether the name is a path below Assets at which no scene is.</summary>
        private bool IsNewFile(string name)
        {
            return name.StartsWith("Assets/", StringComparison.Ordinal) && name.EndsWith(Ending, StringComparison.Ordinal)
                && !scenes.All().Exists(entry => entry.Path == name);
        }

        /// <summary>The open scene without a file, which gets this one. Unity keeps at most one such scene open.</summary>
        /// <exception cref="Failure">There is no such scene, or no scene can have the path.</exception>
        private UnsavedScene NewFile(string path, UnsavedScene other)
        {
            Scene scene = scenes.Loaded().Find(one => string.IsNullOrEmpty(one.path));
            if (!scene.IsValid())
            {
                // No open scene needs a file, so the path is a wrong name.
                scenes.Named(path);
            }
            if (other != null)
            {
                throw new Failure("invalid-argument", "`files` has two new paths, " + other.File + " and " + path + ", and one open scene has no file yet") { Hint = "give one of them" };
            }
            AssetPath.Check("files", path);
            string folder = path.Substring(0, path.LastIndexOf('/'));
            if (!AssetDatabase.IsValidFolder(folder))
            {
                throw new Failure("not-found", AssetPath.Named("files", path) + ", and there is no folder " + folder) { Hint = "create the folder first, or give another path" };
            }
            if (File.Exists(ProjectFolder.Full(path)))
            {
                throw new Failure("conflict", AssetPath.Named("files", path) + ", and there is a file that Unity has not imported") { Hint = "give another path" };
            }
            return new UnsavedScene(scene, path);
        }

        /// <summary>All loaded scenes that have changes. Scenes without a file are notes of the answer.</summary>
        /// <exception cref="Failure">One of them cannot be written.</exception>
        internal List<UnsavedScene> All(CallJob asked)
        {
            Undo.FlushUndoRecordObjects();
            List<UnsavedScene> wanted = new List<UnsavedScene>();
            foreach (Scene scene in scenes.Loaded().FindAll(one => one.isDirty))
            {
                if (string.IsNullOrEmpty(scene.path))
                {
                    asked.Note("the scene " + scenes.Id(scene) + " has changes and no file yet: " + HowToName);
                    continue;
                }
                wanted.Add(new UnsavedScene(scene, scene.path));
            }
            wanted.ForEach(CheckFile);
            return wanted;
        }

        private static void CheckFile(UnsavedScene one)
        {
            FileInfo file = new FileInfo(ProjectFolder.Full(one.File));
            if (!file.Exists && !one.File.StartsWith("Assets/", StringComparison.Ordinal))
            {
                throw new Failure("conflict", one.File + " is in a package that Unity keeps outside of the project, so no scene was saved")
                {
                    Hint = "copy the scene to the folder Assets, and change the copy"
                };
            }
            if (file.Exists && IsLocked(file))
            {
                throw new Failure("conflict", one.File + " is read-only, so no scene was saved")
                {
                    Hint = "make the file writable, for example by a check-out from version control"
                };
            }
        }

        private static bool IsLocked(FileInfo file)
        {
            if (file.IsReadOnly)
            {
                return true;
            }
            try
            {
                using (file.Open(FileMode.Open, FileAccess.ReadWrite))
                {
                    return false;
                }
            }
            catch (Exception error) when (AtomicFile.IsDiskError(error))
            {
                return true;
            }
        }
    }
}
