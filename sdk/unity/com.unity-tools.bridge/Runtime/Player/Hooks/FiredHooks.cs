using System;
using System.Collections.Generic;
using System.Globalization;
using System.Reflection;

namespace UnityTools.Bridge
{
    /// <summary>
    /// Counts the calls of hooked methods on any thread, and keeps the arguments of some calls as text. Every quarter
    /// of a second the host gets one event for each method, and one line for each kept call, so that a method that runs
    /// all the time does not cost more.
    /// </summary>
    internal static class FiredHooks
    {
        /// <summary>The number of calls of one method whose arguments are reported each time.</summary>
        private const int Kept = 4;
        private const int LongestText = 200;

        private sealed class Fired
        {
            internal readonly List<string> Texts = new List<string>();
            internal string Signature;
            internal int Times;
        }

        private static readonly object Gate = new object();

        // Keyed by the runtime method handle, because one method can have several reflection objects.
        private static readonly Dictionary<IntPtr, Fired> Watched = new Dictionary<IntPtr, Fired>();

        // This code may itself call hooked methods: such calls are not counted.
        [ThreadStatic]
        private static bool inside;

        // Read without the lock, so that a frame without calls costs one comparison.
        private static volatile bool any;

        internal static readonly MethodInfo WithArguments = Own("Ran");
        internal static readonly MethodInfo WithoutArguments = Own("RanSomehow");

        internal static bool Any
        {
            get { return any; }
        }

        internal static void Watch(MethodBase method, string signature)
        {
            lock (Gate)
            {
                Watched[method.MethodHandle.Value] = new Fired { Signature = signature };
            }
        }

        internal static void Forget(MethodBase method)
        {
            lock (Gate)
            {
                Watched.Remove(method.MethodHandle.Value);
            }
        }

        /// <summary>The calls since the last report: signature, count, and some of the arguments.</summary>
        internal static void Take(Action<string, int, List<string>> tell)
        {
            List<Fired> fired = new List<Fired>();
            lock (Gate)
            {
                any = false;
                foreach (IntPtr method in new List<IntPtr>(Watched.Keys))
                {
                    Fired one = Watched[method];
                    if (one.Times > 0)
                    {
                        fired.Add(one);
                        Watched[method] = new Fired { Signature = one.Signature };
                    }
                }
            }
            foreach (Fired one in fired)
            {
                tell(one.Signature, one.Times, one.Texts);
            }
        }

        // The parameter names are defined by Harmony.
        private static void Ran(MethodBase __originalMethod, object[] __args)
        {
            Count(__originalMethod, __args);
        }

        /// <summary>For a Harmony before 2.1, which has no parameter name for all arguments.</summary>
        private static void RanSomehow(MethodBase __originalMethod)
        {
            Count(__originalMethod, null);
        }

        private static void Count(MethodBase method, object[] arguments)
        {
            if (inside)
            {
                return;
            }
            inside = true;
            try
            {
                lock (Gate)
                {
                    Fired fired;
                    if (!Watched.TryGetValue(method.MethodHandle.Value, out fired))
                    {
                        return;
                    }
                    fired.Times++;
                    any = true;
                    if (fired.Texts.Count < Kept && arguments != null)
                    {
                        List<string> texts = new List<object>(arguments).ConvertAll(argument => Text(argument));
                        fired.Texts.Add("(" + string.Join(", ", texts.ToArray()) + ")");
                    }
                }
            }
            finally
            {
                inside = false;
            }
        }

        /// <summary>
        /// Primitive values as they are; for all others the type, because their own code must not run for this.
        /// </summary>
        private static string Text(object argument)
        {
            if (argument == null)
            {
                return "null";
            }
            string text = argument as string;
            if (text != null)
            {
                return "\"" + Surrogates.Cut(text, LongestText) + "\"";
            }
            IFormattable plain = argument.GetType().IsPrimitive || argument is Enum ? argument as IFormattable : null;
            return plain == null ? (argument is bool ? argument.ToString() : argument.GetType().FullName) : plain.ToString(null, CultureInfo.InvariantCulture);
        }

        private static MethodInfo Own(string name)
        {
            return typeof(FiredHooks).GetMethod(name, BindingFlags.Static | BindingFlags.NonPublic);
        }
    }
}
