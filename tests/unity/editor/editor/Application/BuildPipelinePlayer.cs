using System;
using UnityDouble;
using UnityEditor.Build.Reporting;
using UnityEditor.SceneManagement;
using UnityEngine;

namespace UnityEditor
{
    /// <content>Builds for scripts.</content>
    // Follows Editor/Mono/BuildPipeline.bindings.cs: BuildPlayer with its checks and exceptions, IsBuildTargetSupported.
    public partial class BuildPipeline
    {
        /// <summary>The double has the modules of Linux and Windows.</summary>
        public static bool IsBuildTargetSupported(BuildTargetGroup buildTargetGroup, BuildTarget target)
        {
            return buildTargetGroup == BuildTargetGroup.Standalone && (target == BuildTarget.StandaloneLinux64 || target == BuildTarget.StandaloneWindows64);
        }

        public static BuildTargetGroup GetBuildTargetGroup(BuildTarget platform)
        {
            switch (platform)
            {
                case BuildTarget.StandaloneOSX:
                case BuildTarget.StandaloneWindows:
                case BuildTarget.StandaloneWindows64:
                case BuildTarget.StandaloneLinux64:
                    return BuildTargetGroup.Standalone;
                case BuildTarget.iOS:
                    return BuildTargetGroup.iOS;
                case BuildTarget.Android:
                    return BuildTargetGroup.Android;
                case BuildTarget.WebGL:
                    return BuildTargetGroup.WebGL;
                case BuildTarget.WSAPlayer:
                    return BuildTargetGroup.WSA;
                case BuildTarget.tvOS:
                    return BuildTargetGroup.tvOS;
                case BuildTarget.LinuxHeadlessSimulation:
                    return BuildTargetGroup.LinuxHeadlessSimulation;
                default:
                    return BuildTargetGroup.Unknown;
            }
        }

        /// <summary>Blocks the main thread; opens a dialog for unsaved scenes.</summary>
        public static BuildReport BuildPlayer(string[] levels, string locationPathName, BuildTarget target, BuildOptions options)
        {
            if (isBuildingPlayer)
            {
                throw new InvalidOperationException("Cannot start a new build because there is already a build in progress.");
            }
            if (string.IsNullOrEmpty(locationPathName))
            {
                throw new ArgumentException("The 'locationPathName' parameter for BuildPipeline.BuildPlayer should not be null or empty.");
            }
            if (EditorApplication.isPlaying || EditorApplication.isCompiling || !IsBuildTargetSupported(GetBuildTargetGroup(target), target))
            {
                Debug.LogError("cannot build a player in play mode, while scripts compile, or without the module of " + target);
                return null;
            }
            bool cancelled = !EditorSceneManager.SaveCurrentModifiedScenesIfUserWantsTo();
            if (cancelled || PlayerBuilds.GivesNoReport)
            {
                return cancelled ? new BuildReport { summary = new BuildSummary { result = BuildResult.Cancelled } } : null;
            }
            isBuildingPlayer = true;
            try
            {
                return new PlayerBuild(locationPathName, target, options).Run(levels);
            }
            finally
            {
                isBuildingPlayer = false;
            }
        }
    }
}
