using System;
using System.Collections.Generic;
using System.Reflection;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>
    /// A component type that a query names. It matches the type, its derived types, and implementations if it is an
    /// interface.
    /// </summary>
    internal sealed class TypeUse
    {
        internal readonly string Name;

        private readonly Dictionary<Type, bool> known = new Dictionary<Type, bool>();
        private List<Type> meant;

        internal TypeUse(string name)
        {
            Name = name;
        }

        internal bool Is(Component component)
        {
            if (component == null)
            {
                return Name == ComponentTypes.MissingScript;
            }
            Type type = component.GetType();
            bool found;
            if (!known.TryGetValue(type, out found))
            {
                found = ComponentTypes.IsCalled(type, Name);
                known.Add(type, found);
            }
            return found;
        }

        /// <summary>Positions of the components of this type on the object.</summary>
        internal List<int> Places(Component[] all)
        {
            List<int> places = new List<int>();
            for (int at = 0; at < all.Length; at++)
            {
                if (Is(all[at]))
                {
                    places.Add(at);
                }
            }
            return places;
        }

        /// <summary>All matching component types, including those without an instance.</summary>
        internal List<Type> Meant()
        {
            meant = meant ?? new List<Type>(All()).FindAll(type => ComponentTypes.IsCalled(type, Name));
            return meant;
        }

        /// <exception cref="Failure">The type does not exist.</exception>
        internal void Check(string argument)
        {
            if (Meant().Count > 0 || Name == ComponentTypes.MissingScript)
            {
                return;
            }
            bool full = Name.IndexOf('.') >= 0;
            List<string> names = new List<Type>(All()).ConvertAll(type => full ? type.FullName : type.Name);
            names.Sort(string.CompareOrdinal);
            throw Near.None(argument, Name, "there is no component type " + Name, names, "types are those of Unity and of the game's assemblies");
        }

        /// <summary>
        /// Types and paths both contain dots: takes the longest type that the text begins with, and the rest as the
        /// path.
        /// </summary>
        internal static TypeUse Split(string text, out string rest)
        {
            for (string name = text; ; name = name.Substring(0, name.LastIndexOf('.')))
            {
                TypeUse found = new TypeUse(name);
                if (name.Length > 0 && found.Meant().Count > 0)
                {
                    rest = text.Substring(name.Length).TrimStart('.');
                    return found;
                }
                if (name.IndexOf('.') < 0)
                {
                    rest = "";
                    return new TypeUse(text);
                }
            }
        }

        private static IEnumerable<Type> All()
        {
            foreach (Assembly assembly in LoadedAssemblies.All())
            {
                foreach (Type type in ComponentTypes.TypesOf(assembly))
                {
                    if (typeof(Component).IsAssignableFrom(type))
                    {
                        yield return type;
                    }
                }
            }
        }
    }
}
