using System;
using System.Collections.Generic;
using UnityEditor.Build.Reporting;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>Converts Unity's report of a build to the reply `built`.</summary>
    internal static class BuildResultText
    {
        private const int MostMessages = 100;
        private const int LargestMessage = 4 << 10;

        /// <param name="report">Null if Unity did not build.</param>
        /// <exception cref="Failure">Unity cancelled the build, or reported no result.</exception>
        internal static string Of(BuildRequest request, BuildReport report)
        {
            if (report == null)
            {
                throw new Failure("unity", "Unity did not build " + request.Path) { Hint = "the console of Unity says why" };
            }
            BuildSummary summary = report.summary;
            if (summary.result == BuildResult.Cancelled)
            {
                throw new Failure("cancelled", "Unity cancelled the build of " + request.Path) { Hint = "the user stopped it, or a script of the project; the console of Unity may say why" };
            }
            if (summary.result == BuildResult.Unknown)
            {
                throw new Failure("unity", "Unity reported no result of the build of " + request.Path) { Hint = "read the console of Unity, and look at the file" };
            }
            bool succeeded = summary.result == BuildResult.Succeeded;
            JsonWriter reply = new JsonWriter().Object().Name("reply").Text("built").Name("value").Object();
            reply.Name("succeeded").Bool(succeeded).Name("path").Text(request.Path).Name("target").Text(BuildTargets.Name(request.Target));
            reply.Name("bytes").Whole(succeeded ? summary.totalSize : 0).Name("seconds").Number(summary.totalTime.TotalSeconds);
            reply.Name("errors").Count(Math.Max(0, summary.totalErrors)).Name("warnings").Count(Math.Max(0, summary.totalWarnings));
            reply.Name("messages").List();
            Write(reply, report);
            return reply.EndList().EndObject().EndObject().ToString();
        }

        private static void Write(JsonWriter to, BuildReport report)
        {
            List<string> errors = new List<string>();
            List<string> warnings = new List<string>();
            foreach (BuildStep step in report.steps)
            {
                foreach (BuildStepMessage message in step.messages)
                {
                    if (message.type == LogType.Warning)
                    {
                        warnings.Add(message.content ?? "");
                    }
                    else if (message.type != LogType.Log)
                    {
                        errors.Add(message.content ?? "");
                    }
                }
            }
            int shown = Math.Min(MostMessages, errors.Count);
            Write(to, "error", errors.GetRange(0, shown));
            Write(to, "warning", warnings.GetRange(0, Math.Min(MostMessages - shown, warnings.Count)));
        }

        private static void Write(JsonWriter to, string severity, List<string> texts)
        {
            foreach (string text in texts)
            {
                to.Object().Name("severity").Text(severity).Name("text").Text(Surrogates.Cut(text, LargestMessage)).EndObject();
            }
        }
    }
}
