using System;
using UnityEditor;

namespace UnityDouble
{
    /// <summary>The steps of a change between edit mode and play mode.</summary>
    // Follows the manual, "Configuring how Unity enters Play mode": which steps the Enter Play Mode Options leave out.
    internal static class PlayModeSteps
    {
        internal static bool ReloadsDomain
        {
            get { return !(EditorSettings.enterPlayModeOptionsEnabled && (EditorSettings.enterPlayModeOptions & EnterPlayModeOptions.DisableDomainReload) != 0); }
        }

        internal static bool ReloadsScenes
        {
            get { return !(EditorSettings.enterPlayModeOptionsEnabled && (EditorSettings.enterPlayModeOptions & EnterPlayModeOptions.DisableSceneReload) != 0); }
        }

        internal static void Run(PlayStep step)
        {
            switch (step)
            {
                case PlayStep.RefuseForErrors:
                    UnityEngine.Debug.LogError("All compiler errors have to be fixed before you can enter playmode!");
                    break;
                case PlayStep.ExitEditMode:
                    Raise(PlayModeStateChange.ExitingEditMode);
                    break;
                case PlayStep.BackUpScenes:
                    EditorState.BackUpForPlay();
                    break;
                case PlayStep.EnterPlayMode:
                    Native.Store.Play.Playing = true;
                    Engine.StartPlaying(ReloadsScenes);
                    Raise(PlayModeStateChange.EnteredPlayMode);
                    break;
                case PlayStep.ExitPlayMode:
                    Raise(PlayModeStateChange.ExitingPlayMode);
                    break;
                case PlayStep.EnterEditMode:
                    Engine.EndPlaying();
                    Native.Store.Play.Playing = false;
                    EditorState.RestoreAfterPlay();
                    Raise(PlayModeStateChange.EnteredEditMode);
                    break;
                default:
                    throw new ArgumentOutOfRangeException("step", step, "unknown step of a play mode change");
            }
        }

        private static void Raise(PlayModeStateChange change)
        {
            Native.Call(delegate { EditorApplication.RaisePlayModeStateChanged(change); });
        }
    }
}
