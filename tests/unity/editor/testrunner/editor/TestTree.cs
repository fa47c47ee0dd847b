using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using NUnit.Framework;
using UnityDouble;
using UnityEditor.TestTools.TestRunner.Api;
using UnityEngine;
using UnityEngine.TestTools;

namespace UnityEditor.TestTools.TestRunner
{
    /// <summary>Finds the tests of the project's scripts.</summary>
    // Follows UnityEngine.TestRunner/NUnitExtensions/UnityTestAssemblyBuilder.cs: project, assemblies, namespaces, fixtures,
    // tests. Follows UnityEditor.TestRunner/TestRunner/Utils/EditorLoadedTestAssemblyProvider.cs: assemblies for the editor
    // only have the edit-mode tests, all others the play-mode tests.
    internal static class TestTree
    {
        private const BindingFlags Methods = BindingFlags.Instance | BindingFlags.Public;

        internal static TestNode Build(TestMode mode)
        {
            TestNode root = new TestNode(null, Application.productName, Application.productName, true, mode);
            string name = mode == TestMode.EditMode ? ScriptSources.Editor : ScriptSources.Game;
            System.Reflection.Assembly scripts = AppDomain.CurrentDomain.GetAssemblies().FirstOrDefault(one => one.GetName().Name == name);
            if (scripts == null)
            {
                return root;
            }
            TestNode assembly = new TestNode(root, Path.GetFileName(scripts.Location), scripts.Location, true, mode) { IsTestAssembly = true };
            foreach (Type type in scripts.GetTypes().Where(one => !one.IsAbstract).OrderBy(one => one.FullName, StringComparer.Ordinal))
            {
                MethodInfo[] tests = type.GetMethods(Methods).Where(IsTest).OrderBy(one => one.Name, StringComparer.Ordinal).ToArray();
                if (tests.Length > 0)
                {
                    Add(type, tests, Namespace(assembly, type.Namespace));
                }
            }
            if (!assembly.HasChildren)
            {
                root.Nodes.Clear();
            }
            return root;
        }

        private static TestNode Namespace(TestNode at, string path)
        {
            string full = string.Empty;
            foreach (string part in (path ?? string.Empty).Split(new[] { '.' }, StringSplitOptions.RemoveEmptyEntries))
            {
                full = full.Length == 0 ? part : full + "." + part;
                at = at.Nodes.Find(node => node.FullName == full) ?? new TestNode(at, part, full, true, at.TestMode);
            }
            return at;
        }

        private static void Add(Type type, MethodInfo[] tests, TestNode parent)
        {
            TestNode fixture = new TestNode(parent, type.Name, type.FullName, true, parent.TestMode) { Fixture = type };
            Mark(fixture, type);
            foreach (MethodInfo method in tests)
            {
                string full = type.FullName + "." + method.Name;
                object[] cases = method.GetCustomAttributes(typeof(TestCaseAttribute), true);
                TestNode test = new TestNode(fixture, method.Name, full, cases.Length > 0, parent.TestMode) { Fixture = type, Code = method };
                Mark(test, method);
                foreach (TestCaseAttribute one in cases)
                {
                    string arguments = "(" + string.Join(",", one.Arguments.Select(Text)) + ")";
                    int same = test.Nodes.FindAll(node => node.Raw == full + arguments).Count;
                    new TestNode(test, method.Name + arguments, full + arguments, false, parent.TestMode)
                    {
                        Fixture = type,
                        Code = method,
                        Arguments = one.Arguments,
                        RunState = test.RunState,
                        SkipReason = test.SkipReason,
                        ChildIndex = same == 0 ? -1 : same + 1,
                    };
                }
            }
        }

        private static void Mark(TestNode node, MemberInfo member)
        {
            node.Own.AddRange(member.GetCustomAttributes(typeof(CategoryAttribute), true).Cast<CategoryAttribute>().Select(one => one.Name));
            IgnoreAttribute ignored = (IgnoreAttribute)member.GetCustomAttributes(typeof(IgnoreAttribute), true).FirstOrDefault();
            if (ignored != null)
            {
                node.RunState = RunState.Ignored;
                node.SkipReason = ignored.Reason;
            }
            else if (member.IsDefined(typeof(ExplicitAttribute), true))
            {
                node.RunState = RunState.Explicit;
            }
        }

        private static bool IsTest(MethodInfo method)
        {
            return method.IsDefined(typeof(TestAttribute), true) || method.IsDefined(typeof(TestCaseAttribute), true) || method.IsDefined(typeof(UnityTestAttribute), true);
        }

        private static string Text(object argument)
        {
            string text = argument as string;
            return argument == null ? "null" : text != null ? "\"" + text + "\"" : Convert.ToString(argument, System.Globalization.CultureInfo.InvariantCulture);
        }
    }
}
