using System;
using UnityEditor.TestTools.TestRunner.TestRun;
using UnityEngine;

namespace UnityEditor.TestTools.TestRunner.Api
{
    /// <summary>Lists tests, and starts test runs.</summary>
    // Follows UnityEditor.TestRunner/Api/TestRunnerApi.cs of com.unity.test-framework 1.4.6. Version 1.1.33 has no
    // CancelTestRun; the build with TEST_FRAMEWORK_1_1 leaves it out.
    public class TestRunnerApi : ScriptableObject
    {
        public string Execute(ExecutionSettings executionSettings)
        {
            if (executionSettings == null)
            {
                throw new ArgumentNullException("executionSettings");
            }
            if (executionSettings.filters == null || executionSettings.filters.Length != 1)
            {
                throw new NotSupportedException("the editor double does not imitate test runs with other than one filter");
            }
            Filter filter = executionSettings.filters[0];
            if (filter.testMode != TestMode.EditMode && filter.testMode != TestMode.PlayMode)
            {
                throw new NotSupportedException("the editor double does not imitate test runs in both modes");
            }
            return TestJobDataHolder.instance.Begin(filter);
        }

        public void RegisterCallbacks<T>(T testCallbacks, int priority = 0)
            where T : ICallbacks
        {
            if (testCallbacks == null)
            {
                throw new ArgumentNullException("testCallbacks");
            }
            TestCallbackList.Add(testCallbacks, priority);
        }

        public void UnregisterCallbacks<T>(T testCallbacks)
            where T : ICallbacks
        {
            TestCallbackList.Remove(testCallbacks);
        }

        /// <summary>Calls back in a later update, as the tree is built in steps.</summary>
        // Follows UnityEditor.TestRunner/TestRunner/Utils/TestListJob.cs.
        public void RetrieveTestList(TestMode testMode, Action<ITestAdaptor> callback)
        {
            if (callback == null)
            {
                throw new ArgumentNullException("callback");
            }
            int updates = 0;
            EditorApplication.CallbackFunction step = null;
            step = delegate
            {
                if (updates++ < 2)
                {
                    return;
                }
                callback(TestTree.Build(testMode));
                EditorApplication.update -= step;
            };
            EditorApplication.update += step;
        }
#if !TEST_FRAMEWORK_1_1

        public static bool CancelTestRun(string guid)
        {
            TestJobData run = TestJobDataHolder.instance.Find(guid);
            return run != null && run.Runner.CancelRun();
        }
#endif
    }
}
