using System;
using UnityEditor;

namespace UnityTools.Bridge
{
    /// <summary>
    /// Whether a host may run its own code in this editor, if the policy of the host allows it too. Off by default, and
    /// stored for this user and this project.
    /// </summary>
    internal static class CodeSwitch
    {
        private const string Key = "UnityTools.Bridge.AllowCode";
        private const string On = "1";

        internal static bool IsOn
        {
            get { return UnityToolsBridge.AllowsCode || EditorUserSettings.GetConfigValue(Key) == On; }
            set { EditorUserSettings.SetConfigValue(Key, value ? On : ""); }
        }

        /// <summary>True if the environment allows code, so that the stored value has no effect.</summary>
        internal static bool IsFromEnvironment
        {
            get { return UnityToolsBridge.AllowsCode; }
        }
    }
}
