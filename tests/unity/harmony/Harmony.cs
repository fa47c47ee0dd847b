// A stand-in for Harmony 2: no registry that the tests reach has the real one. The same public shape, and as strict about the names of a
// patch's parameters; but no method is changed: `Game.Door.Pull` says itself that it is entered.
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
            MethodInfo patch = (prefix ?? postfix ?? transpiler ?? finalizer).method;
            foreach (ParameterInfo parameter in patch.GetParameters())
            {
                if (parameter.Name != "__originalMethod" && parameter.Name != "__args")
                {
                    throw new Exception("Parameter \"" + parameter.Name + "\" not found in method " + original.Name);
                }
            }
            StandIn.Of(original, prefix != null).Add(patch);
            return patch;
        }

        public void Unpatch(MethodBase original, MethodInfo patch)
        {
            StandIn.Of(original, true).Remove(patch);
            StandIn.Of(original, false).Remove(patch);
        }
    }

    public static class StandIn
    {
        private static readonly Dictionary<MethodBase, List<MethodInfo>> Before = new Dictionary<MethodBase, List<MethodInfo>>();
        private static readonly Dictionary<MethodBase, List<MethodInfo>> Behind = new Dictionary<MethodBase, List<MethodInfo>>();

        internal static List<MethodInfo> Of(MethodBase original, bool before)
        {
            Dictionary<MethodBase, List<MethodInfo>> all = before ? Before : Behind;
            List<MethodInfo> patches;
            if (!all.TryGetValue(original, out patches))
            {
                all.Add(original, patches = new List<MethodInfo>());
            }
            return patches;
        }

        public static void Entered(MethodBase original, object[] arguments)
        {
            foreach (bool before in new[] { true, false })
            {
                foreach (MethodInfo patch in Of(original, before).ToArray())
                {
                    object[] given = Array.ConvertAll(patch.GetParameters(), parameter => parameter.Name == "__args" ? (object)arguments : original);
                    patch.Invoke(null, given);
                }
            }
        }
    }
}
