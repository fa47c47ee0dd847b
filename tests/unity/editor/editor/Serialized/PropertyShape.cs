using System;
using System.Collections.Generic;
using System.Reflection;
using UnityEditor;
using UnityEngine;

namespace UnityDouble
{
    /// <summary>The property type that a declared C# type, or else a value, has in a SerializedObject.</summary>
    internal static class PropertyShape
    {
        private const BindingFlags AnyField = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

        private static readonly Dictionary<Type, SerializedPropertyType> known = new Dictionary<Type, SerializedPropertyType>
        {
            { typeof(bool), SerializedPropertyType.Boolean },
            { typeof(float), SerializedPropertyType.Float },
            { typeof(double), SerializedPropertyType.Float },
            { typeof(char), SerializedPropertyType.Character },
            { typeof(string), SerializedPropertyType.String },
            { typeof(Color), SerializedPropertyType.Color },
            { typeof(Color32), SerializedPropertyType.Color },
            { typeof(LayerMask), SerializedPropertyType.LayerMask },
            { typeof(Vector2), SerializedPropertyType.Vector2 },
            { typeof(Vector3), SerializedPropertyType.Vector3 },
            { typeof(Vector4), SerializedPropertyType.Vector4 },
            { typeof(Quaternion), SerializedPropertyType.Quaternion },
            { typeof(Rect), SerializedPropertyType.Rect },
            { typeof(Bounds), SerializedPropertyType.Bounds },
            { typeof(Vector2Int), SerializedPropertyType.Vector2Int },
            { typeof(Vector3Int), SerializedPropertyType.Vector3Int },
            { typeof(RectInt), SerializedPropertyType.RectInt },
            { typeof(BoundsInt), SerializedPropertyType.BoundsInt },
            { typeof(AnimationCurve), SerializedPropertyType.AnimationCurve },
            { typeof(Gradient), SerializedPropertyType.Gradient },
            { typeof(Hash128), SerializedPropertyType.Hash128 },
            { typeof(Pointer), SerializedPropertyType.ObjectReference },
        };

        internal static SerializedPropertyType Of(Type declared, Node node)
        {
            if (declared == null)
            {
                return OfValue(node);
            }
            if (known.TryGetValue(declared, out SerializedPropertyType type))
            {
                return type;
            }
            if (declared.IsEnum)
            {
                return SerializedPropertyType.Enum;
            }
            if (declared.IsPrimitive)
            {
                return SerializedPropertyType.Integer;
            }
            return typeof(UnityEngine.Object).IsAssignableFrom(declared) ? SerializedPropertyType.ObjectReference : SerializedPropertyType.Generic;
        }

        /// <summary>Returns the declared type of a member of a type, or null if the type has no such field.</summary>
        internal static Type MemberType(Type owner, string name)
        {
            FieldInfo field = Field(owner, name);
            return field == null ? null : field.FieldType;
        }

        /// <summary>Returns the field that is serialized under a name, or null.</summary>
        internal static FieldInfo Field(Type owner, string name)
        {
            for (Type at = owner; at != null && at != typeof(object); at = at.BaseType)
            {
                FieldInfo field = at.GetField(name, AnyField);
                if (field != null)
                {
                    return field;
                }
                foreach (FieldInfo other in at.GetFields(AnyField))
                {
                    StoredAttribute stored = (StoredAttribute)Attribute.GetCustomAttribute(other, typeof(StoredAttribute));
                    if (stored != null && stored.Name == name)
                    {
                        return other;
                    }
                }
            }
            return null;
        }

        /// <summary>Returns the item type of an array or a List, or null.</summary>
        internal static Type ItemType(Type declared)
        {
            if (declared == null)
            {
                return null;
            }
            if (declared.IsArray)
            {
                return declared.GetElementType();
            }
            return declared.IsGenericType && declared.GetGenericTypeDefinition() == typeof(List<>) ? declared.GetGenericArguments()[0] : null;
        }

        /// <summary>Returns the type name that `SerializedProperty.type` reports.</summary>
        internal static string TypeName(Type declared, SerializedPropertyType type, Node node)
        {
            if (node != null && node.Kind == NodeKind.List)
            {
                return "vector";
            }
            switch (type)
            {
                case SerializedPropertyType.Boolean:
                    return "bool";
                case SerializedPropertyType.Float:
                    return declared == typeof(double) ? "double" : "float";
                case SerializedPropertyType.Integer:
                    return IntegerName(declared);
                case SerializedPropertyType.Character:
                    return "char";
                case SerializedPropertyType.String:
                    return "string";
                case SerializedPropertyType.Enum:
                    return "Enum";
                case SerializedPropertyType.ArraySize:
                    return "ArraySize";
                case SerializedPropertyType.ObjectReference:
                    return "PPtr<" + ReferenceName(declared) + ">";
                case SerializedPropertyType.Generic:
                    return declared == null ? "Generic" : declared.Name;
                default:
                    return type.ToString();
            }
        }

#if UNITY_2022_1_OR_NEWER
        internal static SerializedPropertyNumericType NumericType(Type declared, SerializedPropertyType type)
        {
            if (type == SerializedPropertyType.Float)
            {
                return declared == typeof(double) ? SerializedPropertyNumericType.Double : SerializedPropertyNumericType.Float;
            }
            bool whole = type == SerializedPropertyType.Integer || type == SerializedPropertyType.Enum || type == SerializedPropertyType.ArraySize
                || type == SerializedPropertyType.Character || type == SerializedPropertyType.LayerMask;
            if (!whole)
            {
                return SerializedPropertyNumericType.Unknown;
            }
            Type number = declared != null && declared.IsEnum ? Enum.GetUnderlyingType(declared) : declared;
            switch (Type.GetTypeCode(number))
            {
                case TypeCode.SByte:
                    return SerializedPropertyNumericType.Int8;
                case TypeCode.Byte:
                    return SerializedPropertyNumericType.UInt8;
                case TypeCode.Int16:
                    return SerializedPropertyNumericType.Int16;
                case TypeCode.UInt16:
                case TypeCode.Char:
                    return SerializedPropertyNumericType.UInt16;
                case TypeCode.UInt32:
                    return SerializedPropertyNumericType.UInt32;
                case TypeCode.Int64:
                    return SerializedPropertyNumericType.Int64;
                case TypeCode.UInt64:
                    return SerializedPropertyNumericType.UInt64;
                default:
                    return SerializedPropertyNumericType.Int32;
            }
        }
#endif

        private static string IntegerName(Type declared)
        {
            switch (Type.GetTypeCode(declared))
            {
                case TypeCode.Int64:
                    return "long";
                case TypeCode.UInt64:
                    return "ulong";
                case TypeCode.UInt32:
                    return "uint";
                case TypeCode.Int16:
                    return "short";
                case TypeCode.UInt16:
                    return "ushort";
                case TypeCode.Byte:
                    return "byte";
                case TypeCode.SByte:
                    return "sbyte";
                default:
                    return "int";
            }
        }

        // Types of scripts carry a dollar sign, built-in types do not.
        private static string ReferenceName(Type declared)
        {
            if (declared == null || declared == typeof(Pointer))
            {
                return "Object";
            }
            bool isScript = typeof(MonoBehaviour).IsAssignableFrom(declared) || typeof(ScriptableObject).IsAssignableFrom(declared);
            return isScript ? "$" + declared.Name : declared.Name;
        }

        private static SerializedPropertyType OfValue(Node node)
        {
            switch (node == null ? NodeKind.Map : node.Kind)
            {
                case NodeKind.Text:
                    return SerializedPropertyType.String;
                case NodeKind.Boolean:
                    return SerializedPropertyType.Boolean;
                case NodeKind.Reference:
                    return SerializedPropertyType.ObjectReference;
                case NodeKind.Number:
                    return node.Value is float || node.Value is double ? SerializedPropertyType.Float : SerializedPropertyType.Integer;
                default:
                    return SerializedPropertyType.Generic;
            }
        }
    }
}
