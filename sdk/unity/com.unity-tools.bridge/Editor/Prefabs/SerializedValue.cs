using System;
using System.Collections.Generic;
using UnityEditor;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>Writes values of serialized properties in the grammar of `wit/value.md`.</summary>
    internal sealed class SerializedValue
    {
        /// <summary>Items of a list that a value shows.</summary>
        private const int Items = 20;

        private const int Deepest = 8;

        private readonly ObjectTable objects;
        private readonly Dictionary<UnityEngine.Object, UnityEngine.Object> counterparts;

        /// <param name="counterparts">Objects that are shown in place of others: for parts of a prefab those of its instance.</param>
        internal SerializedValue(ObjectTable objects, Dictionary<UnityEngine.Object, UnityEngine.Object> counterparts)
        {
            this.objects = objects;
            this.counterparts = counterparts;
        }

        /// <summary>The value as JSON.</summary>
        internal string Read(SerializedProperty property)
        {
            return Read(property, 0);
        }

        private string Read(SerializedProperty property, int depth)
        {
            Type declared = SerializedPath.Declared(property.serializedObject.targetObject.GetType(), property.propertyPath);
            switch (property.propertyType)
            {
                case SerializedPropertyType.Boolean:
                    return property.boolValue ? "true" : "false";
                case SerializedPropertyType.Integer:
                case SerializedPropertyType.ArraySize:
                case SerializedPropertyType.FixedBufferSize:
                case SerializedPropertyType.Character:
                    return Whole(property, declared);
                case SerializedPropertyType.Float:
                    return property.type == "double" ? Write(property.doubleValue) : Write(property.floatValue);
                case SerializedPropertyType.String:
                    return Write(property.stringValue);
                case SerializedPropertyType.LayerMask:
                    return Write((LayerMask)property.intValue);
                case SerializedPropertyType.Enum:
                    return Enumeration(property, declared);
                case SerializedPropertyType.ObjectReference:
                    return Reference(property);
                case SerializedPropertyType.Color:
                    return declared == typeof(Color32) ? Write((Color32)property.colorValue) : Write(property.colorValue);
                case SerializedPropertyType.ManagedReference:
                    return Managed(property, depth);
                case SerializedPropertyType.Generic:
                    return property.isArray ? List(property, depth) : WriteChildren(property, declared, depth);
                default:
                    return Shape(property);
            }
        }

        private string Shape(SerializedProperty property)
        {
            switch (property.propertyType)
            {
                case SerializedPropertyType.Vector2:
                    return Write(property.vector2Value);
                case SerializedPropertyType.Vector3:
                    return Write(property.vector3Value);
                case SerializedPropertyType.Vector4:
                    return Write(property.vector4Value);
                case SerializedPropertyType.Quaternion:
                    return Write(property.quaternionValue);
                case SerializedPropertyType.Rect:
                    return Write(property.rectValue);
                case SerializedPropertyType.Bounds:
                    return Write(property.boundsValue);
                case SerializedPropertyType.Vector2Int:
                    return Write(property.vector2IntValue);
                case SerializedPropertyType.Vector3Int:
                    return Write(property.vector3IntValue);
                case SerializedPropertyType.RectInt:
                    return Write(property.rectIntValue);
                case SerializedPropertyType.BoundsInt:
                    return Write(property.boundsIntValue);
                case SerializedPropertyType.AnimationCurve:
                    return Write(property.animationCurveValue);
#if UNITY_2022_1_OR_NEWER
                case SerializedPropertyType.Gradient:
                    return Write(property.gradientValue);
#endif
                case SerializedPropertyType.Hash128:
                    return Write(property.hash128Value.ToString());
                default:
                    return Unknown(property.propertyPath, "the editor has no value for a property of the type " + property.propertyType);
            }
        }

        private string Whole(SerializedProperty property, Type declared)
        {
            if (declared != null && declared.IsEnum)
            {
                return Write(Enum.ToObject(declared, property.longValue));
            }
            if (declared == typeof(char))
            {
                return Write((char)property.longValue);
            }
            // Unity returns a number above 2^63 as a negative one.
            return declared == typeof(ulong) ? Write(unchecked((ulong)property.longValue)) : Write(property.longValue);
        }

        private string Enumeration(SerializedProperty property, Type declared)
        {
            if (declared != null && declared.IsEnum)
            {
                return Write(Enum.ToObject(declared, property.longValue));
            }
            int place = property.enumValueIndex;
            string[] names = property.enumNames;
            return place >= 0 && place < names.Length ? Write(names[place]) : Write(property.longValue);
        }

        private string Reference(SerializedProperty property)
        {
            UnityEngine.Object referred = property.objectReferenceValue;
            if (referred == null)
            {
                return MissingReference.Read(property) ?? "null";
            }
            UnityEngine.Object counterpart = null;
            bool isPart = counterparts != null && counterparts.TryGetValue(referred, out counterpart) && counterpart != null;
            return Write(isPart ? counterpart : referred);
        }

        private string Managed(SerializedProperty property, int depth)
        {
            object value = property.managedReferenceValue;
            if (value == null)
            {
                return "null";
            }
            JsonWriter to = new JsonWriter().Object();
            to.Name("$type").Text(value.GetType().Assembly.GetName().Name + ":" + value.GetType().FullName.Replace('+', '/'));
            AddChildren(property, value.GetType(), depth, to);
            return to.EndObject().ToString();
        }

        private string List(SerializedProperty property, int depth)
        {
            int count = property.arraySize;
            JsonWriter to = new JsonWriter();
            if (count > Items)
            {
                to.Object().Name("count").Count(count).Name("first");
            }
            to.List();
            for (int at = 0; at < count && at < Items; at++)
            {
                to.Raw(depth < Deepest ? Read(property.GetArrayElementAtIndex(at), depth + 1) : "null");
            }
            to.EndList();
            return count > Items ? to.EndObject().ToString() : to.ToString();
        }

        private string WriteChildren(SerializedProperty property, Type declared, int depth)
        {
            JsonWriter to = new JsonWriter().Object();
            AddChildren(property, declared, depth, to);
            return to.EndObject().ToString();
        }

        private void AddChildren(SerializedProperty property, Type declared, int depth, JsonWriter to)
        {
            foreach (SerializedProperty part in depth < Deepest ? Children(property) : new List<SerializedProperty>())
            {
                to.Name(SerializedPath.PartName(declared, part.name)).Raw(Read(part, depth + 1));
            }
        }

        /// <summary>The properties directly inside this one.</summary>
        internal static List<SerializedProperty> Children(SerializedProperty property)
        {
            List<SerializedProperty> children = new List<SerializedProperty>();
            SerializedProperty at = property.Copy();
            int inside = property.depth + 1;
            for (bool more = at.Next(true); more && at.depth >= inside; more = at.Next(false))
            {
                if (at.depth == inside)
                {
                    children.Add(at.Copy());
                }
            }
            return children;
        }

        private static string Unknown(string what, string why)
        {
            return new JsonWriter().Object().Name("unverifiable").Text(what).Name("why").Text(why).EndObject().ToString();
        }

        private string Write(object value)
        {
            bool whole;
            return ValueWriter.Write(value, objects, Items, out whole);
        }
    }
}
