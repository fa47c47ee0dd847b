using System;
using System.Collections.Generic;
using System.Reflection;
using UnityEditor;

namespace UnityTools.Bridge
{
    /// <summary>Paths of serialized properties: as Unity writes them, and as answers show them.</summary>
    internal static class SerializedPath
    {
        private const string Item = ".Array.data[";
        private const BindingFlags Own = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

        /// <summary>`slots[2].icon` for `slots.Array.data[2].icon`.</summary>
        internal static string Shown(string path)
        {
            return path.Replace(Item, "[");
        }

        /// <summary>True for the mark of a null or unknown managed reference; the property itself is listed instead.</summary>
        internal static bool IsNullMark(string path)
        {
            return path.StartsWith("managedReferences[-1]", StringComparison.Ordinal) || path.StartsWith("managedReferences[-2]", StringComparison.Ordinal);
        }

        /// <summary>The path of the value to which a part belongs: of a layer mask for its bits, of a color for its number.</summary>
        internal static string Whole(SerializedObject on, string path)
        {
            int end = path.LastIndexOf('.');
            string last = path.Substring(end + 1);
            if (end < 0 || (last != "m_Bits" && last != "rgba"))
            {
                return path;
            }
            SerializedProperty above = on.FindProperty(path.Substring(0, end));
            bool isValue = above != null && (above.propertyType == SerializedPropertyType.LayerMask || above.propertyType == SerializedPropertyType.Color);
            return isValue ? path.Substring(0, end) : path;
        }

        /// <summary>The paths without duplicates and without paths inside another one of them.</summary>
        internal static List<string> Outermost(List<string> paths)
        {
            HashSet<string> all = new HashSet<string>(paths);
            HashSet<string> seen = new HashSet<string>();
            return paths.FindAll(path => !IsInside(path, all) && seen.Add(path));
        }

        /// <summary>The declared C# type of a property; null if no field or property of the type has that name.</summary>
        internal static Type Declared(Type type, string path)
        {
            foreach (string step in Shown(path).Replace("[", ".[").Split('.'))
            {
                if (type == null)
                {
                    return null;
                }
                type = step.StartsWith("[", StringComparison.Ordinal) ? ValueTypes.Item(type) : Member(type, step);
            }
            return type;
        }

        /// <summary>The name under which answers show a part of a value.</summary>
        internal static string PartName(Type type, string name)
        {
            FieldInfo field = type == null ? null : Field(type, name);
            PropertyInfo property = field == null ? null : MemberTable.Behind(type, field);
            return property == null ? name : property.Name;
        }

        private static Type Member(Type type, string name)
        {
            FieldInfo field = Field(type, name);
            if (field != null)
            {
                return field.FieldType;
            }
            ComponentMember member = typeof(UnityEngine.Object).IsAssignableFrom(type) ? MemberTable.Find(type, name) : null;
            return member == null ? null : member.Type;
        }

        private static FieldInfo Field(Type type, string name)
        {
            FieldInfo field = null;
            for (Type at = type; at != null && field == null; at = at.BaseType)
            {
                field = at.GetField(name, Own);
            }
            return field;
        }

        private static bool IsInside(string path, HashSet<string> all)
        {
            for (int end = path.LastIndexOf('.'); end > 0; end = path.LastIndexOf('.', end - 1))
            {
                if (all.Contains(path.Substring(0, end)))
                {
                    return true;
                }
            }
            return false;
        }
    }
}
