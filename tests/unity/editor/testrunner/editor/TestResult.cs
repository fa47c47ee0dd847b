using System.Collections.Generic;
using System.Linq;
using UnityEditor.TestTools.TestRunner.Api;

namespace UnityEditor.TestTools.TestRunner
{
    /// <summary>The result of a test or of a suite.</summary>
    // Follows UnityEditor.TestRunner/Api/TestResultAdaptor.cs: counts include all nodes below.
    internal sealed class TestResult : ITestResultAdaptor
    {
        internal readonly List<TestResult> Below = new List<TestResult>();
        private readonly TestNode node;
        private TestStatus status = TestStatus.Inconclusive;

        internal TestResult(TestNode node)
        {
            this.node = node;
            ResultState = "Inconclusive";
        }

        public ITestAdaptor Test
        {
            get { return node; }
        }

        public string Name
        {
            get { return node.Name; }
        }

        public string FullName
        {
            get { return node.Raw; }
        }

        public string ResultState { get; private set; }

        // Follows NUnit's manual, "Test results": a suite is failed if any test below failed, and passed if any passed.
        public TestStatus TestStatus
        {
            get
            {
                if (!node.IsSuite)
                {
                    return status;
                }
                return FailCount > 0 ? TestStatus.Failed : PassCount > 0 ? TestStatus.Passed : SkipCount > 0 ? TestStatus.Skipped : TestStatus.Inconclusive;
            }
        }

        public string Message { get; private set; }

        public string StackTrace { get; private set; }

        public int FailCount
        {
            get { return Count(TestStatus.Failed); }
        }

        public int PassCount
        {
            get { return Count(TestStatus.Passed); }
        }

        public int SkipCount
        {
            get { return Count(TestStatus.Skipped); }
        }

        public int InconclusiveCount
        {
            get { return Count(TestStatus.Inconclusive); }
        }

        public bool HasChildren
        {
            get { return Below.Count > 0; }
        }

        public IEnumerable<ITestResultAdaptor> Children
        {
            get { return Below.Cast<ITestResultAdaptor>(); }
        }

        internal void Set(TestStatus given, string label, string message, string stack)
        {
            status = given;
            ResultState = label.Length == 0 ? given.ToString() : given + ":" + label;
            Message = message;
            StackTrace = stack;
        }

        private int Count(TestStatus wanted)
        {
            return node.IsSuite ? Below.Sum(one => one.Count(wanted)) : status == wanted ? 1 : 0;
        }
    }
}
