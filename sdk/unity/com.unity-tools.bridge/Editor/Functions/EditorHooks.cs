using System;
using System.Collections.Generic;
using UnityEditor;

namespace UnityTools.Bridge
{
    /// <summary>
    /// The hooks of an editor. They end with the domain whose methods Harmony changed, and the console of the next one says
    /// which ended.
    /// </summary>
    internal sealed class EditorHooks
    {
        private const string EndedKey = "UnityTools.Bridge.EndedHooks";

        private readonly HookFunctions hooks;

        /// <param name="tell">Gets a signature, the number of calls, and the arguments of some calls.</param>
        /// <param name="loaded">Called for each loaded assembly.</param>
        internal EditorHooks(Clock clock, Action<string, int, List<string>> tell, Action loaded)
        {
            hooks = new HookFunctions(clock, tell, loaded);
        }

        internal void AddTo(Functions functions)
        {
            hooks.AddTo(functions, CodeSwitch.IsOn);
        }

        internal void Begin()
        {
            string ended = SessionState.GetString(EndedKey, "");
            if (ended.Length > 0)
            {
                SessionState.EraseString(EndedKey);
                ConsoleLines.Say("warn", "the end of the domain or of the bridge ended these hooks, so add them again: " + ended);
            }
        }

        /// <summary>Called at each update.</summary>
        internal void Frame()
        {
            hooks.Frame();
        }

        /// <summary>Removes all hooks.</summary>
        internal void End()
        {
            List<string> ended = hooks.Signatures;
            if (ended.Count > 0)
            {
                SessionState.SetString(EndedKey, string.Join("; ", ended.ToArray()));
            }
            hooks.End();
        }
    }
}
