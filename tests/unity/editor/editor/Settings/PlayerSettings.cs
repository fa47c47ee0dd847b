using System.IO;
using UnityDouble;

namespace UnityEditor
{
    /// <summary>Settings of the built player, stored in ProjectSettings/ProjectSettings.asset.</summary>
    // Follows Editor/Mono/PlayerSettings.bindings.cs.
    public sealed class PlayerSettings
    {
        private static readonly SettingsFile file = new SettingsFile(
            "ProjectSettings.asset",
            "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n--- !u!129 &1\nPlayerSettings:\n  m_ObjectHideFlags: 0\n  serializedVersion: 26");

        private PlayerSettings()
        {
        }

        public static string companyName
        {
            get { return file.Get("companyName", "DefaultCompany"); }
            set { file.Set("companyName", value); }
        }

        public static string productName
        {
            get { return file.Get("productName", Path.GetFileName(Native.Options.Project)); }
            set { file.Set("productName", value); }
        }

        public static string bundleVersion
        {
            get { return file.Get("bundleVersion", "0.1"); }
            set { file.Set("bundleVersion", value); }
        }
    }
}
