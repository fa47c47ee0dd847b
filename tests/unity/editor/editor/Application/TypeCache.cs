using System;
using System.Collections;
using System.Collections.Generic;
using System.Reflection;

namespace UnityEditor
{
    /// <summary>Finds types and methods of all loaded assemblies.</summary>
    // Follows Editor/Mono/TypeCache.cs: the members imitated here, and that an attribute matches without inheritance.
    public static class TypeCache
    {
        private const BindingFlags AnyMethod = BindingFlags.Static | BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;
        private static readonly Dictionary<Type, MethodInfo[]> methodsByAttribute = new Dictionary<Type, MethodInfo[]>();
        private static int assembliesSeen;

        public static TypeCollection GetTypesWithAttribute<T>()
            where T : Attribute
        {
            return GetTypesWithAttribute(typeof(T));
        }

        public static TypeCollection GetTypesWithAttribute(Type attrType)
        {
            return new TypeCollection(Types(delegate(Type type) { return type.IsDefined(attrType, false); }));
        }

        public static TypeCollection GetTypesDerivedFrom<T>()
        {
            return GetTypesDerivedFrom(typeof(T));
        }

        public static TypeCollection GetTypesDerivedFrom(Type parentType)
        {
            return new TypeCollection(Types(delegate(Type type) { return type != parentType && parentType.IsAssignableFrom(type); }));
        }

        public static MethodCollection GetMethodsWithAttribute<T>()
            where T : Attribute
        {
            return GetMethodsWithAttribute(typeof(T));
        }

        public static MethodCollection GetMethodsWithAttribute(Type attrType)
        {
            int assemblies = AppDomain.CurrentDomain.GetAssemblies().Length;
            if (assemblies != assembliesSeen)
            {
                methodsByAttribute.Clear();
                assembliesSeen = assemblies;
            }
            if (!methodsByAttribute.TryGetValue(attrType, out MethodInfo[] methods))
            {
                methods = Methods(attrType);
                methodsByAttribute[attrType] = methods;
            }
            return new MethodCollection(methods);
        }

        /// <summary>Returns the assemblies that reference UnityEditor or UnityEngine, referenced ones first.</summary>
        internal static List<Assembly> Assemblies()
        {
            List<Assembly> sorted = new List<Assembly>();
            Dictionary<string, Assembly> waiting = new Dictionary<string, Assembly>(StringComparer.Ordinal);
            foreach (Assembly assembly in AppDomain.CurrentDomain.GetAssemblies())
            {
                if (!assembly.IsDynamic && IsOfUnity(assembly))
                {
                    waiting[assembly.GetName().Name] = assembly;
                }
            }
            List<string> names = new List<string>(waiting.Keys);
            names.Sort(StringComparer.Ordinal);
            foreach (string name in names)
            {
                Sort(name, waiting, sorted);
            }
            return sorted;
        }

        /// <summary>Returns the types of an assembly that can be loaded.</summary>
        internal static IEnumerable<Type> TypesOf(Assembly assembly)
        {
            try
            {
                return assembly.GetTypes();
            }
            catch (ReflectionTypeLoadException error)
            {
                return Array.FindAll(error.Types, delegate(Type type) { return type != null; });
            }
        }

        private static void Sort(string name, Dictionary<string, Assembly> waiting, List<Assembly> sorted)
        {
            if (!waiting.TryGetValue(name, out Assembly assembly))
            {
                return;
            }
            waiting.Remove(name);
            foreach (AssemblyName reference in assembly.GetReferencedAssemblies())
            {
                Sort(reference.Name, waiting, sorted);
            }
            sorted.Add(assembly);
        }

        private static bool IsOfUnity(Assembly assembly)
        {
            string name = assembly.GetName().Name;
            if (name.StartsWith("Unity", StringComparison.Ordinal))
            {
                return true;
            }
            return Array.Exists(assembly.GetReferencedAssemblies(), delegate(AssemblyName reference) { return reference.Name.StartsWith("Unity", StringComparison.Ordinal); });
        }

        private static Type[] Types(Predicate<Type> matches)
        {
            List<Type> found = new List<Type>();
            foreach (Assembly assembly in Assemblies())
            {
                foreach (Type type in TypesOf(assembly))
                {
                    if (matches(type))
                    {
                        found.Add(type);
                    }
                }
            }
            return found.ToArray();
        }

        private static MethodInfo[] Methods(Type attribute)
        {
            List<MethodInfo> found = new List<MethodInfo>();
            foreach (Assembly assembly in Assemblies())
            {
                foreach (Type type in TypesOf(assembly))
                {
                    foreach (MethodInfo method in type.GetMethods(AnyMethod))
                    {
                        if (method.IsDefined(attribute, false))
                        {
                            found.Add(method);
                        }
                    }
                }
            }
            return found.ToArray();
        }

        /// <summary>The types that were found.</summary>
        public struct TypeCollection : IEnumerable<Type>
        {
            private readonly Type[] types;

            internal TypeCollection(Type[] types)
            {
                this.types = types;
            }

            public int Count
            {
                get { return types.Length; }
            }

            public Type this[int index]
            {
                get { return types[index]; }
            }

            IEnumerator<Type> IEnumerable<Type>.GetEnumerator()
            {
                return ((IEnumerable<Type>)types).GetEnumerator();
            }

            IEnumerator IEnumerable.GetEnumerator()
            {
                return types.GetEnumerator();
            }
        }

        /// <summary>The methods that were found.</summary>
        public struct MethodCollection : IEnumerable<MethodInfo>
        {
            private readonly MethodInfo[] methods;

            internal MethodCollection(MethodInfo[] methods)
            {
                this.methods = methods;
            }

            public int Count
            {
                get { return methods.Length; }
            }

            public MethodInfo this[int index]
            {
                get { return methods[index]; }
            }

            IEnumerator<MethodInfo> IEnumerable<MethodInfo>.GetEnumerator()
            {
                return ((IEnumerable<MethodInfo>)methods).GetEnumerator();
            }

            IEnumerator IEnumerable.GetEnumerator()
            {
                return methods.GetEnumerator();
            }
        }
    }
}
