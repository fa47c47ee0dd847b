using System;
using UnityEngine;
using UnityEngine.Scripting;

namespace UnityTools.Bridge
{
    /// <summary>
    /// The entry point for code that loads this assembly itself: a mod loader, or the game. Players that are built with
    /// the package start the bridge automatically.
    /// </summary>
    [Preserve]
    public static class UnityToolsBridge
    {
        /// <summary>
        /// Whether a host may run its own code in this process, if the policy of the host allows it too. The default is
        /// false, unless this is set before <see cref="Begin"/> or the variable UNITY_TOOLS_ALLOW_CODE is 1.
        /// </summary>
        public static bool AllowCode { get; set; }

        internal static bool AllowsCode
        {
            get { return AllowCode || Environment.GetEnvironmentVariable("UNITY_TOOLS_ALLOW_CODE") == "1"; }
        }

        /// <summary>
        /// Starts looking for hosts of this user. Call it on the main thread; a second call does nothing.
        /// </summary>
        public static void Begin()
        {
            PlayerBridge.Begin();
        }

#if !UNITY_EDITOR
        [RuntimeInitializeOnLoadMethod(RuntimeInitializeLoadType.AfterSceneLoad)]
        [Preserve]
        private static void AtStart()
        {
            PlayerBridge.Begin();
        }
#endif
    }
}
