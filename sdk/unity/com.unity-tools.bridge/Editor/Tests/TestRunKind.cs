using System;
using UnityEditor;
using UnityEditor.TestTools.TestRunner.Api;
using UnityEngine;
using UnityEngine.SceneManagement;
using TestSelection = UnityEditor.TestTools.TestRunner.Api.Filter;

namespace UnityTools.Bridge
{
    /// <summary>
    /// A test run as a job: it looks up the tests, starts the run, and ends when Unity has restored the scenes after it.
    /// </summary>
    internal sealed class TestRunKind : JobKind
    {
        internal const string KindName = "test-run";

        /// <summary>Updates without any sign of the run until it counts as ended.</summary>
        private const int QuietUpdates = 10;

        /// <summary>Updates in which compile errors keep Unity from play mode until the run ends with these errors.</summary>
        private const int RefusedUpdates = 50;

        /// <summary>Seconds that calls wait for the framework to close the scenes.</summary>
        private const double LongestBeginning = 5;

        private readonly EditorMainThread mainThread = new EditorMainThread();
        private JobStore store;
        private Job current;
        private TestRunMemory memory;
        private int quiet;
        private int refused;
        private bool plays;

        /// <summary>The scene that was active when the run began, and when calls continue at the latest.</summary>
        private Scene before;
        private double holdsUntil;

        internal TestRunKind()
        {
            Call(api => api.RegisterCallbacks(new TestCallbacks(this)));
        }

        internal override string Name
        {
            get { return KindName; }
        }

        /// <summary>Whether a run has begun, and the framework has not replaced the open scenes yet.</summary>
        internal bool IsBeginning
        {
            get
            {
                return EditorApplication.timeSinceStartup < holdsUntil && IsRunning && TestFramework.IsActive(memory.Run)
                    && SceneManager.GetActiveScene() == before;
            }
        }

        internal override void Start(JobStore jobs, Job job)
        {
            Follow(jobs, job);
            TestConditions.Check();
            jobs.Progress(job, 0, -1, "looking up the tests");
            Call(api => api.RetrieveTestList(Mode(job), root => Listed(job, root)));
        }

        internal override void Resume(JobStore jobs, Job job)
        {
            Follow(jobs, job);
            if (memory.Run == null)
            {
                Start(jobs, job);
            }
        }

        internal override void Look(JobStore jobs, Job job)
        {
            bool isBusy = TestFramework.IsActive(memory.Run) || EditorApplication.isPlayingOrWillChangePlaymode || EditorApplication.isPlaying;
            quiet = memory.Run == null || isBusy ? 0 : quiet + 1;
            // The framework runs one step in each update, and Unity updates an editor in the background only rarely.
            mainThread.Wake();
            // A compilation can fail after the run has begun. The framework would request play mode again only after a reload.
            bool isRefused = plays && memory.Reply == null && EditorUtility.scriptCompilationFailed && !EditorApplication.isCompiling
                && !EditorApplication.isPlaying && !EditorApplication.isPlayingOrWillChangePlaymode;
            refused = isRefused ? refused + 1 : 0;
            if (refused > RefusedUpdates)
            {
                Refuse();
                return;
            }
            // A result ends the job once Unity is in edit mode again. The end without one is less certain.
            if (quiet > (memory.Reply == null && memory.Error == null ? QuietUpdates : 0))
            {
                End();
            }
        }

        internal override bool Cancel(JobStore jobs, Job job)
        {
            if (memory.Run == null)
            {
                jobs.Cancelled(job);
                current = null;
                return true;
            }
            // After the last test, there is nothing left to cancel.
            return memory.Reply == null && TestFramework.Cancel(memory.Run);
        }

        internal void TestStarted(string name)
        {
            if (IsRunning)
            {
                store.Progress(current, current.Done, current.Total, name);
            }
        }

        internal void TestFinished()
        {
            if (IsRunning)
            {
                // The framework reports some tests again after a domain reload.
                store.Progress(current, Math.Min(current.Done + 1, current.Total), current.Total, current.Text);
            }
        }

        internal void Finished(ITestResultAdaptor result)
        {
            if (IsRunning)
            {
                memory.Reply = TestReport.Of(result);
                store.Progress(current, current.Done, current.Total, "restoring the scenes");
                store.Remember(current, memory.Write());
            }
        }

        internal void Broke(string message)
        {
            if (IsRunning)
            {
                memory.Error = Surrogates.Cut(message, 4 << 10);
                store.Remember(current, memory.Write());
            }
        }

        /// <summary>False for runs that the user started, and before the first update after a reload.</summary>
        private bool IsRunning
        {
            get { return current != null && !current.HasEnded && memory.Run != null; }
        }

        private void Follow(JobStore jobs, Job job)
        {
            store = jobs;
            current = job;
            memory = TestRunMemory.Of(job);
            quiet = 0;
            refused = 0;
            plays = Mode(job) == TestMode.PlayMode;
        }

        private void Listed(Job job, ITestAdaptor root)
        {
            if (job.HasEnded)
            {
                return;
            }
            try
            {
                Execute(job, root);
            }
            catch (Failure failure)
            {
                store.Fail(job, failure);
            }
            catch (Exception error)
            {
                store.Fail(job, Failure.Thrown(error));
            }
        }

        private void Execute(Job job, ITestAdaptor root)
        {
            Json arguments = JsonReader.Read(job.Arguments);
            TestFilter filter = new TestFilter(arguments["filter"].Text);
            string[] names = filter.Select(root, arguments["mode"].Text).ToArray();
            // The user may have changed a scene meanwhile.
            TestConditions.Check();
            TestSelection chosen = new TestSelection { testMode = Mode(job), testNames = filter.IsAll ? null : names };
            before = SceneManager.GetActiveScene();
            holdsUntil = EditorApplication.timeSinceStartup + LongestBeginning;
            Call(api => memory.Run = api.Execute(new ExecutionSettings(chosen)));
            store.Progress(job, 0, names.Length, "starting");
            store.Remember(job, memory.Write());
        }

        /// <summary>The API keeps nothing in its object, which would otherwise outlive each domain load.</summary>
        private static void Call(Action<TestRunnerApi> call)
        {
            TestRunnerApi api = ScriptableObject.CreateInstance<TestRunnerApi>();
            try
            {
                call(api);
            }
            finally
            {
                UnityEngine.Object.DestroyImmediate(api);
            }
        }

        private static TestMode Mode(Job job)
        {
            return JsonReader.Read(job.Arguments)["mode"].Text == "play" ? TestMode.PlayMode : TestMode.EditMode;
        }

        private void Refuse()
        {
            Job ended = current;
            current = null;
            // Version 1.1 cannot stop a run that waits for play mode, and forgets it at the next reload.
            TestFramework.Cancel(memory.Run);
            store.Fail(ended, CompileFailure.Of("the tests did not begin: Unity does not enter play mode"));
        }

        private void End()
        {
            Job ended = current;
            current = null;
            if (memory.Reply != null && !ended.IsCancelled)
            {
                store.Finish(ended, memory.Reply);
            }
            else if (ended.IsCancelled)
            {
                store.Cancelled(ended);
            }
            else
            {
                string message = memory.Error ?? "the test run ended without a result";
                store.Fail(ended, new Failure("unity", message) { Hint = "the user may have stopped it; the console of Unity may contain the reason" });
            }
        }
    }
}
