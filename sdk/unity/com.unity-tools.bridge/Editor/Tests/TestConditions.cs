using UnityEditor;

namespace UnityTools.Bridge
{
    /// <summary>
    /// Whether a test run can start now. The Test Framework itself would open a dialog for unsaved scenes, and a dialog
    /// blocks the editor until the user answers.
    /// </summary>
    internal static class TestConditions
    {
        private const int RetryMs = 1000;

        /// <exception cref="Failure">A `conflict` with the reason.</exception>
        internal static void Check()
        {
            if (TestFramework.IsAnyRunActive)
            {
                throw Busy();
            }
            if (EditorApplication.isCompiling || EditorApplication.isUpdating)
            {
                throw new Failure("conflict", "tests cannot run while Unity compiles or imports") { RetryAfterMs = RetryMs };
            }
            CompileFailure.Check("tests cannot run");
            if (EditorApplication.isPlayingOrWillChangePlaymode)
            {
                throw new Failure("conflict", "tests cannot run while the editor is in play mode") { Hint = "stop play mode first" };
            }
            UnsavedWork.Check("a test run closes the open scenes");
        }

        internal static Failure Busy()
        {
            return new Failure("conflict", "another test run has not ended") { Hint = "wait for its end, or cancel it", RetryAfterMs = RetryMs };
        }
    }
}
