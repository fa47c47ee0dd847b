using System;
using UnityEngine;

namespace UnityEditor.Build.Reporting
{
    // Follows Modules/BuildReportingEditor/Managed/BuildResult.cs.
    public enum BuildResult
    {
        Unknown = 0,
        Succeeded = 1,
        Failed = 2,
        Cancelled = 3,
    }

    // Follows Modules/BuildReportingEditor/Managed/BuildStepMessage.cs.
    public struct BuildStepMessage
    {
        internal BuildStepMessage(LogType type, string content)
        {
            this.type = type;
            this.content = content;
        }

        public LogType type { get; }

        public string content { get; }
    }

    // Follows Modules/BuildReportingEditor/Managed/BuildStep.cs.
    public struct BuildStep
    {
        internal BuildStep(string name, BuildStepMessage[] messages)
        {
            this.name = name;
            this.messages = messages;
            depth = 0;
        }

        public string name { get; }

        public BuildStepMessage[] messages { get; }

        public int depth { get; }
    }

    // Follows Modules/BuildReportingEditor/Managed/BuildSummary.cs.
    public struct BuildSummary
    {
        public BuildTarget platform { get; internal set; }

        public BuildOptions options { get; internal set; }

        public string outputPath { get; internal set; }

        public ulong totalSize { get; internal set; }

        public TimeSpan totalTime { get; internal set; }

        public int totalErrors { get; internal set; }

        public int totalWarnings { get; internal set; }

        public BuildResult result { get; internal set; }
    }

    /// <summary>What a build did. Only <see cref="BuildPipeline"/> makes one.</summary>
    // Follows Modules/BuildReportingEditor/Managed/BuildReport.bindings.cs.
    public sealed class BuildReport : UnityEngine.Object
    {
        internal BuildReport()
        {
            steps = new BuildStep[0];
        }

        public BuildStep[] steps { get; internal set; }

        public BuildSummary summary { get; internal set; }
    }
}
