using System;
using System.Collections.Generic;
using UnityDouble;
using UnityEditor.SceneManagement;
using UnityEditor.TestTools.TestRunner.Api;
using UnityEngine.SceneManagement;

namespace UnityEditor.TestTools.TestRunner.TestRun
{
    /// <summary>One run. Its fields survive domain reloads.</summary>
    // Follows UnityEditor.TestRunner/TestRun/Data/TestJobData.cs: names of the fields.
    internal sealed class TestJobData
    {
        internal TestJobRunner Runner;
        internal EditModeRunner editModeRunner;
        public string guid;
        public bool isRunning;
        internal TestMode Mode;
        internal string[] Names;

        /// <summary>The step of the run: begin, entering, running, leaving.</summary>
        internal string Phase = "begin";

        /// <summary>The scenes that are open again after the run; null if one untitled scene was open.</summary>
        internal SceneSetup[] Scenes;

        internal static TestJobData Of(Filter filter)
        {
            return new TestJobData { guid = Guid.NewGuid().ToString(), isRunning = true, Mode = filter.testMode, Names = filter.testNames };
        }

        internal static TestJobData Read(string text)
        {
            Dictionary<string, object> saved = Json.ReadObject(text);
            TestJobData data = new TestJobData
            {
                guid = Json.Text(saved, "guid"),
                isRunning = true,
                Mode = (TestMode)Json.Whole(saved, "mode", 0),
                Names = Split(Json.Text(saved, "names")),
                Phase = Json.Text(saved, "phase"),
            };
            string[] scenes = Split(Json.Text(saved, "scenes"));
            string active = Json.Text(saved, "active");
            data.Scenes = scenes == null ? null : Array.ConvertAll(scenes, path => new SceneSetup { path = path, isLoaded = true, isActive = path == active });
            return data;
        }

        internal string Write()
        {
            string active = Scenes == null ? null : Array.Find(Scenes, one => one.isActive).path;
            string scenes = Scenes == null ? null : string.Join("\n", Array.ConvertAll(Scenes, one => one.path));
            return Json.Write(Json.Object("guid", guid, "mode", (long)Mode, "names", Names == null ? null : string.Join("\n", Names), "phase", Phase, "scenes", scenes, "active", active));
        }

        private static string[] Split(string lines)
        {
            return lines == null ? null : lines.Split('\n');
        }
    }

    /// <summary>The part of an edit-mode run that version 1.1 cancels.</summary>
    // Follows UnityEditor.TestRunner/TestRunner/EditModeRunner.cs: OnRunCancel.
    internal sealed class EditModeRunner
    {
        private readonly TestExecution execution;

        internal EditModeRunner(TestExecution execution)
        {
            this.execution = execution;
        }

        public void OnRunCancel()
        {
            execution.IsCancelled = true;
        }
    }
}
