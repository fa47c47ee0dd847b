using System;
using System.Globalization;
using UnityDouble;

namespace UnityEditor
{
    /// <summary>How assets are written. The double writes text only.</summary>
    // Follows Editor/Mono/EditorSettings.bindings.cs.
    public enum SerializationMode
    {
        Mixed = 0,
        ForceBinary = 1,
        ForceText = 2,
    }

    /// <summary>What entering play mode leaves out.</summary>
    [Flags]
    public enum EnterPlayModeOptions
    {
        None = 0,
        DisableDomainReload = 1 << 0,
        DisableSceneReload = 1 << 1,
    }

    /// <summary>Editor settings of the project, stored in ProjectSettings/EditorSettings.asset.</summary>
    public sealed class EditorSettings
    {
        private static readonly SettingsFile file = new SettingsFile(
            "EditorSettings.asset",
            "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n--- !u!159 &1\nEditorSettings:\n  m_ObjectHideFlags: 0\n  serializedVersion: 12\n  m_SerializationMode: 2");

        private EditorSettings()
        {
        }

        public static SerializationMode serializationMode
        {
            get { return (SerializationMode)Number("m_SerializationMode", (int)SerializationMode.ForceText); }

            set
            {
                if (value != SerializationMode.ForceText)
                {
                    throw new NotSupportedException("the editor double does not imitate the serialization mode " + value + ", only ForceText");
                }
                file.Set("m_SerializationMode", "2");
            }
        }

        public static bool enterPlayModeOptionsEnabled
        {
            get { return Number("m_EnterPlayModeOptionsEnabled", 0) != 0; }
            set { file.Set("m_EnterPlayModeOptionsEnabled", value ? "1" : "0"); }
        }

        public static EnterPlayModeOptions enterPlayModeOptions
        {
            get { return (EnterPlayModeOptions)Number("m_EnterPlayModeOptions", 0); }
            set { file.Set("m_EnterPlayModeOptions", ((int)value).ToString(CultureInfo.InvariantCulture)); }
        }

        private static int Number(string key, int otherwise)
        {
            return int.TryParse(file.Get(key, string.Empty), NumberStyles.Integer, CultureInfo.InvariantCulture, out int value) ? value : otherwise;
        }
    }
}
