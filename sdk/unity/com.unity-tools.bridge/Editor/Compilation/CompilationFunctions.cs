using System.Collections.Generic;
using UnityEditor;

namespace UnityTools.Bridge
{
    /// <summary>
    /// `compilation/last`: the messages of the last script compilation. It waits for a compilation that runs or that follows
    /// from an earlier call, because its result replaces the last one.
    /// </summary>
    internal sealed class CompilationFunctions
    {
        /// <summary>Unity begins to compile an imported script in one of the next updates.</summary>
        private const int QuietUpdates = 3;

        private readonly EditorMainThread mainThread = new EditorMainThread();

        internal void AddTo(Functions functions)
        {
            functions.AddLong("compilation/last", Way.Aside, Last);
        }

        private IEnumerator<Rest> Last(CallJob asked, JsonWriter value)
        {
            int quiet = IsExpected ? 0 : QuietUpdates;
            while (quiet < QuietUpdates)
            {
                // Unity updates an editor in the background only rarely.
                mainThread.Wake();
                yield return Rest.Frame;
                quiet = IsExpected ? 0 : quiet + 1;
            }
            value.Object().Name("reply").Text("compilation").Name("value").Object().Name("last");
            Compilations.Write(value);
            value.EndObject().EndObject();
        }

        private static bool IsExpected
        {
            get { return ScriptImports.IsWaiting || (EditorApplication.isCompiling && (Compilations.IsRunning || !PlayModeScripts.Wait)); }
        }
    }
}
