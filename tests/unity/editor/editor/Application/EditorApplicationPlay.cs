using UnityDouble;

namespace UnityEditor
{
    /// <summary>Moments of a change between edit mode and play mode.</summary>
    public enum PlayModeStateChange
    {
        EnteredEditMode,
        ExitingEditMode,
        EnteredPlayMode,
        ExitingPlayMode,
    }

    /// <summary>State of the pause button.</summary>
    public enum PauseState
    {
        Paused,
        Unpaused,
    }

    /// <content>Play mode.</content>
    public sealed partial class EditorApplication
    {
        /// <summary>True while game code runs. A new value takes effect after the current tick.</summary>
        public static bool isPlaying
        {
            get { return Native.Shared.Has(Flag.Playing); }

            set
            {
                Native.Store.Play.Wanted = value;
                SignalTick();
            }
        }

        /// <summary>True in play mode and on the way into it; false on the way out of it.</summary>
        public static bool isPlayingOrWillChangePlaymode
        {
            get { return Native.Shared.Has(Flag.PlayWanted); }
        }

        public static bool isPaused
        {
            get { return Native.Shared.Has(Flag.Paused); }

            set
            {
                if (isPaused == value)
                {
                    return;
                }
                Native.Store.Play.Paused = value;
                Native.Call(delegate { RaisePauseStateChanged(value ? PauseState.Paused : PauseState.Unpaused); });
            }
        }

        public static void EnterPlaymode()
        {
            isPlaying = true;
        }

        public static void ExitPlaymode()
        {
            isPlaying = false;
        }

        /// <summary>Runs one frame and stays paused.</summary>
        public static void Step()
        {
            isPaused = true;
            Native.Store.Play.Step();
            SignalTick();
        }
    }
}
