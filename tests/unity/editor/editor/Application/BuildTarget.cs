using System;

namespace UnityEditor
{
    /// <summary>The systems for which players are built; consoles are left out.</summary>
    // Follows Editor/Mono/BuildTarget.cs: names, values, and which are obsolete.
    public enum BuildTarget
    {
        StandaloneOSX = 2,
        [Obsolete("Use StandaloneOSX instead (UnityUpgradable) -> StandaloneOSX", true)]
        StandaloneOSXUniversal = 3,
        [Obsolete("StandaloneOSXIntel has been removed in 2017.3")]
        StandaloneOSXIntel = 4,
        StandaloneWindows = 5,
        iOS = 9,
        Android = 13,
        [Obsolete("StandaloneLinux has been removed in 2019.2")]
        StandaloneLinux = 17,
        StandaloneWindows64 = 19,
        WebGL = 20,
        WSAPlayer = 21,
        StandaloneLinux64 = 24,
        tvOS = 37,
        [Obsolete("CloudRendering is deprecated, please use LinuxHeadlessSimulation (UnityUpgradable) -> LinuxHeadlessSimulation", false)]
        CloudRendering = 41,
        LinuxHeadlessSimulation = 41,
        NoTarget = -2,
    }

    // Follows Editor/Mono/BuildTargetGroup.cs.
    public enum BuildTargetGroup
    {
        Unknown = 0,
        Standalone = 1,
        iOS = 4,
        Android = 7,
        WebGL = 13,
        WSA = 14,
        tvOS = 25,
        LinuxHeadlessSimulation = 30,
    }

    // Follows Editor/Mono/BuildPipeline.bindings.cs, enum BuildOptions: the options that the double knows.
    [Flags]
    public enum BuildOptions
    {
        None = 0,
        Development = 1 << 0,
    }
}
