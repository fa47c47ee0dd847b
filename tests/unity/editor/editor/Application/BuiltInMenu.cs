using UnityDouble;
using UnityEditor.SceneManagement;

namespace UnityEditor
{
    /// <summary>The menu items of the editor itself that the double offers.</summary>
    // Follows the manual, "Menu reference": names. In Unity these items are native.
    internal static class BuiltInMenu
    {
        [MenuItem("Edit/Undo")]
        private static void UndoLast()
        {
            Undo.PerformUndo();
        }

        [MenuItem("Edit/Undo", true)]
        private static bool CanUndo()
        {
            Undo.FlushUndoRecordObjects();
            return UndoStack.HasUndo;
        }

        [MenuItem("Edit/Redo")]
        private static void RedoLast()
        {
            Undo.PerformRedo();
        }

        [MenuItem("Edit/Redo", true)]
        private static bool CanRedo()
        {
            return UndoStack.HasRedo;
        }

        [MenuItem("Edit/Play")]
        private static void Play()
        {
            EditorApplication.isPlaying = !EditorApplication.isPlaying;
        }

        [MenuItem("Edit/Pause")]
        private static void Pause()
        {
            EditorApplication.isPaused = !EditorApplication.isPaused;
        }

        [MenuItem("Edit/Step")]
        private static void Step()
        {
            EditorApplication.Step();
        }

        [MenuItem("File/Save")]
        private static void Save()
        {
            EditorSceneManager.SaveOpenScenes();
        }

        [MenuItem("File/Save Project")]
        private static void SaveProject()
        {
            AssetDatabase.SaveAssets();
        }

        [MenuItem("Assets/Refresh")]
        private static void Refresh()
        {
            AssetDatabase.Refresh();
        }

        [MenuItem("GameObject/Create Empty")]
        private static void CreateEmpty()
        {
            UnityEngine.GameObject created = new UnityEngine.GameObject("GameObject");
            Undo.RegisterCreatedObjectUndo(created, "Create Empty");
            Selection.activeGameObject = created;
        }
    }
}
