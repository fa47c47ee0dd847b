using System;
using System.Collections.Generic;
using System.Reflection;

namespace UnityTools.Bridge
{
    /// <summary>
    /// The C# code that a host compiled for one hook: its methods run around the hooked method while the hook is
    /// enabled.
    /// </summary>
    internal sealed class HookSource
    {
        /// <summary>Accepted names of its methods; in lower case they are Harmony's names of the patch kinds.</summary>
        private static readonly string[] Kinds = { "Prefix", "Postfix", "Transpiler", "Finalizer" };

        internal readonly string Text;

        private readonly List<MethodInfo> methods;

        private HookSource(string text, List<MethodInfo> methods)
        {
            Text = text;
            this.methods = methods;
        }

        /// <exception cref="Failure">The type has no such method, or two with the same name.</exception>
        internal static HookSource Of(Type type, string text)
        {
            if (type == null)
            {
                throw Failure.Argument("the assembly has no type of the name that came with it");
            }
            const BindingFlags Any = BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;
            List<MethodInfo> found = new List<MethodInfo>();
            foreach (MethodInfo method in type.GetMethods(Any))
            {
                if (Array.IndexOf(Kinds, method.Name) < 0)
                {
                    continue;
                }
                if (found.Exists(one => one.Name == method.Name))
                {
                    throw Failure.Argument("`source` has two methods called " + method.Name);
                }
                found.Add(method);
            }
            if (found.Count == 0)
            {
                throw new Failure("invalid-argument", "`source` has no static method called " + string.Join(", ", Kinds))
                {
                    Hint = "write one, such as `static void Prefix(object[] __args) { }`"
                };
            }
            return new HookSource(text, found);
        }

        /// <summary>Applies all its methods, or none.</summary>
        /// <exception cref="Failure">Contains the error of Harmony.</exception>
        internal void On(Harmony harmony, MethodInfo original)
        {
            int done = 0;
            try
            {
                foreach (MethodInfo method in methods)
                {
                    harmony.Patch(original, method.Name.ToLowerInvariant(), method);
                    done++;
                }
            }
            catch (Failure)
            {
                foreach (MethodInfo method in methods.GetRange(0, done))
                {
                    harmony.Remove(original, method);
                }
                throw;
            }
        }

        internal void Off(Harmony harmony, MethodInfo original)
        {
            foreach (MethodInfo method in methods)
            {
                harmony.Remove(original, method);
            }
        }
    }
}
