using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using UnityEditor.TestTools.TestRunner.Api;

namespace UnityEditor.TestTools.TestRunner
{
    /// <summary>A test, or a suite of tests.</summary>
    // Follows UnityEditor.TestRunner/Api/TestAdaptor.cs: the categories include those of the parents.
    internal sealed class TestNode : ITestAdaptor
    {
        internal readonly List<TestNode> Nodes = new List<TestNode>();
        internal readonly List<string> Own = new List<string>();
        internal TestNode Above;
        internal Type Fixture;
        internal MethodInfo Code;
        internal object[] Arguments;

        internal TestNode(TestNode above, string name, string fullName, bool isSuite, TestMode mode)
        {
            Above = above;
            Name = name;
            Raw = fullName;
            ChildIndex = -1;
            IsSuite = isSuite;
            TestMode = mode;
            RunState = RunState.Runnable;
            if (above != null)
            {
                above.Nodes.Add(this);
            }
        }

        public string Id
        {
            get { return FullName; }
        }

        public string Name { get; private set; }

        /// <summary>The full name that filters and results use.</summary>
        internal string Raw { get; private set; }

        // Follows UnityEngine.TestRunner/NUnitExtensions/TestExtensions.cs: GetIndexedTestCaseName.
        public string FullName
        {
            get
            {
                string added = ChildIndex < 0 ? string.Empty : " GeneratedTestCase" + ChildIndex;
                return Raw.EndsWith(")", System.StringComparison.Ordinal) ? Raw.Substring(0, Raw.Length - 1) + added + ")" : Raw + added;
            }
        }

        public int TestCaseCount
        {
            get { return IsSuite ? Nodes.Sum(node => node.TestCaseCount) : 1; }
        }

        public bool HasChildren
        {
            get { return Nodes.Count > 0; }
        }

        public bool IsSuite { get; private set; }

        public IEnumerable<ITestAdaptor> Children
        {
            get { return Nodes.Cast<ITestAdaptor>(); }
        }

        public ITestAdaptor Parent
        {
            get { return Above; }
        }

        // Follows UnityEngine.TestRunner/NUnitExtensions/TestExtensions.cs: GetAllCategoriesFromTest.
        public string[] Categories
        {
            get
            {
                List<string> all = new List<string>();
                for (TestNode node = this; node != null; node = node.Above)
                {
                    all.AddRange(node.Own);
                }
                return all.Count == 0 && !IsSuite ? new[] { "Uncategorized" } : all.Distinct().ToArray();
            }
        }

        public bool IsTestAssembly { get; internal set; }

        public RunState RunState { get; internal set; }

        public string SkipReason { get; internal set; }

        // Follows TestExtensions.cs: ParseForNameDuplicates.
        public int ChildIndex { get; internal set; }

        public TestMode TestMode { get; private set; }
    }
}
