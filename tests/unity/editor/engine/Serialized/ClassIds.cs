using System;
using System.Collections.Generic;
using System.Reflection;

namespace UnityDouble
{
    /// <summary>The built-in types by their numbers in files.</summary>
    public static class ClassIds
    {
        private static readonly Dictionary<int, Type> Known = new Dictionary<int, Type>();
        private static readonly Dictionary<Type, FileClassAttribute> ByType = new Dictionary<Type, FileClassAttribute>();
        private static readonly List<Assembly> Seen = new List<Assembly>();

        static ClassIds()
        {
            foreach (string module in new[] { "PhysicsModule", "AudioModule", "AnimationModule", "TextRenderingModule", "UIModule", "UI" })
            {
                try
                {
                    // Nothing may have used the types of this assembly yet.
                    Assembly.Load("UnityEngine." + module);
                }
                catch (System.IO.FileNotFoundException)
                {
                    // The double may run without the module; its components are then of unknown types.
                }
            }
        }

        /// <summary>Null if the double does not imitate the type.</summary>
        public static Type TypeOf(int classId)
        {
            Type type;
            if (!Known.TryGetValue(classId, out type))
            {
                Array.ForEach(AppDomain.CurrentDomain.GetAssemblies(), Add);
                Known.TryGetValue(classId, out type);
            }
            return type;
        }

        private static void Add(Assembly assembly)
        {
            string name = assembly.GetName().Name;
            if (Seen.Contains(assembly) || !name.StartsWith("UnityEngine", StringComparison.Ordinal))
            {
                return;
            }
            Seen.Add(assembly);
            foreach (Type type in ScriptTypes.Of(assembly))
            {
                FileClassAttribute known = (FileClassAttribute)Attribute.GetCustomAttribute(type, typeof(FileClassAttribute), false);
                if (known != null && known.Id > 0 && !Known.ContainsKey(known.Id))
                {
                    Known.Add(known.Id, type);
                }
            }
        }

        /// <summary>The number and name of a type or of its nearest built-in base; null if it has none.</summary>
        public static FileClassAttribute Of(Type type)
        {
            FileClassAttribute known;
            if (!ByType.TryGetValue(type, out known))
            {
                for (Type at = type; at != null && known == null; at = at.BaseType)
                {
                    known = (FileClassAttribute)Attribute.GetCustomAttribute(at, typeof(FileClassAttribute), false);
                }
                ByType.Add(type, known);
            }
            return known;
        }
    }
}
