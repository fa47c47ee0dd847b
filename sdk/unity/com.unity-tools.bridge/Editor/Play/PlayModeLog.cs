using UnityEditor;

namespace UnityTools.Bridge
{
    /// <summary>
    /// The last change of play mode that Unity announced. It listens from the domain load on, because Unity announces some
    /// changes before the first update, and it keeps what it heard over reloads.
    /// </summary>
    [InitializeOnLoad]
    internal static class PlayModeLog
    {
        private const string LastKey = "UnityTools.Bridge.PlayMode.Last";
        private const string EnteredKey = "UnityTools.Bridge.PlayMode.Entered";
        private const int None = -1;

        static PlayModeLog()
        {
            EditorApplication.playModeStateChanged += Add;
        }

        /// <summary>How often play mode began in this process.</summary>
        internal static int Entered
        {
            get { return SessionState.GetInt(EnteredKey, 0); }
        }

        /// <summary>Whether Unity announced the end of the last change, and it led to that mode.</summary>
        internal static bool IsOver(bool playing)
        {
            int last = SessionState.GetInt(LastKey, None);
            return last == (int)(playing ? PlayModeStateChange.EnteredPlayMode : PlayModeStateChange.EnteredEditMode) || (last == None && !playing);
        }

        private static void Add(PlayModeStateChange change)
        {
            SessionState.SetInt(LastKey, (int)change);
            if (change == PlayModeStateChange.EnteredPlayMode)
            {
                SessionState.SetInt(EnteredKey, Entered + 1);
            }
        }
    }
}
