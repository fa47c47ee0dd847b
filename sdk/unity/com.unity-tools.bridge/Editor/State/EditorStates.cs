using UnityEditor;
using UnityEditor.Compilation;

namespace UnityTools.Bridge
{
    /// <summary>
    /// Announces the state of the editor. States in which the main thread stops are announced by the callback before they
    /// begin; all others when the next update sees them.
    /// </summary>
    internal sealed class EditorStates
    {
        private const string Building = "building";

        private readonly Bridge bridge;

        /// <summary>True while play mode is entered, from the request to the first frame.</summary>
        private bool entersPlay;

        private bool playing;
        private bool paused;

        internal EditorStates(Bridge bridge)
        {
            this.bridge = bridge;
            playing = EditorApplication.isPlaying;
            paused = EditorApplication.isPaused;
        }

        /// <summary>The state that the editor has now.</summary>
        internal static string Current
        {
            get
            {
                if (BuildPipeline.isBuildingPlayer)
                {
                    return Building;
                }
                // Scripts that wait for the end of play mode block nothing, and Unity may count them as compiling.
                if (EditorApplication.isCompiling && (Compilations.IsRunning || !PlayModeScripts.Wait))
                {
                    return "compiling";
                }
                if (EditorApplication.isPlaying)
                {
                    return EditorApplication.isPaused ? "paused" : "playing";
                }
                return EditorApplication.isPlayingOrWillChangePlaymode ? "entering-play" : "ready";
            }
        }

        internal void Listen()
        {
            CompilationPipeline.compilationStarted += Compiles;
            EditorApplication.playModeStateChanged += Changes;
            BuildNotice.Begins += Builds;
        }

        internal void Leave()
        {
            CompilationPipeline.compilationStarted -= Compiles;
            EditorApplication.playModeStateChanged -= Changes;
            BuildNotice.Begins -= Builds;
        }

        /// <summary>Called at each update.</summary>
        internal void Look()
        {
            // A script can cancel the change before it begins, and Unity sends no event then.
            entersPlay &= EditorApplication.isPlayingOrWillChangePlaymode;
            if (!entersPlay)
            {
                bridge.Enter(Current);
            }
            if (playing != EditorApplication.isPlaying || paused != EditorApplication.isPaused)
            {
                playing = EditorApplication.isPlaying;
                paused = EditorApplication.isPaused;
                bridge.Tell("play-mode", new JsonWriter().Name("playing").Bool(playing).Name("paused").Bool(playing && paused).ToString());
            }
        }

        private void Compiles(object context)
        {
            // The scripts of a player are compiled while it is built.
            bridge.Enter(BuildPipeline.isBuildingPlayer ? Building : "compiling");
        }

        private void Builds()
        {
            bridge.Enter(Building);
        }

        private void Changes(PlayModeStateChange change)
        {
            entersPlay = change == PlayModeStateChange.ExitingEditMode;
            if (entersPlay)
            {
                bridge.Enter("entering-play");
            }
            else
            {
                Look();
            }
        }
    }
}
