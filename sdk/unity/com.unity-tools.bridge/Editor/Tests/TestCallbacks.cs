using UnityEditor.TestTools.TestRunner.Api;

namespace UnityTools.Bridge
{
    /// <summary>
    /// Receives the events of test runs. The Test Framework loses its callbacks at each domain reload, so they are registered
    /// in each domain load.
    /// </summary>
    internal sealed class TestCallbacks : ICallbacks, IErrorCallbacks
    {
        private readonly TestRunKind kind;

        internal TestCallbacks(TestRunKind kind)
        {
            this.kind = kind;
        }

        public void RunStarted(ITestAdaptor testsToRun)
        {
        }

        public void RunFinished(ITestResultAdaptor result)
        {
            kind.Finished(result);
        }

        public void TestStarted(ITestAdaptor test)
        {
            if (!test.IsSuite)
            {
                kind.TestStarted(test.FullName);
            }
        }

        public void TestFinished(ITestResultAdaptor result)
        {
            if (!result.Test.IsSuite)
            {
                kind.TestFinished();
            }
        }

        public void OnError(string message)
        {
            kind.Broke(message);
        }
    }
}
