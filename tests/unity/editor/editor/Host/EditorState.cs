using System.Collections.Generic;
using UnityEditor;
using UnityEditor.SceneManagement;
using UnityEngine;
using Object = UnityEngine.Object;

namespace UnityDouble
{
    /// <summary>What the editor keeps over a domain reload and over play mode.</summary>
    internal static class EditorState
    {
        private const string WorldName = "world";
        private const string PlayName = "playBackup";
        private const string UndoMarkName = "playUndoMark";

        /// <summary>Saves everything before the AppDomain is unloaded.</summary>
        internal static void Save()
        {
            UndoRecorder.Flush();
            Native.Store.Kept.SetBytes(WorldName, World.Save());
            UndoStack.Save();
            Selection.Save();
            DirtyObjects.Save();
        }

        /// <summary>Restores everything; the first load of the process only reads the list of assets.</summary>
        internal static void Restore(bool reload)
        {
            AssetList.Load();
            EditorBuildSettings.Publish();
            if (!reload)
            {
                return;
            }
            LoadedAssets.IsRestoring = true;
            World.Restore(Native.Store.Kept.GetBytes(WorldName), ScriptClass);
            LoadedAssets.IsRestoring = false;
            LoadedAssets.Restore();
            UndoStack.Restore();
            Selection.Restore();
            DirtyObjects.Restore();
        }

        /// <summary>At the start of the process: imports the project and opens the scenes of the last session.</summary>
        internal static void OpenProject()
        {
            AssetImports.Refresh();
            if (World.Scenes.Count == 0 && !EditorScenes.OpenLastSetup())
            {
                EditorSceneManager.NewScene(NewSceneSetup.DefaultGameObjects, NewSceneMode.Single);
            }
        }

        internal static void CloseProject()
        {
            EditorScenes.SaveSetup();
        }

        internal static void Refresh()
        {
            Engine.ReadTags();
            AssetImports.Refresh();
        }

        // Follows the manual, preference "Auto Refresh": a refresh when the editor gets the focus.
        internal static void AutoRefresh()
        {
            if (AssetImports.AutoRefreshLocks <= 0 && EditorPrefs.GetInt("kAutoRefreshMode", 1) != 0)
            {
                AssetImports.Refresh();
            }
        }

        internal static void PerformUndo()
        {
            Undo.IncrementCurrentGroup();
            Undo.PerformUndo();
        }

        internal static void PerformRedo()
        {
            Undo.IncrementCurrentGroup();
            Undo.PerformRedo();
        }

        /// <summary>At the end of each tick: compares the objects given to `Undo.RecordObject`.</summary>
        internal static void FlushRecords()
        {
            UndoRecorder.Flush();
        }

        /// <summary>Marks an object dirty after a recorded change, and records the overrides of a prefab instance.</summary>
        internal static void NoteModified(Object one)
        {
            DirtyObjects.Mark(one);
        }

        internal static void BackUpForPlay()
        {
            UndoRecorder.Flush();
            Native.Store.Kept.SetBytes(PlayName, SceneBackup.Save());
            Native.Store.Kept.SetText(UndoMarkName, UndoStack.Mark().ToString(System.Globalization.CultureInfo.InvariantCulture));
        }

        internal static void ReloadScenesForPlay()
        {
            SceneBackup.Restore(Native.Store.Kept.GetBytes(PlayName));
        }

        /// <summary>Restores the edited scenes. Undo records of play mode end with it.</summary>
        internal static void RestoreAfterPlay()
        {
            UndoRecorder.Flush();
            UndoStack.ForgetAfter(int.Parse(Native.Store.Kept.GetText(UndoMarkName), System.Globalization.CultureInfo.InvariantCulture));
            SceneBackup.Restore(Native.Store.Kept.GetBytes(PlayName));
            Native.Store.Kept.SetBytes(PlayName, null);
            foreach (SceneData scene in World.Scenes)
            {
                EditorScenes.Wake(scene);
            }
        }

        /// <summary>Adds what the command `state` reports.</summary>
        internal static void Describe(Dictionary<string, object> state)
        {
            List<object> scenes = new List<object>();
            foreach (SceneData scene in World.Scenes)
            {
                scenes.Add(Json.Object("path", scene.Path, "name", scene.Name, "loaded", scene.IsLoaded, "dirty", scene.IsDirty, "active", scene == World.Active, "roots", (long)scene.Roots.Count));
            }
            state["scenes"] = scenes;
            List<string> undo = new List<string>();
            state["undoCursor"] = (long)UndoStack.ListGroups(undo);
            state["undo"] = undo;
            state["updating"] = EditorApplication.isUpdating;
        }

        private static System.Type ScriptClass(string assembly, string name)
        {
            foreach (System.Reflection.Assembly loaded in System.AppDomain.CurrentDomain.GetAssemblies())
            {
                if (loaded.GetName().Name == assembly)
                {
                    return loaded.GetType(name, false);
                }
            }
            return null;
        }
    }
}
