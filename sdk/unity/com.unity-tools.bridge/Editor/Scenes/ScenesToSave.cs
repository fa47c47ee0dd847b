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
            foreach (string name in names)
            {
                SceneTable.Entry entry = scenes.Named(name);
                Scene scene = entry.Scene;
                if (!scene.IsValid() || wanted.Exists(one => one.Scene == scene))
                {
                    continue;
                }
                if (string.IsNullOrEmpty(scene.path))
                {
                    throw new Failure("invalid-argument", "the scene " + entry.Id + " (\"" + entry.Name + "\") has no file yet, so it cannot be saved here")
                    {
                        Hint = "the user saves it once in Unity with File > Save As, below the folder Assets"
                    };
                }
                if (scene.isDirty)
                {
                    wanted.Add(new UnsavedScene { Scene = scene, File = scene.path });
                }
            }
            wanted.ForEach(CheckFile);
            return wanted;
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
                    asked.Note("the scene " + scenes.Id(scene) + " has changes and no file yet: the user saves it once in Unity with File > Save As");
                    continue;
                }
                wanted.Add(new UnsavedScene { Scene = scene, File = scene.path });
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
