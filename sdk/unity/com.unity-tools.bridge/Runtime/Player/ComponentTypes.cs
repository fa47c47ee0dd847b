using System;
using System.Collections.Generic;
using System.Reflection;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>Component types by name.</summary>
    internal static class ComponentTypes
    {
        internal const string MissingScript = "<missing script>";

        /// <summary>Full name of the type.</summary>
        internal static string Name(Component component)
        {
            return component == null ? MissingScript : component.GetType().FullName;
        }

        /// <summary>
        /// Whether the type, one of its base types or one of its interfaces has this full or short name; case is
        /// ignored.
        /// </summary>
        internal static bool IsCalled(Type type, string name)
        {
            for (Type at = type; at != null && at != typeof(UnityEngine.Object); at = at.BaseType)
            {
                if (IsNamed(at, name))
                {
                    return true;
                }
            }
            foreach (Type face in type.GetInterfaces())
            {
                if (IsNamed(face, name))
                {
                    return true;
                }
            }
            return false;
        }

        internal static bool IsNamed(Type type, string name)
        {
            return string.Equals(type.FullName, name, StringComparison.OrdinalIgnoreCase)
                || string.Equals(type.Name, name, StringComparison.OrdinalIgnoreCase);
        }

        /// <summary>The type that can be added under that full or short name.</summary>
        /// <exception cref="Failure">No type has that name, or several share the short name.</exception>
        internal static Type Find(string name)
        {
            List<Type> found = new List<Type>();
            List<string> all = new List<string>();
            foreach (Assembly assembly in LoadedAssemblies.All())
            {
                foreach (Type type in TypesOf(assembly))
                {
                    if (!typeof(Component).IsAssignableFrom(type))
                    {
                        continue;
                    }
                    all.Add(type.Name);
                    if (!IsNamed(type, name))
                    {
                        continue;
                    }
                    if (type.FullName == name)
                    {
                        return Sound(type);
                    }
                    found.Add(type);
                }
            }
            if (found.Count == 0)
            {
                all.Sort(string.CompareOrdinal);
                throw Near.None("type", name, "no type of components is called `" + name + "`", all, "types are those of Unity and of the game's assemblies");
            }
            if (found.Count > 1)
            {
                List<string> names = found.ConvertAll(type => type.FullName);
                throw Failure.Argument("`" + name + "` is the short name of " + string.Join(", ", names.ToArray()) + ": give the full one");
            }
            return Sound(found[0]);
        }

        /// <summary>
        /// The type that can be added with exactly this full name. The host sends the name that its policy permitted, so a
        /// short name must not select another type.
        /// </summary>
        /// <exception cref="Failure">No type has that full name.</exception>
        internal static Type FindPermitted(string fullName)
        {
            Type found = Find(fullName);
            if (found.FullName != fullName)
            {
                throw new Failure("not-found", "no type of components has the full name `" + fullName + "`")
                {
                    Hint = "the full name is " + found.FullName
                };
            }
            return found;
        }

        private static Type Sound(Type type)
        {
            if (type.IsAbstract || type.ContainsGenericParameters)
            {
                throw Failure.Argument(type.FullName + " is abstract or generic: no object can have it");
            }
            return type;
        }

        internal static Type[] TypesOf(Assembly assembly)
        {
            try
            {
                return assembly.GetTypes();
            }
            catch (ReflectionTypeLoadException error)
            {
                return Array.FindAll(error.Types, type => type != null);
            }
        }
    }
}
