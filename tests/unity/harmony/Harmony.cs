// A stand-in for Harmony 2: no registry that the tests reach has the real one. The same public shape, and as strict about the names of a
// prefix's parameters; but no method is changed: `Game.Door.Pull` says itself that it is entered.
using System;
using System.Collections.Generic;
using System.Reflection;

namespace HarmonyLib
{
    public class HarmonyMethod
    {
        public MethodInfo method;

        public HarmonyMethod(MethodInfo method)
        {
            this.method = method;
        }
    }

    public class Harmony
    {
        public Harmony(string id)
        {
            Id = id;
        }

        public string Id { get; private set; }

        public MethodInfo Patch(
            MethodBase original, HarmonyMethod prefix = null, HarmonyMethod postfix = null, HarmonyMethod transpiler = null, HarmonyMethod finalizer = null)
        {
            foreach (ParameterInfo parameter in prefix.method.GetParameters())
            {
                if (parameter.Name != "__originalMethod" && parameter.Name != "__args")
                {
                    throw new Exception("Parameter \"" + parameter.Name + "\" not found in method " + original.Name);
                }
            }
            StandIn.Prefixes.Add(original, prefix.method);
            return prefix.method;
        }

        public void Unpatch(MethodBase original, MethodInfo patch)
        {
            StandIn.Prefixes.Remove(original);
        }
    }

    public static class StandIn
    {
        internal static readonly Dictionary<MethodBase, MethodInfo> Prefixes = new Dictionary<MethodBase, MethodInfo>();

        public static void Entered(MethodBase original, object[] arguments)
        {
            MethodInfo prefix;
            if (Prefixes.TryGetValue(original, out prefix))
            {
                ParameterInfo[] parameters = prefix.GetParameters();
                object[] given = Array.ConvertAll(parameters, parameter => parameter.Name == "__args" ? (object)arguments : original);
                prefix.Invoke(null, given);
            }
        }
    }
}
