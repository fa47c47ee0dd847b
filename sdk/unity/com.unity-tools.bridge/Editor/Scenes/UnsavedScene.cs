using UnityEngine.SceneManagement;

namespace UnityTools.Bridge
{
    /// <summary>A scene with unsaved changes, and the file that a save writes.</summary>
    internal sealed class UnsavedScene
    {
        internal UnsavedScene(Scene scene, string file)
        {
            Scene = scene;
            File = file;
            IsNew = string.IsNullOrEmpty(scene.path);
            Edited = SceneTable.File(scene);
        }

        internal readonly Scene Scene;
        internal readonly string File;

        /// <summary>Whether the save creates the first file of the scene.</summary>
        internal readonly bool IsNew;

        /// <summary>The file of the scene in the journal of edits; for a scene without a file, its name.</summary>
        internal readonly string Edited;

        /// <summary>The copy of the earlier file; empty if there was none.</summary>
        internal string Backup = "";
    }
}
