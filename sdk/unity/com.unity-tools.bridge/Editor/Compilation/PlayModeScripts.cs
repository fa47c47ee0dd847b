using UnityEditor;

namespace UnityTools.Bridge
{
    /// <summary>Unity's preference for scripts that change in play mode.</summary>
    internal static class PlayModeScripts
    {
        /// <summary>The key and a value of an internal enumeration of Unity, the same from 2021.3 to 6000.6.</summary>
        private const string Preference = "ScriptCompilationDuringPlay";
        private const int RecompileAfterPlaying = 1;

        /// <summary>Whether changed scripts are compiled only after play mode.</summary>
        internal static bool Wait
        {
            get { return EditorApplication.isPlaying && EditorPrefs.GetInt(Preference, 0) == RecompileAfterPlaying; }
        }
    }
}
