using System;
using System.Collections.Generic;
using System.IO;
using UnityEditor;
using UnityEditor.SceneManagement;
using UnityEngine.SceneManagement;

namespace UnityTools.Bridge
{
    /// <summary>`edits-save/save`: saves scenes to their files, all or none.</summary>
    internal sealed class SaveFunctions
    {
        /// <summary>One scene that is saved.</summary>
        private sealed class Saving
        {
            internal Scene Scene;
            internal string File;

            /// <summary>The copy of the earlier file; empty if there was none.</summary>
            internal string Backup = "";
        }

        private readonly SceneTable scenes;
        private readonly EditJournal journal;

        internal SaveFunctions(SceneTable scenes, EditJournal journal)
        {
            this.scenes = scenes;
            this.journal = journal;
        }

        internal void AddTo(Functions functions)
        {
            functions.Add("edits-save/save", Save);
        }

        private void Save(CallJob asked, JsonWriter value)
        {
            if (EditorApplication.isPlayingOrWillChangePlaymode)
            {
                throw new Failure("conflict", "scenes cannot be saved in play mode: their objects are those of the running game")
                {
                    Hint = "stop play mode first; what it changed is lost then"
                };
            }
            List<Saving> wanted = Wanted(new Arguments(asked).Texts("files"));
            wanted.ForEach(CheckFile);
            Copy(wanted);
            for (int at = 0; at < wanted.Count; at++)
            {
                if (!EditorSceneManager.SaveScene(wanted[at].Scene))
                {
                    PutBack(wanted.GetRange(0, at));
                    throw new Failure("unity", "Unity did not save " + wanted[at].File + ": the console of Unity says why; no scene was saved");
                }
            }
            wanted.ForEach(one => journal.Saved(one.File));
            SceneBackups.Prune();
            value.Object().Name("reply").Text("saved").Name("value").List();
            foreach (Saving one in wanted)
            {
                long bytes = new FileInfo(SceneBackups.Full(one.File)).Length;
                value.Object().Name("file").Text(one.File).Name("bytes").Whole(bytes).Name("backup").Text(one.Backup).EndObject();
            }
            value.EndList().EndObject();
        }

        /// <summary>The named scenes that have changes, each once. A scene that is not loaded has none.</summary>
        private List<Saving> Wanted(List<string> names)
        {
            // Recorded changes mark a scene as changed only when they are compared.
            Undo.FlushUndoRecordObjects();
            List<Saving> wanted = new List<Saving>();
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
                    wanted.Add(new Saving { Scene = scene, File = scene.path });
                }
            }
            return wanted;
        }

        /// <exception cref="Failure">The file cannot be written.</exception>
        private static void CheckFile(Saving one)
        {
            FileInfo file = new FileInfo(SceneBackups.Full(one.File));
            if (!file.Exists && !one.File.StartsWith("Assets/", StringComparison.Ordinal))
            {
                throw new Failure("conflict", one.File + " is in a package that Unity keeps outside of the project, so no scene was saved")
                {
                    Hint = "copy the scene to the folder Assets, and change the copy"
                };
            }
            if (!file.Exists)
            {
                return;
            }
            bool isLocked = file.IsReadOnly;
            try
            {
                using (file.Open(FileMode.Open, isLocked ? FileAccess.Read : FileAccess.ReadWrite))
                {
                }
            }
            catch (Exception error)
            {
                if (!(error is IOException) && !(error is UnauthorizedAccessException))
                {
                    throw;
                }
                isLocked = true;
            }
            if (isLocked)
            {
                throw new Failure("conflict", one.File + " is read-only, so no scene was saved")
                {
                    Hint = "make the file writable, for example by a check-out from version control"
                };
            }
        }

        private static void Copy(List<Saving> wanted)
        {
            foreach (Saving one in wanted)
            {
                try
                {
                    one.Backup = SceneBackups.Make(one.File);
                }
                catch (IOException error)
                {
                    throw new Failure("unity", "no backup of " + one.File + " can be written, so no scene was saved: " + error.Message);
                }
            }
        }

        /// <summary>Restores the earlier files after one scene could not be saved.</summary>
        private static void PutBack(List<Saving> saved)
        {
            foreach (Saving one in saved)
            {
                if (one.Backup.Length == 0)
                {
                    File.Delete(SceneBackups.Full(one.File));
                }
                else
                {
                    File.Copy(SceneBackups.Full(one.Backup), SceneBackups.Full(one.File), true);
                }
                EditorSceneManager.MarkSceneDirty(one.Scene);
            }
        }
    }
}
