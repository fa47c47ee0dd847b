using System;
using System.Collections.Generic;
using System.Reflection;

namespace UnityTools.Bridge
{
    /// <summary>
    /// The saved fields of a serializable class or struct, each listed by the property behind it if it has one.
    /// </summary>
    internal static class SavedParts
    {
        private static readonly Dictionary<Type, List<ComponentMember>> Known = new Dictionary<Type, List<ComponentMember>>();

        internal static List<ComponentMember> Of(Type type)
        {
            List<ComponentMember> parts;
            if (!Known.TryGetValue(type, out parts))
            {
                parts = Gathered(type);
                Known.Add(type, parts);
            }
            return parts;
        }

        /// <summary>The part with that C# or serialized name; null if absent.</summary>
        internal static ComponentMember Find(Type type, string name)
        {
            return Of(type).Find(part => part.CSharpName == name || part.Name == name);
        }

        /// <summary>
        /// Whether Unity stores it outside of C#, such as a RectOffset: then two variables can refer to one value.
        /// </summary>
        internal static bool IsUnityClass(Type type)
        {
            return type.IsClass && type.Namespace == "UnityEngine" && !MemberTable.Saved(type).GetEnumerator().MoveNext();
        }

        private static List<ComponentMember> Gathered(Type type)
        {
            List<ComponentMember> parts = new List<ComponentMember>();
            foreach (FieldInfo field in MemberTable.Saved(type))
            {
                if (MemberTable.CanShow(field))
                {
                    parts.Add(new ComponentMember(field.Name, field, MemberTable.Behind(type, field)));
                }
            }
            if (!IsUnityClass(type))
            {
                return parts;
            }
            foreach (PropertyInfo property in type.GetProperties(BindingFlags.Instance | BindingFlags.Public))
            {
                bool saved = property.CanRead && property.CanWrite && property.GetIndexParameters().Length == 0;
                if (saved && ValueTypes.CanShow(property.PropertyType))
                {
                    parts.Add(new ComponentMember(property.Name, null, property));
                }
            }
            return parts;
        }
    }
}
