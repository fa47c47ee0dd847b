using System;
using System.Collections.Generic;
using System.Reflection;

namespace UnityTools.Bridge
{
    /// <summary>Methods by their signatures: `System.Void UnityEngine.GameObject::SetActive(System.Boolean)`.</summary>
    internal static class HookedMethods
    {
        private const BindingFlags Own = BindingFlags.Instance | BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

        internal static string Signature(MethodInfo method)
        {
            List<string> parameters = new List<string>();
            foreach (ParameterInfo parameter in method.GetParameters())
            {
                parameters.Add(Name(parameter.ParameterType));
            }
            return Name(method.ReturnType) + " " + Name(method.DeclaringType) + "::" + method.Name + "(" + string.Join(",", parameters.ToArray()) + ")";
        }

        /// <summary>The methods that a type itself declares, by signature.</summary>
        /// <exception cref="Failure">The type does not exist.</exception>
        internal static List<MethodInfo> Of(string typeName)
        {
            Type type = null;
            foreach (Assembly assembly in LoadedAssemblies.All())
            {
                type = type ?? assembly.GetType(typeName.Replace('/', '+'), false);
            }
            if (type == null)
            {
                throw new Failure("not-found", "no type is called `" + typeName + "`") { Hint = "give its full name, such as UnityEngine.GameObject" };
            }
            List<MethodInfo> methods = new List<MethodInfo>(type.GetMethods(Own));
            methods.Sort((one, other) => string.CompareOrdinal(Signature(one), Signature(other)));
            return methods;
        }

        /// <exception cref="Failure">No method matches, several share the name, or the method has no body.</exception>
        internal static MethodInfo Find(string typeName, string given)
        {
            List<MethodInfo> found = Of(typeName).FindAll(method => method.Name == given || Signature(method) == given);
            if (found.Count == 0)
            {
                throw new Failure("not-found", typeName + " has no method `" + given + "` of its own") { Hint = "list the methods of the type" };
            }
            if (found.Count > 1)
            {
                List<string> signatures = found.ConvertAll(method => Signature(method));
                throw new Failure("invalid-argument", "Multiple overloads found for '" + typeName + "." + given + "'.")
                {
                    Hint = "give the full signature of one of them: " + string.Join("; ", signatures.ToArray())
                };
            }
            if (found[0].IsAbstract || found[0].ContainsGenericParameters)
            {
                throw Failure.Argument("`" + Signature(found[0]) + "` cannot be hooked: it is abstract or generic");
            }
            return found[0];
        }

        private static string Name(Type type)
        {
            if (type.IsByRef || type.IsArray || type.IsPointer)
            {
                string mark = type.IsByRef ? "&" : type.IsPointer ? "*" : "[" + new string(',', type.GetArrayRank() - 1) + "]";
                return Name(type.GetElementType()) + mark;
            }
            if (type.IsGenericParameter)
            {
                return type.Name;
            }
            if (type.IsGenericType)
            {
                List<string> arguments = new List<Type>(type.GetGenericArguments()).ConvertAll(argument => Name(argument));
                return type.GetGenericTypeDefinition().FullName.Replace('+', '/') + "<" + string.Join(",", arguments.ToArray()) + ">";
            }
            return type.FullName.Replace('+', '/');
        }
    }
}
