using System;
using System.Reflection;

namespace UnityTools.Bridge
{
    /// <summary>
    /// A Harmony 2 that the game or its mods contain. It is found by name, because the package neither contains nor
    /// references one.
    /// </summary>
    internal sealed class Harmony
    {
        private readonly object instance;
        private readonly MethodInfo patch;
        private readonly MethodInfo unpatch;
        private readonly ConstructorInfo wrap;

        private Harmony(object instance, MethodInfo patch, MethodInfo unpatch, ConstructorInfo wrap)
        {
            this.instance = instance;
            this.patch = patch;
            this.unpatch = unpatch;
            this.wrap = wrap;
        }

        /// <summary>Null if this process has no Harmony, or one with an unknown API.</summary>
        internal static Harmony Find(string id)
        {
            Type type = Named("HarmonyLib.Harmony");
            Type method = type == null ? null : type.Assembly.GetType("HarmonyLib.HarmonyMethod");
            ConstructorInfo made = type == null ? null : type.GetConstructor(new[] { typeof(string) });
            ConstructorInfo wrap = method == null ? null : method.GetConstructor(new[] { typeof(MethodInfo) });
            MethodInfo unpatch = type == null ? null : type.GetMethod("Unpatch", new[] { typeof(MethodBase), typeof(MethodInfo) });
            MethodInfo patch = type == null ? null : Array.Find(type.GetMethods(), Patches);
            if (made == null || wrap == null || unpatch == null || patch == null)
            {
                return null;
            }
            return new Harmony(made.Invoke(new object[] { id }), patch, unpatch, wrap);
        }

        /// <param name="kind">`prefix`, `postfix`, `transpiler` or `finalizer`.</param>
        /// <exception cref="Failure">Contains the error of Harmony.</exception>
        internal void Patch(MethodBase original, string kind, MethodInfo with)
        {
            int at = Array.FindIndex(patch.GetParameters(), parameter => parameter.Name == kind);
            if (at < 0)
            {
                throw Failure.Unsupported("the Harmony in this game knows no " + kind);
            }
            object[] given = new object[patch.GetParameters().Length];
            given[0] = original;
            given[at] = wrap.Invoke(new object[] { with });
            Call(patch, given);
        }

        /// <exception cref="Failure">Contains the error of Harmony.</exception>
        internal void Remove(MethodBase original, MethodInfo with)
        {
            Call(unpatch, new object[] { original, with });
        }

        private static bool Patches(MethodInfo method)
        {
            ParameterInfo[] parameters = method.GetParameters();
            return method.Name == "Patch" && !method.IsStatic && parameters.Length > 1 && parameters[0].ParameterType == typeof(MethodBase)
                && Array.Exists(parameters, parameter => parameter.Name == "prefix");
        }

        private static Type Named(string name)
        {
            foreach (Assembly assembly in LoadedAssemblies.All())
            {
                Type type = assembly.GetType(name, false);
                if (type != null)
                {
                    return type;
                }
            }
            // An assembly that no code has used yet.
            return Type.GetType(name + ", 0Harmony", false);
        }

        private void Call(MethodInfo method, object[] given)
        {
            try
            {
                method.Invoke(instance, given);
            }
            catch (TargetInvocationException error)
            {
                throw Failure.Thrown(error.InnerException ?? error);
            }
        }
    }
}
