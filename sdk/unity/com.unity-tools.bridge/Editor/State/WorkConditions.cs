using UnityEditor;

namespace UnityTools.Bridge
{
    /// <summary>Whether long work can begin in the present state of the editor.</summary>
    internal static class WorkConditions
    {
        private const int RetryMs = 1000;

        /// <param name="what">What is not possible, such as `no player can be built`.</param>
        /// <exception cref="Failure">A `not-ready` with the reason.</exception>
        internal static void CheckMode(string what)
        {
            if (EditorApplication.isPlaying || EditorApplication.isPlayingOrWillChangePlaymode)
            {
                throw new Failure("not-ready", what + " while the editor is in play mode") { Hint = "stop play mode first: set its mode to stop" };
            }
            if (BuildPipeline.isBuildingPlayer)
            {
                throw new Failure("busy", what + " while Unity builds a player") { Hint = "wait for the end of the build", RetryAfterMs = RetryMs };
            }
        }

        /// <summary>As <see cref="CheckMode"/>; in addition, Unity must not import or compile.</summary>
        internal static void CheckIdle(string what)
        {
            CheckMode(what);
            if (EditorApplication.isCompiling || EditorApplication.isUpdating)
            {
                throw new Failure("not-ready", what + " while Unity compiles or imports") { Hint = "wait for its end", RetryAfterMs = RetryMs };
            }
        }
    }
}
