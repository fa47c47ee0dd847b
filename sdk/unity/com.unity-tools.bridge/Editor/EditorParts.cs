using System;
using System.Reflection;

namespace UnityTools.Bridge
{
    /// <summary>
    /// The parts that need a package that a project may lack. Each is a separate assembly, served if it is present.
    /// </summary>
    internal static class EditorParts
    {
        private static readonly string[] Names =
        {
            "UnityTools.Bridge.TestFunctions, UnityTools.Bridge.EditorTests"
        };

        internal static void AddTo(Functions functions, JobStore jobs)
        {
            foreach (string name in Names)
            {
                Type part = Type.GetType(name, false);
                MethodInfo add = part == null ? null : part.GetMethod("AddTo", BindingFlags.Static | BindingFlags.NonPublic);
                if (add != null)
                {
                    add.Invoke(null, new object[] { functions, jobs });
                }
            }
        }
    }
}
