using System;
using System.Collections;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using NUnit.Framework;
using UnityEditor.TestTools.TestRunner.Api;

namespace UnityEditor.TestTools.TestRunner
{
    /// <summary>Runs the selected tests in steps, one for each update.</summary>
    // Follows UnityEngine.TestRunner/NUnitExtensions/Runner/UnityWorkItem.cs, CompositeWorkItem.cs and DefaultTestWorkItem.cs:
    // events of suites and tests, ignored tests without execution, and a step after each test.
    internal sealed class TestExecution
    {
        private readonly HashSet<string> names;

        internal TestExecution(IEnumerable<string> testNames)
        {
            names = testNames == null ? null : new HashSet<string>(testNames, StringComparer.Ordinal);
        }

        /// <summary>Set by a cancellation; the running test fails and no other begins.</summary>
        internal bool IsCancelled { get; set; }

        internal TestResult Result { get; private set; }

        internal IEnumerator Run(TestNode root)
        {
            Result = new TestResult(root);
            TestCallbackList.Raise(callbacks => callbacks.RunStarted(root));
            IEnumerator steps = Suite(root, Result);
            while (steps.MoveNext())
            {
                yield return null;
            }
            TestCallbackList.Raise(callbacks => callbacks.RunFinished(Result));
        }

        private IEnumerator Suite(TestNode suite, TestResult result)
        {
            TestCallbackList.Raise(callbacks => callbacks.TestStarted(suite));
            foreach (TestNode node in suite.Nodes.Where(IsSelected))
            {
                TestResult below = new TestResult(node);
                result.Below.Add(below);
                IEnumerator steps = node.IsSuite ? Suite(node, below) : Test(node, below);
                while (steps.MoveNext())
                {
                    yield return null;
                }
            }
            TestCallbackList.Raise(callbacks => callbacks.TestFinished(result));
        }

        private IEnumerator Test(TestNode test, TestResult result)
        {
            if (IsCancelled)
            {
                yield break;
            }
            TestCallbackList.Raise(callbacks => callbacks.TestStarted(test));
            TestNode ignored = Ignored(test);
            if (ignored != null)
            {
                result.Set(TestStatus.Skipped, "Ignored", ignored.SkipReason, null);
            }
            else
            {
                IEnumerator steps = Body(test);
                while (Step(steps, result))
                {
                    yield return null;
                    if (IsCancelled)
                    {
                        result.Set(TestStatus.Failed, "Cancelled", "the run was cancelled", null);
                        break;
                    }
                }
            }
            TestCallbackList.Raise(callbacks => callbacks.TestFinished(result));
            yield return null;
        }

        private static IEnumerator Body(TestNode test)
        {
            object fixture = Activator.CreateInstance(test.Fixture);
            Call(fixture, typeof(SetUpAttribute));
            try
            {
                IEnumerator steps = test.Code.Invoke(fixture, test.Arguments) as IEnumerator;
                while (steps != null && steps.MoveNext())
                {
                    if (steps.Current != null)
                    {
                        throw new NotSupportedException("the editor double does not imitate tests that yield " + steps.Current.GetType());
                    }
                    yield return null;
                }
            }
            finally
            {
                Call(fixture, typeof(TearDownAttribute));
            }
        }

        private static void Call(object fixture, Type attribute)
        {
            foreach (MethodInfo method in fixture.GetType().GetMethods().Where(one => one.IsDefined(attribute, true)))
            {
                method.Invoke(fixture, null);
            }
        }

        private static bool Step(IEnumerator steps, TestResult result)
        {
            try
            {
                if (steps.MoveNext())
                {
                    return true;
                }
                result.Set(TestStatus.Passed, string.Empty, null, null);
            }
            catch (Exception thrown) when (!(thrown is System.Threading.ThreadAbortException))
            {
                Exception error = thrown is TargetInvocationException ? thrown.InnerException : thrown;
                if (error is IgnoreException)
                {
                    result.Set(TestStatus.Skipped, "Ignored", error.Message, error.StackTrace);
                }
                else if (error is InconclusiveException)
                {
                    result.Set(TestStatus.Inconclusive, string.Empty, error.Message, error.StackTrace);
                }
                else
                {
                    bool asserted = error is AssertionException;
                    result.Set(TestStatus.Failed, asserted ? string.Empty : "Error", asserted ? error.Message : error.GetType().FullName + " : " + error.Message, error.StackTrace);
                }
            }
            return false;
        }

        private static TestNode Ignored(TestNode test)
        {
            for (TestNode node = test; node != null; node = node.Above)
            {
                if (node.RunState == RunState.Ignored)
                {
                    return node;
                }
            }
            return null;
        }

        // Follows NUnit's filters: a name selects its node, all nodes above and all nodes below; an explicit test needs a name.
        private bool IsSelected(TestNode node)
        {
            if (node.IsSuite)
            {
                return node.Nodes.Any(IsSelected);
            }
            bool isExplicit = false;
            bool isNamed = names == null;
            for (TestNode at = node; at != null; at = at.Above)
            {
                bool named = names != null && names.Contains(at.Raw);
                isNamed |= named;
                isExplicit = (isExplicit || at.RunState == RunState.Explicit) && !named;
            }
            return isNamed && !(isExplicit && names == null);
        }
    }
}
