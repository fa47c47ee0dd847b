using System.Collections.Generic;
using System.IO;
using UnityEditor.SceneManagement;

namespace UnityTools.Bridge
{
    /// <summary>`edits-save/save`: saves scenes to their files, all or none.</summary>
    internal sealed class SaveFunctions
    {
        private readonly ScenesToSave scenes;
        private readonly EditJournal journal;

        internal SaveFunctions(ScenesToSave scenes, EditJournal journal)
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
            Arguments arguments = new Arguments(asked);
            ScenesToSave.CheckMode();
            List<UnsavedScene> wanted = scenes.Named(arguments.Texts("files"));
            if (arguments.Has("needs"))
            {
                List<Json> allowed = arguments.Any("needs").Items;
                wanted.ForEach(one => new SaveNeeds(journal, one).Check(allowed));
            }
            Copy(wanted);
            for (int at = 0; at < wanted.Count; at++)
            {
                UnsavedScene one = wanted[at];
                if (!(one.IsNew ? EditorSceneManager.SaveScene(one.Scene, one.File, false) : EditorSceneManager.SaveScene(one.Scene)))
                {
                    PutBack(wanted.GetRange(0, at));
                    throw new Failure("unity", "Unity did not save " + one.File + ": the console of Unity says why; no scene was saved");
                }
            }
            foreach (UnsavedScene saved in wanted)
            {
                if (saved.IsNew)
                {
                    journal.Named(saved.Edited, saved.File);
                }
                journal.Saved(saved.File);
            }
            SceneBackups.Prune();
            value.Object().Name("reply").Text("saved").Name("value").List();
            foreach (UnsavedScene one in wanted)
            {
                long bytes = new FileInfo(ProjectFolder.Full(one.File)).Length;
                value.Object().Name("file").Text(one.File).Name("bytes").Whole(bytes).Name("backup").Text(one.Backup).EndObject();
            }
            value.EndList().EndObject();
        }

        private static void Copy(List<UnsavedScene> wanted)
        {
            foreach (UnsavedScene one in wanted)
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
        private static void PutBack(List<UnsavedScene> saved)
        {
            foreach (UnsavedScene one in saved)
            {
                if (one.Backup.Length == 0)
                {
                    File.Delete(ProjectFolder.Full(one.File));
                }
                else
                {
                    File.Copy(ProjectFolder.Full(one.Backup), ProjectFolder.Full(one.File), true);
                }
                EditorSceneManager.MarkSceneDirty(one.Scene);
            }
        }
    }
}
