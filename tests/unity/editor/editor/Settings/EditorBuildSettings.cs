using System;
using System.Collections.Generic;
using System.IO;
using UnityDouble;
using UnityEngine;

namespace UnityEditor
{
    /// <summary>A scene of the build.</summary>
    // Follows Editor/Mono/EditorBuildSettings.bindings.cs.
    public class EditorBuildSettingsScene
    {
        public EditorBuildSettingsScene()
        {
            path = string.Empty;
        }

        public EditorBuildSettingsScene(string path, bool enabled)
        {
            this.path = path;
            this.enabled = enabled;
        }

        public bool enabled { get; set; }

        public string path { get; set; }

        public GUID guid
        {
            get { return AssetDatabase.GUIDFromAssetPath(path); }
        }
    }

    /// <summary>The scenes of the build, stored in ProjectSettings/EditorBuildSettings.asset.</summary>
    public sealed class EditorBuildSettings
    {
        private EditorBuildSettings()
        {
        }

        public static event Action sceneListChanged;

        public static EditorBuildSettingsScene[] scenes
        {
            get { return Read().ToArray(); }

            set
            {
                List<string> lines = new List<string>
                {
                    "%YAML 1.1", "%TAG !u! tag:unity3d.com,2011:", "--- !u!1045 &1", "EditorBuildSettings:", "  m_ObjectHideFlags: 0", "  serializedVersion: 2",
                    value.Length == 0 ? "  m_Scenes: []" : "  m_Scenes:",
                };
                foreach (EditorBuildSettingsScene scene in value)
                {
                    lines.Add("  - enabled: " + (scene.enabled ? "1" : "0"));
                    lines.Add("    path: " + scene.path);
                    lines.Add("    guid: " + scene.guid);
                }
                lines.Add("  m_configObjects: {}");
                File.WriteAllText(SettingsPath, string.Join("\n", lines.ToArray()) + "\n");
                Publish();
                Native.Call(delegate { sceneListChanged?.Invoke(); });
            }
        }

        private static string SettingsPath
        {
            get { return MetaFile.FullPath("ProjectSettings/EditorBuildSettings.asset"); }
        }

        /// <summary>Gives the enabled scenes to the engine.</summary>
        internal static void Publish()
        {
            World.BuildScenes.Clear();
            foreach (EditorBuildSettingsScene scene in Read())
            {
                if (scene.enabled)
                {
                    World.BuildScenes.Add(scene.path);
                }
            }
        }

        private static List<EditorBuildSettingsScene> Read()
        {
            List<EditorBuildSettingsScene> found = new List<EditorBuildSettingsScene>();
            foreach (string line in File.Exists(SettingsPath) ? File.ReadAllLines(SettingsPath) : new string[0])
            {
                string trimmed = line.Trim();
                if (trimmed.StartsWith("- enabled: ", StringComparison.Ordinal))
                {
                    found.Add(new EditorBuildSettingsScene(string.Empty, trimmed.EndsWith("1", StringComparison.Ordinal)));
                }
                else if (found.Count > 0 && trimmed.StartsWith("path: ", StringComparison.Ordinal))
                {
                    found[found.Count - 1].path = trimmed.Substring(6);
                }
            }
            return found;
        }
    }
}
