using System.Collections.Generic;
using UnityEditor;

namespace UnityTools.Bridge
{
    /// <summary>The page "Unity Tools" in Project Settings: the consent, the switch for code, and the linked hosts.</summary>
    internal static class SettingsPage
    {
        private const string Path = "Project/Unity Tools";

        [SettingsProvider]
        internal static SettingsProvider Create()
        {
            return new SettingsProvider(Path, SettingsScope.Project)
            {
                label = "Unity Tools",
                guiHandler = search => Draw(),
                keywords = new HashSet<string> { "agent", "MCP", "host", "link" }
            };
        }

        /// <summary>The lines that tell how this editor is linked, the most important first.</summary>
        internal static List<string> Lines(string obstacle, List<LinkStatus> links)
        {
            List<string> lines = new List<string>();
            if (obstacle != null)
            {
                lines.Add("Not connected: " + obstacle + ".");
                return lines;
            }
            if (links == null)
            {
                lines.Add("Not connected: you have not agreed.");
                return lines;
            }
            if (links.Count == 0)
            {
                lines.Add("No unity-tool-host runs. This editor connects when one starts.");
            }
            foreach (LinkStatus link in links)
            {
                string text = link.Welcome == null
                    ? "Not connected to " + link.Address
                    : "Connected to unity-tool-host " + link.Welcome.Host + " at " + link.Address + " as " + link.Welcome.Id;
                lines.Add(link.Problem == null || link.Welcome != null ? text + "." : text + ": " + link.Problem + ".");
            }
            return lines;
        }

        private static void Draw()
        {
            Consent consent = EditorStart.Consent;
            using (new EditorGUI.DisabledScope(consent.IsFromEnvironment || EditorStart.Obstacle != null))
            {
                bool given = EditorGUILayout.ToggleLeft("Connect this editor to unity-tool-host, on this computer", consent.IsGiven);
                if (given != consent.IsGiven)
                {
                    consent.IsGiven = given;
                    EditorStart.Apply();
                }
            }
            using (new EditorGUI.DisabledScope(CodeSwitch.IsFromEnvironment))
            {
                bool allowed = EditorGUILayout.ToggleLeft("Allow code from the host in this project", CodeSwitch.IsOn);
                if (allowed != CodeSwitch.IsOn)
                {
                    CodeSwitch.IsOn = allowed;
                    EditorStart.Restart();
                }
            }
            if (consent.IsFromEnvironment)
            {
                EditorGUILayout.HelpBox("The environment of this process answers for you.", MessageType.Info);
            }
            foreach (string line in Lines(EditorStart.Obstacle, EditorStart.Status))
            {
                EditorGUILayout.LabelField(line, EditorStyles.wordWrappedLabel);
            }
        }
    }
}
