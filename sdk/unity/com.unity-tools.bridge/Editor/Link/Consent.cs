using System;
using UnityEditor;

namespace UnityTools.Bridge
{
    /// <summary>
    /// Whether the user agreed that this editor connects to hosts. Stored for the user, not for the project. Nothing
    /// connects before.
    /// </summary>
    internal sealed class Consent
    {
        private const string Key = "UnityTools.Bridge.Consent";
        private const string Asked = "UnityTools.Bridge.ConsentAsked";
        private const string Yes = "yes";
        private const string No = "no";

        private readonly Func<string, string> variable;

        internal Consent(Func<string, string> variable)
        {
            this.variable = variable;
        }

        /// <summary>True if the environment answers, so that the stored answer has no effect.</summary>
        internal bool IsFromEnvironment
        {
            get { return !string.IsNullOrEmpty(variable("UNITY_TOOLS_HOST")) || variable("UNITY_TOOLS_ALLOW_LINK") == "1"; }
        }

        internal bool IsGiven
        {
            get { return IsFromEnvironment || EditorPrefs.GetString(Key, "") == Yes; }
            set { EditorPrefs.SetString(Key, value ? Yes : No); }
        }

        /// <summary>
        /// Asks the user, unless there is an answer or this editor asked already. Shows a modal dialog.
        /// </summary>
        internal void Ask()
        {
            if (IsFromEnvironment || EditorPrefs.GetString(Key, "").Length > 0 || SessionState.GetBool(Asked, false))
            {
                return;
            }
            // Stored before the dialog, because the scripts may be reloaded while it is open.
            SessionState.SetBool(Asked, true);
            IsGiven = EditorUtility.DisplayDialog(
                "Unity Tools",
                "Let AI agents work in this editor?\n\nThe editor then connects to each unity-tool-host that you run on this computer. "
                + "The policy of the host decides what agents may read and change. You can change the answer in Project Settings > Unity Tools.",
                "Connect",
                "Do not connect");
        }
    }
}
