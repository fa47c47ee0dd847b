using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Text;
using System.Threading;
using UnityEditor;
using UnityEditor.Build.Reporting;
using UnityEngine;

namespace UnityDouble
{
    /// <summary>What the next builds of the double do; a script of the project sets it.</summary>
    public static class PlayerBuilds
    {
        /// <summary>How long a build takes.</summary>
        public static int Milliseconds { get; set; }

        /// <summary>How a build ends if no callback fails.</summary>
        public static BuildResult Result { get; set; } = BuildResult.Succeeded;

        /// <summary>Whether Unity builds nothing and gives no report.</summary>
        public static bool GivesNoReport { get; set; }

        /// <summary>Messages of a build, each with the name of a LogType before a colon.</summary>
        public static string[] Messages { get; set; } = new string[0];
    }

    /// <summary>One imitated build: it calls the callbacks, takes a while, and writes one file.</summary>
    internal sealed class PlayerBuild
    {
        private readonly List<BuildStepMessage> messages = new List<BuildStepMessage>();
        private readonly Stopwatch taken = Stopwatch.StartNew();
        private readonly BuildTarget target;
        private readonly BuildOptions options;
        private readonly string path;

        internal PlayerBuild(string path, BuildTarget target, BuildOptions options)
        {
            this.path = path;
            this.target = target;
            this.options = options;
        }

        /// <summary>Builds, and blocks the main thread meanwhile.</summary>
        internal BuildReport Run(string[] scenes)
        {
            bool called = BuildPipeline.CallBefore(delegate(Exception error) { Add(LogType.Exception, error.GetType().Name + ": " + error.Message); });
            Thread.Sleep(PlayerBuilds.Milliseconds);
            foreach (string message in PlayerBuilds.Messages)
            {
                int colon = message.IndexOf(':');
                Add((LogType)Enum.Parse(typeof(LogType), message.Substring(0, colon)), message.Substring(colon + 1));
            }
            BuildResult result = called ? PlayerBuilds.Result : BuildResult.Failed;
            if (result == BuildResult.Succeeded)
            {
                Directory.CreateDirectory(Path.GetDirectoryName(path));
                File.WriteAllText(path, target + " " + options + "\n" + string.Join("\n", scenes) + "\n", new UTF8Encoding(false));
            }
            return Report(result);
        }

        private BuildReport Report(BuildResult result)
        {
            return new BuildReport
            {
                steps = new[] { new BuildStep("Build player", messages.ToArray()) },
                summary = new BuildSummary
                {
                    platform = target,
                    options = options,
                    outputPath = path,
                    totalSize = result == BuildResult.Succeeded ? (ulong)new FileInfo(path).Length : 0,
                    totalTime = taken.Elapsed,
                    totalErrors = messages.FindAll(delegate(BuildStepMessage one) { return one.type != LogType.Log && one.type != LogType.Warning; }).Count,
                    totalWarnings = messages.FindAll(delegate(BuildStepMessage one) { return one.type == LogType.Warning; }).Count,
                    result = result,
                },
            };
        }

        private void Add(LogType type, string content)
        {
            messages.Add(new BuildStepMessage(type, content));
        }
    }
}
