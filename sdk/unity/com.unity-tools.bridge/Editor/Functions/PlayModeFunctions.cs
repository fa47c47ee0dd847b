using UnityEditor;

namespace UnityTools.Bridge
{
    /// <summary>`play-edit/set-mode`: play mode of the editor.</summary>
    internal sealed class PlayModeFunctions
    {
        internal void AddTo(Functions functions)
        {
            functions.Add("play-edit/set-mode", Set);
        }

        /// <summary>
        /// Unity changes the mode after this update, and usually reloads the domain then. So the result is stored before.
        /// </summary>
        private static void Set(CallJob asked, JsonWriter value)
        {
            string mode = new Arguments(asked).Text("mode");
            switch (mode)
            {
                case "play":
                    RequireCompiled();
                    EditorApplication.isPaused = false;
                    EditorApplication.isPlaying = true;
                    break;
                case "pause":
                    RequireCompiled();
                    EditorApplication.isPaused = true;
                    EditorApplication.isPlaying = true;
                    break;
                case "stop":
                    EditorApplication.isPlaying = false;
                    EditorApplication.isPaused = false;
                    break;
                default:
                    throw new Failure("invalid-argument", "`mode` is \"" + mode + "\", and can be play, pause or stop");
            }
            Paged.Done(value);
        }

        /// <summary>Unity does not enter play mode while scripts have errors, and shows only a message in its window.</summary>
        private static void RequireCompiled()
        {
            if (EditorUtility.scriptCompilationFailed)
            {
                throw new Failure("conflict", "play mode cannot begin, because scripts have compile errors")
                {
                    Hint = "read the errors in the console of Unity, and correct the scripts"
                };
            }
        }
    }
}
