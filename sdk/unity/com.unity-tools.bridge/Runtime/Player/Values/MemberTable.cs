using System;
using System.Collections.Generic;
using System.Reflection;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>
    /// The members of a component type, by reflection: first the members that Unity saves, then its other public
    /// properties.
    /// </summary>
    internal static class MemberTable
    {
        private const BindingFlags Own = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

        /// <summary>Reading these properties creates a copy of an asset, which the object then uses.</summary>
        private static readonly string[] Copying = { "material", "materials", "mesh" };

        private static readonly Dictionary<Type, List<ComponentMember>> Known = new Dictionary<Type, List<ComponentMember>>();

        internal static List<ComponentMember> Of(Type type)
        {
            List<ComponentMember> members;
            if (!Known.TryGetValue(type, out members))
            {
                members = Gathered(type);
                Known.Add(type, members);
            }
            return members;
        }

        /// <summary>
        /// The member with that serialized or C# name, or any field or property of the type; null if absent.
        /// </summary>
        internal static ComponentMember Find(Type type, string name)
        {
            ComponentMember found = Of(type).Find(member => member.Name == name || member.CSharpName == name);
            if (found != null)
            {
                return found;
            }
            string spoken = Spoken(name);
            if (Array.IndexOf(Copying, spoken) >= 0)
            {
                found = Of(type).Find(member => member.CSharpName == "shared" + char.ToUpperInvariant(spoken[0]) + spoken.Substring(1));
                if (found != null)
                {
                    return found;
                }
            }
            for (Type at = type; at != null && at != typeof(object); at = at.BaseType)
            {
                FieldInfo field = at.GetField(name, Own);
                if (field != null)
                {
                    return new ComponentMember(field.Name, field, null);
                }
                PropertyInfo property = at.GetProperty(spoken, Own) ?? at.GetProperty(name, Own);
                if (property != null && property.GetIndexParameters().Length == 0 && property.GetGetMethod(true) != null)
                {
                    return new ComponentMember(property.Name, null, property);
                }
            }
            return null;
        }

        /// <summary>Fields of a serializable class or struct, as Unity saves them.</summary>
        internal static IEnumerable<FieldInfo> Saved(Type type)
        {
            List<Type> bases = new List<Type>();
            for (Type at = type; at != null && at != typeof(object) && at != typeof(ValueType); at = at.BaseType)
            {
                bases.Insert(0, at);
            }
            foreach (Type at in bases)
            {
                foreach (FieldInfo field in at.GetFields(Own))
                {
                    if (IsSaved(field))
                    {
                        yield return field;
                    }
                }
            }
        }

        internal static bool IsManaged(FieldInfo field)
        {
#if UNITY_2019_3_OR_NEWER
            return field.IsDefined(typeof(SerializeReference), false);
#else
            return false;
#endif
        }

        /// <summary>Whether a saved field has a form in the contract: its type, or the classes of its values.</summary>
        internal static bool CanShow(FieldInfo field)
        {
            return IsManaged(field) || ValueTypes.CanShow(field.FieldType);
        }

        private static bool IsSaved(FieldInfo field)
        {
            bool isSaved = field.IsPublic || field.IsDefined(typeof(SerializeField), false) || IsManaged(field);
            return isSaved && !field.IsInitOnly && !field.IsNotSerialized;
        }

        private static List<ComponentMember> Gathered(Type type)
        {
            List<ComponentMember> members = new List<ComponentMember>();
            List<Type> bases = new List<Type>();
            for (Type at = type; at != null && at != typeof(Component) && at != typeof(MonoBehaviour); at = at.BaseType)
            {
                bases.Insert(0, at);
            }
            if (typeof(MonoBehaviour).IsAssignableFrom(type))
            {
                bases.Insert(0, typeof(Behaviour));
            }
            foreach (Type at in bases)
            {
                bool engines = !typeof(MonoBehaviour).IsAssignableFrom(at);
                foreach (FieldInfo field in engines ? new FieldInfo[0] : at.GetFields(Own))
                {
                    if (IsSaved(field) && CanShow(field))
                    {
                        members.Add(new ComponentMember(field.Name, field, Behind(type, field)));
                    }
                }
                foreach (PropertyInfo property in at.GetProperties(Own))
                {
                    Add(members, property, engines);
                }
            }
            return members;
        }

        private static void Add(List<ComponentMember> members, PropertyInfo property, bool engines)
        {
            MethodInfo get = property.GetGetMethod();
            bool shown = get != null && property.GetIndexParameters().Length == 0 && ValueTypes.CanShow(property.PropertyType)
                && !property.IsDefined(typeof(ObsoleteAttribute), false) && Array.IndexOf(Copying, property.Name) < 0;
            if (!shown)
            {
                return;
            }
            string name = engines ? "m_" + char.ToUpperInvariant(property.Name[0]) + property.Name.Substring(1) : property.Name;
            // An override, or a property behind a listed field, is listed only once.
            if (!members.Exists(member => member.Name == name || member.CSharpName == property.Name))
            {
                members.Add(new ComponentMember(name, null, property));
            }
        }

        /// <summary>The public property behind a saved field such as `m_Color`; null if absent.</summary>
        internal static PropertyInfo Behind(Type type, FieldInfo field)
        {
            if (!field.Name.StartsWith("m_", StringComparison.Ordinal) || field.Name.Length < 3)
            {
                return null;
            }
            PropertyInfo property = null;
            for (Type at = type; at != null && property == null; at = at.BaseType)
            {
                property = at.GetProperty(Spoken(field.Name), BindingFlags.Instance | BindingFlags.Public | BindingFlags.DeclaredOnly);
            }
            bool fits = property != null && property.PropertyType == field.FieldType && property.GetGetMethod() != null
                && property.GetSetMethod() != null && Array.IndexOf(Copying, property.Name) < 0;
            return fits ? property : null;
        }

        /// <summary>
        /// `intensity` from `m_Intensity`, `nearClipPlane` from `near clip plane`: the naming rule of most of Unity's
        /// properties.
        /// </summary>
        private static string Spoken(string name)
        {
            string bare = name.StartsWith("m_", StringComparison.Ordinal) && name.Length > 2 ? name.Substring(2) : name;
            string[] words = bare.Split(' ');
            string spoken = char.ToLowerInvariant(words[0].Length == 0 ? '_' : words[0][0]) + (words[0].Length == 0 ? "" : words[0].Substring(1));
            for (int at = 1; at < words.Length; at++)
            {
                spoken += words[at].Length == 0 ? "" : char.ToUpperInvariant(words[at][0]) + words[at].Substring(1);
            }
            return spoken;
        }
    }
}
