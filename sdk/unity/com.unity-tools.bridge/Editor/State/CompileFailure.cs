using UnityEditor;

namespace UnityTools.Bridge
{
    /// <summary>The error of a call that needs compiled scripts.</summary>
    internal static class CompileFailure
    {
        private const int ErrorsShown = 5;

        /// <param name="what">What is not possible, such as `tests cannot run`.</param>
        /// <exception cref="Failure">A `conflict`, if scripts have compile errors.</exception>
        internal static void Check(string what)
        {
            if (EditorUtility.scriptCompilationFailed)
            {
                throw Of(what);
            }
        }

        internal static Failure Of(string what)
        {
            string[] errors = Compilations.FirstErrors(ErrorsShown).ToArray();
            string text = what + ", because scripts have compile errors";
            return new Failure("conflict", errors.Length == 0 ? text : text + ":\n" + string.Join("\n", errors))
            {
                Hint = errors.Length == 0 ? "read the errors in the console of Unity, and correct the scripts" : "correct the scripts"
            };
        }
    }
}
