using System;
using System.Collections.Generic;
using System.IO;
using UnityDouble;

namespace UnityEditor
{
    /// <summary>Values of the user for this project, stored in UserSettings/EditorUserSettings.asset.</summary>
    // Follows Editor/Mono/EditorUserSettings.bindings.cs. The double does not imitate how Unity obscures the values.
    public sealed class EditorUserSettings
    {
        private EditorUserSettings()
        {
        }

        private static string SettingsPath
        {
            get { return MetaFile.FullPath("UserSettings/EditorUserSettings.asset"); }
        }

        /// <summary>Returns the value, or null.</summary>
        public static string GetConfigValue(string name)
        {
            return Read().TryGetValue(name, out object value) ? (string)value : null;
        }

        /// <summary>Keeps a value; null removes it.</summary>
        public static void SetConfigValue(string name, string value)
        {
            Dictionary<string, object> values = Read();
            if (value == null)
            {
                values.Remove(name);
            }
            else
            {
                values[name] = value;
            }
            Directory.CreateDirectory(Path.GetDirectoryName(SettingsPath));
            List<string> lines = new List<string> { "%YAML 1.1", "%TAG !u! tag:unity3d.com,2011:", "--- !u!162 &1", "EditorUserSettings:", "  m_ObjectHideFlags: 0", "  serializedVersion: 4", "  m_ConfigSettings:" };
            foreach (KeyValuePair<string, object> pair in values)
            {
                lines.Add("    " + Json.Write(Json.Object(pair.Key, pair.Value)));
            }
            File.WriteAllText(SettingsPath, string.Join("\n", lines.ToArray()) + "\n");
        }

        private static Dictionary<string, object> Read()
        {
            Dictionary<string, object> values = new Dictionary<string, object>(StringComparer.Ordinal);
            foreach (string line in File.Exists(SettingsPath) ? File.ReadAllLines(SettingsPath) : new string[0])
            {
                if (line.StartsWith("    {", StringComparison.Ordinal))
                {
                    foreach (KeyValuePair<string, object> pair in Json.ReadObject(line))
                    {
                        values[pair.Key] = pair.Value;
                    }
                }
            }
            return values;
        }
    }
}
