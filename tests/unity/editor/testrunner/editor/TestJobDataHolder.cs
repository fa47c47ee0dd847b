using System.Collections.Generic;
using System.Linq;
using UnityEditor.TestTools.TestRunner.Api;

namespace UnityEditor.TestTools.TestRunner.TestRun
{
    /// <summary>The runs that have not ended.</summary>
    // Follows UnityEditor.TestRunner/TestRun/TestJobDataHolder.cs: the runs survive a reload and are resumed after it. There
    // a ScriptableSingleton keeps them, here SessionState, with the same lifetime.
    internal sealed class TestJobDataHolder
    {
        public List<TestJobData> TestRuns = new List<TestJobData>();
        private const string Count = "UnityDouble.TestRuns";
        private const string Entry = "UnityDouble.TestRuns.";

        public static TestJobDataHolder instance { get; } = new TestJobDataHolder();

        internal string Begin(Filter filter)
        {
            TestJobData run = TestJobData.Of(filter);
            TestRuns.Add(run);
            Save();
            new TestJobRunner(run).Start();
            return run.guid;
        }

        internal TestJobData Find(string guid)
        {
            return TestRuns.Find(run => run.guid == guid);
        }

        internal void Remove(TestJobData run)
        {
            run.isRunning = false;
            TestRuns.Remove(run);
            Save();
        }

        internal void Save()
        {
            SessionState.SetInt(Count, TestRuns.Count);
            for (int at = 0; at < TestRuns.Count; at++)
            {
                SessionState.SetString(Entry + at, TestRuns[at].Write());
            }
        }

        [InitializeOnLoadMethod]
        private static void ResumeRunningJobs()
        {
            int count = SessionState.GetInt(Count, 0);
            for (int at = 0; at < count; at++)
            {
                instance.TestRuns.Add(TestJobData.Read(SessionState.GetString(Entry + at, string.Empty)));
            }
            foreach (TestJobData run in instance.TestRuns.ToArray())
            {
                new TestJobRunner(run).Start();
#if TEST_FRAMEWORK_1_1
                // Follows LegacyPlayModeRunTask.cs and PlaymodeLauncher.cs of 1.1.33: the static field IsRunning is false
                // after the reload, so the job ends while the tests run.
                instance.TestRuns.Remove(run);
#endif
            }
        }
    }
}
