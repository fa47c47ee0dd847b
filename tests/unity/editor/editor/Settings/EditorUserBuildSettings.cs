namespace UnityEditor
{
    /// <summary>The build settings of the user. The double always has Linux as the active target.</summary>
    // Follows Editor/Mono/EditorUserBuildSettings.bindings.cs.
    public class EditorUserBuildSettings
    {
        private EditorUserBuildSettings()
        {
        }

        public static BuildTarget activeBuildTarget
        {
            get { return BuildTarget.StandaloneLinux64; }
        }
    }
}
