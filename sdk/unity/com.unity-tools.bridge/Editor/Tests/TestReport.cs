using UnityEditor.TestTools.TestRunner.Api;

namespace UnityTools.Bridge
{
    /// <summary>Writes the result of a test run as the reply of the contract.</summary>
    internal sealed class TestReport
    {
        private const int MostFailures = 500;
        private const int LargestMessage = 4 << 10;
        private const int LargestStack = 4 << 10;

        private readonly JsonWriter failures = new JsonWriter().List();
        private int written;
        private long suites;

        private TestReport()
        {
        }

        /// <summary>The reply as JSON. Inconclusive tests count as skipped: they neither passed nor failed.</summary>
        internal static string Of(ITestResultAdaptor result)
        {
            TestReport report = new TestReport();
            report.Add(result);
            JsonWriter reply = new JsonWriter().Object().Name("reply").Text("test-run").Name("value").Object();
            reply.Name("passed").Count(result.PassCount).Name("failed").Count(result.FailCount + report.suites);
            reply.Name("skipped").Count(result.SkipCount + result.InconclusiveCount);
            reply.Name("failures").Raw(report.failures.EndList().ToString());
            return reply.EndObject().EndObject().ToString();
        }

        private void Add(ITestResultAdaptor result)
        {
            if (result.TestStatus != TestStatus.Failed)
            {
                return;
            }
            if (!result.HasChildren && !result.Test.IsSuite)
            {
                Write(result);
                return;
            }
            foreach (ITestResultAdaptor child in result.Children ?? new ITestResultAdaptor[0])
            {
                Add(child);
            }
            // Such as a method with [OneTimeTearDown] that threw after all tests passed.
            if (result.FailCount == 0 && !ChildFailed(result))
            {
                suites++;
                Write(result);
            }
        }

        private static bool ChildFailed(ITestResultAdaptor result)
        {
            foreach (ITestResultAdaptor child in result.Children ?? new ITestResultAdaptor[0])
            {
                if (child.TestStatus == TestStatus.Failed)
                {
                    return true;
                }
            }
            return false;
        }

        private void Write(ITestResultAdaptor result)
        {
            if (written++ >= MostFailures)
            {
                return;
            }
            failures.Object().Name("name").Text(result.FullName);
            failures.Name("message").Text(Surrogates.Cut((result.Message ?? "").Trim(), LargestMessage));
            string stack = string.IsNullOrEmpty(result.StackTrace) ? null : Surrogates.Cut(result.StackTrace.Trim(), LargestStack);
            failures.Name("stack-trace").TextOrNull(stack).EndObject();
        }
    }
}
