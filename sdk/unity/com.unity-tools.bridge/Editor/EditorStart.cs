using System;
using System.Collections.Generic;
using UnityEditor;

namespace UnityTools.Bridge
{
    /// <summary>
    /// Opens the bridge in each domain load of an editor, if this process may connect and the user agreed.
    /// </summary>
    [InitializeOnLoad]
    internal static class EditorStart
    {
        private static EditorBridge open;

        static EditorStart()
        {
            Consent = new Consent(Environment.GetEnvironmentVariable);
            Obstacle = LinkCondition.Obstacle(Environment.GetEnvironmentVariable, Environment.GetCommandLineArgs());
            if (Obstacle == null)
            {
                // The project is not complete yet: scenes are restored after this method.
                EditorApplication.update += Begin;
            }
        }

        internal static Consent Consent { get; private set; }

        /// <summary>Why this process never connects; null if it may.</summary>
        internal static string Obstacle { get; private set; }

        /// <summary>The links to all known hosts; null while nothing may connect.</summary>
        internal static List<LinkStatus> Status
        {
            get { return open == null ? null : open.Status; }
        }

        /// <summary>Opens or closes the bridge as the consent says now.</summary>
        internal static void Apply()
        {
            if (Consent.IsGiven && open == null && Obstacle == null)
            {
                open = EditorBridge.Open(Environment.GetEnvironmentVariable);
            }
            else if (!Consent.IsGiven && open != null)
            {
                open.Close();
                open = null;
            }
        }

        /// <summary>Opens the bridge again, because its functions changed.</summary>
        internal static void Restart()
        {
            if (open != null)
            {
                open.CloseForRestart();
                open = null;
            }
            Apply();
        }

        private static void Begin()
        {
            EditorApplication.update -= Begin;
            Consent.Ask();
            Apply();
        }
    }
}
