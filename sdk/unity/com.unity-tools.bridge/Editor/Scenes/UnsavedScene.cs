using UnityEngine.SceneManagement;

namespace UnityTools.Bridge
{
    /// <summary>A scene with unsaved changes that has a file.</summary>
    internal sealed class UnsavedScene
    {
        internal Scene Scene;
        internal string File;

        /// <summary>The copy of the earlier file; empty if there was none.</summary>
        internal string Backup = "";
    }
}
