using System;
using System.Collections.Generic;
using System.Globalization;
using UnityEditor;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>Finds serialized properties by paths with serialized or C# names: `m_Color`, `portions[2].amount`.</summary>
    internal static class FieldPath
    {
        /// <summary>Fields that a change of a value must not touch.</summary>
        private static readonly string[] Fixed =
        {
            "m_ObjectHideFlags", "m_EditorHideFlags", "m_EditorClassIdentifier", "m_GameObject", "m_Component", "m_Script", "serializedVersion",
            "references", "m_RootOrder", "m_CorrespondingSourceObject", "m_PrefabInstance", "m_PrefabAsset", "m_PrefabParentObject",
            "m_PrefabInternal", "m_Father", "m_Children", "m_ExternalObjects", "m_UsedFileIDs"
        };

        /// <exception cref="Failure">The object has no such field, or it cannot be set.</exception>
        internal static SerializedProperty Find(SerializedObject on, string field, string path)
        {
            UnityEngine.Object target = on.targetObject;
            string[] steps = path.Replace("[", ".[").Split('.');
            SerializedProperty found = Top(on, target.GetType(), steps[0]);
            if (found == null)
            {
                throw None(on, field, path, steps[0]);
            }
            if (Array.IndexOf(Fixed, found.name) >= 0 || (found.name == "m_Name" && IsNamedAfterFile(target)))
            {
                throw new Failure("unsupported", "`" + field + "` is \"" + Surrogates.Cut(path, 160) + "\", and `" + found.name + "` of a " + target.GetType().FullName + " cannot be set")
                {
                    Hint = found.name == "m_Name" ? "the object has the name of its file: move the asset" : null
                };
            }
            for (int at = 1; at < steps.Length; at++)
            {
                SerializedProperty inner = Inner(found, target.GetType(), steps[at]);
                if (inner == null)
                {
                    string shown = SerializedPath.Shown(found.propertyPath);
                    string size = found.isArray && found.propertyType == SerializedPropertyType.Generic ? ", a list of " + found.arraySize + "," : "";
                    throw Failure.NotFound("`" + field + "` is \"" + Surrogates.Cut(path, 160) + "\", and `" + shown + "`" + size + " has no part `" + steps[at] + "`");
                }
                found = inner;
            }
            return found;
        }

        /// <summary>A part of a struct or class by its serialized or C# name; null if there is none.</summary>
        internal static SerializedProperty FindPart(SerializedProperty property, Type declared, string name)
        {
            foreach (SerializedProperty part in SerializedValue.Children(property))
            {
                if (part.name == name || SerializedPath.PartName(declared, part.name) == name)
                {
                    return part;
                }
            }
            // The parts of a vector or color are no children in each version of Unity.
            return property.FindPropertyRelative(name);
        }

        /// <summary>The permission to set a field, by its first name.</summary>
        internal static string Need(Type type, string path)
        {
            int end = path.IndexOfAny(new[] { '.', '[' });
            string name = end < 0 ? path : path.Substring(0, end);
            ComponentMember member = MemberTable.Find(type, name);
            return PlanRow.MemberNeed(type.FullName, name, member == null || member.CSharpName == name ? null : member.CSharpName ?? (member.Name == name ? null : member.Name));
        }

        private static SerializedProperty Top(SerializedObject on, Type type, string name)
        {
            if (name.Length == 0)
            {
                return null;
            }
            SerializedProperty found = on.FindProperty(name);
            ComponentMember member = found == null ? MemberTable.Find(type, name) : null;
            found = found ?? (member == null ? null : on.FindProperty(member.Name));
            return found ?? on.FindProperty("m_" + char.ToUpperInvariant(name[0]) + name.Substring(1));
        }

        private static SerializedProperty Inner(SerializedProperty above, Type type, string step)
        {
            if (!step.StartsWith("[", StringComparison.Ordinal))
            {
                return step.Length == 0 ? null : FindPart(above, SerializedPath.Declared(type, above.propertyPath), step);
            }
            int place;
            bool isPlace = int.TryParse(step.Trim('[', ']'), NumberStyles.None, CultureInfo.InvariantCulture, out place) && step.EndsWith("]", StringComparison.Ordinal);
            bool isList = above.isArray && above.propertyType == SerializedPropertyType.Generic;
            return isPlace && isList && place < above.arraySize ? above.GetArrayElementAtIndex(place) : null;
        }

        private static bool IsNamedAfterFile(UnityEngine.Object target)
        {
            return target is AssetImporter || !(target is Component) && (AssetDatabase.IsMainAsset(target) || !AssetDatabase.Contains(target));
        }

        private static Failure None(SerializedObject on, string field, string path, string name)
        {
            List<string> known = SerializedValue.Children(on.GetIterator()).ConvertAll(one => one.name).FindAll(one => Array.IndexOf(Fixed, one) < 0);
            Material material = on.targetObject as Material;
            if (material != null)
            {
                known.AddRange(ShaderField.Names(material));
            }
            string type = on.targetObject.GetType().FullName;
            string message = "`" + field + "` is \"" + Surrogates.Cut(path, 160) + "\", and a " + type + " has no field `" + Surrogates.Cut(name, 80) + "`";
            return Near.None(field, name, message, known, "it has " + string.Join(", ", known.GetRange(0, Math.Min(60, known.Count)).ToArray()));
        }
    }
}
