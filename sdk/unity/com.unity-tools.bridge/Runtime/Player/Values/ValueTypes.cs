using System;
using System.Collections;
using System.Collections.Generic;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>Which C# types the values of the contract support, and the names of these types.</summary>
    internal static class ValueTypes
    {
        private static readonly Dictionary<Type, string> Short = new Dictionary<Type, string>
        {
            { typeof(bool), "bool" }, { typeof(float), "float" }, { typeof(double), "double" }, { typeof(int), "int" }, { typeof(uint), "uint" },
            { typeof(short), "short" }, { typeof(ushort), "ushort" }, { typeof(byte), "byte" }, { typeof(sbyte), "sbyte" },
            { typeof(long), "long" }, { typeof(ulong), "ulong" }, { typeof(char), "char" }, { typeof(string), "string" }
        };

        private static readonly Type[] Forms =
        {
            typeof(LayerMask), typeof(Vector2), typeof(Vector3), typeof(Vector4), typeof(Quaternion), typeof(Color), typeof(Color32),
            typeof(Rect), typeof(Bounds), typeof(Matrix4x4), typeof(AnimationCurve), typeof(Gradient),
            typeof(Vector2Int), typeof(Vector3Int), typeof(RectInt), typeof(BoundsInt)
        };

        private static readonly string[] Combined =
        {
            "UnityEngine.RigidbodyConstraints", "UnityEngine.RigidbodyConstraints2D", "UnityEngine.StereoTargetEyeMask"
        };

        internal static bool CanShow(Type type)
        {
            return type == typeof(ManagedValue) || CanShow(type, 4);
        }

        /// <summary>`float`, `Vector3`, `PPtr&lt;Material&gt;`, `int[]`.</summary>
        internal static string Name(Type type)
        {
            string known;
            if (Short.TryGetValue(type, out known))
            {
                return known;
            }
            Type item = Item(type);
            if (item != null)
            {
                return Name(item) + "[]";
            }
            return typeof(UnityEngine.Object).IsAssignableFrom(type) ? "PPtr<" + type.Name + ">" : type.Name;
        }

        /// <summary>
        /// Whether several names may be set at once. Older Unity versions omit the attribute on some flag enums.
        /// </summary>
        internal static bool IsFlags(Type type)
        {
            return type.IsDefined(typeof(FlagsAttribute), false) || Array.IndexOf(Combined, type.FullName) >= 0;
        }

        /// <summary>The item type of an array or list; null for other types.</summary>
        internal static Type Item(Type type)
        {
            if (type.IsArray && type.GetArrayRank() == 1)
            {
                return type.GetElementType();
            }
            bool list = type.IsGenericType && type.GetGenericTypeDefinition() == typeof(List<>);
            return list ? type.GetGenericArguments()[0] : null;
        }

        /// <summary>A class or struct whose fields Unity saves inline.</summary>
        internal static bool IsComposed(Type type)
        {
            return (type.IsClass || type.IsValueType) && type.IsSerializable && !type.IsGenericType && !type.IsAbstract
                && !typeof(Delegate).IsAssignableFrom(type) && !typeof(IEnumerable).IsAssignableFrom(type)
                && type.Namespace != "System" && !type.IsPointer;
        }

        private static bool CanShow(Type type, int depth)
        {
            if (Short.ContainsKey(type) || type.IsEnum || Array.IndexOf(Forms, type) >= 0 || typeof(UnityEngine.Object).IsAssignableFrom(type))
            {
                return true;
            }
            Type item = Item(type);
            if (item != null)
            {
                return depth > 0 && CanShow(item, depth - 1);
            }
            return IsComposed(type);
        }
    }
}
