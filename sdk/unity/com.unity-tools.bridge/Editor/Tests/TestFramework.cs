using System;
using System.Collections;
using System.Reflection;
using UnityEditor;
using UnityEditor.TestTools.TestRunner.Api;

namespace UnityTools.Bridge
{
    /// <summary>
    /// The members of Unity's Test Framework that are internal, or absent in its older versions: which runs are active, and
    /// the end of a run. Version 1.1 (Unity 2021.3 and 2022.3) has no method that cancels, so its parts are stopped.
    /// </summary>
    internal static class TestFramework
    {
        private const BindingFlags AnyStatic = BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.FlattenHierarchy;
        private const BindingFlags AnyMember = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic;

        private static readonly MethodInfo CancelRun = typeof(TestRunnerApi).GetMethod("CancelTestRun", AnyStatic, null, new[] { typeof(string) }, null);

        internal static bool IsAnyRunActive
        {
            get
            {
                foreach (object run in Runs)
                {
                    if (Equals(Member(run, "isRunning"), true))
                    {
                        return true;
                    }
                }
                return false;
            }
        }

        /// <summary>
        /// Whether the framework works on the run. Version 1.1 forgets a run as soon as play mode has begun, although its
        /// tests still run then.
        /// </summary>
        internal static bool IsActive(string run)
        {
            object data = Find(run);
            return data != null && Equals(Member(data, "isRunning"), true);
        }

        /// <returns>False if this version cannot stop the run now.</returns>
        internal static bool Cancel(string run)
        {
            if (CancelRun != null)
            {
                return (bool)CancelRun.Invoke(null, new object[] { run });
            }
            if (EditorApplication.isPlayingOrWillChangePlaymode)
            {
                EditorApplication.isPlaying = false;
                return true;
            }
            object data = Find(run);
            object runner = data == null ? null : Member(data, "editModeRunner");
            MethodInfo stop = runner == null ? null : runner.GetType().GetMethod("OnRunCancel", AnyMember, null, Type.EmptyTypes, null);
            if (stop == null)
            {
                return false;
            }
            stop.Invoke(runner, null);
            return true;
        }

        private static IEnumerable Runs
        {
            get
            {
                Type holder = typeof(TestRunnerApi).Assembly.GetType("UnityEditor.TestTools.TestRunner.TestRun.TestJobDataHolder", false);
                PropertyInfo instance = holder == null ? null : holder.GetProperty("instance", AnyStatic);
                object runs = instance == null ? null : Member(instance.GetValue(null, null), "TestRuns");
                return (runs as IEnumerable) ?? new object[0];
            }
        }

        private static object Find(string run)
        {
            foreach (object data in Runs)
            {
                if (Equals(Member(data, "guid"), run))
                {
                    return data;
                }
            }
            return null;
        }

        private static object Member(object of, string name)
        {
            FieldInfo field = of.GetType().GetField(name, AnyMember);
            return field == null ? null : field.GetValue(of);
        }
    }
}
