using System;
using System.Collections.Generic;
using UnityEngine;

namespace UnityEditor.TestTools.TestRunner.Api
{
    // Follows the files of the same names in UnityEditor.TestRunner/Api of com.unity.test-framework 1.4.6: names and values.

    /// <summary>Which tests run.</summary>
    [Flags]
    public enum TestMode
    {
        EditMode = 1 << 0,
        PlayMode = 1 << 1,
    }

    /// <summary>Whether a test can run.</summary>
    public enum RunState
    {
        NotRunnable,
        Runnable,
        Explicit,
        Skipped,
        Ignored,
    }

    /// <summary>The result of a test.</summary>
    public enum TestStatus
    {
        Inconclusive,
        Skipped,
        Passed,
        Failed,
    }

    /// <summary>A node of the tree of tests.</summary>
    public interface ITestAdaptor
    {
        string Id { get; }

        string Name { get; }

        string FullName { get; }

        int TestCaseCount { get; }

        bool HasChildren { get; }

        bool IsSuite { get; }

        IEnumerable<ITestAdaptor> Children { get; }

        ITestAdaptor Parent { get; }

        string[] Categories { get; }

        bool IsTestAssembly { get; }

        RunState RunState { get; }

        string SkipReason { get; }

        int ChildIndex { get; }

        TestMode TestMode { get; }
    }

    /// <summary>The result of a node of the tree of tests.</summary>
    public interface ITestResultAdaptor
    {
        ITestAdaptor Test { get; }

        string Name { get; }

        string FullName { get; }

        string ResultState { get; }

        TestStatus TestStatus { get; }

        string Message { get; }

        string StackTrace { get; }

        int FailCount { get; }

        int PassCount { get; }

        int SkipCount { get; }

        int InconclusiveCount { get; }

        bool HasChildren { get; }

        IEnumerable<ITestResultAdaptor> Children { get; }
    }

    /// <summary>Receives the events of test runs.</summary>
    public interface ICallbacks
    {
        void RunStarted(ITestAdaptor testsToRun);

        void RunFinished(ITestResultAdaptor result);

        void TestStarted(ITestAdaptor test);

        void TestFinished(ITestResultAdaptor result);
    }

    /// <summary>Receives also the errors of test runs.</summary>
    public interface IErrorCallbacks : ICallbacks
    {
        void OnError(string message);
    }

    /// <summary>Selects tests.</summary>
    [Serializable]
    public class Filter
    {
        [SerializeField] public TestMode testMode;
        [SerializeField] public string[] testNames;
    }

    /// <summary>A request for a test run in the editor.</summary>
    [Serializable]
    public class ExecutionSettings
    {
        [SerializeField] public Filter[] filters;

        public ExecutionSettings(params Filter[] filtersToExecute)
        {
            filters = filtersToExecute;
        }
    }
}
