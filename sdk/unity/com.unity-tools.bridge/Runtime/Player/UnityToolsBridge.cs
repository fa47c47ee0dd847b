using System;
using UnityEngine;
using UnityEngine.Scripting;

namespace UnityTools.Bridge
{
    /// <summary>
    /// The way in for whoever loads this assembly by itself: a mod loader, or a game's own code. Players that are built with the
    /// package begin by themselves.
    /// </summary>
    [Preserve]
    public static class UnityToolsBridge
    {
        /// <summary>
        /// Whether a host may have code of its own run in this process, where the host's policy allows it too. Off, unless this is set
        /// before <see cref="Begin"/>, or the variable UNITY_TOOLS_ALLOW_CODE is 1.
        /// </summary>
        public static bool AllowCode { get; set; }

        internal static bool AllowsCode
        {
            get { return AllowCode || Environment.GetEnvironmentVariable("UNITY_TOOLS_ALLOW_CODE") == "1"; }
        }

        /// <summary>Begins to look for hosts of this user. On the main thread; a second call does nothing.</summary>
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
