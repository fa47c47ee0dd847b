using System;
using System.Collections;
using System.Collections.Generic;
using System.Globalization;
using System.Runtime.Serialization;
using UnityEngine;

namespace UnityDouble
{
    /// <summary>Values of fields as nodes and back, by the type of the field.</summary>
    internal static partial class ValueCodec
    {
        /// <summary>Levels of classes within classes that are saved.</summary>
        // Follows Unity's manual page "Script serialization": the depth limit.
        private const int Deepest = 10;

        internal static Node Read(Type type, object value, ManagedReferences references, int depth, bool forReload)
        {
            if (typeof(UnityEngine.Object).IsAssignableFrom(type))
            {
                return Node.Reference((UnityEngine.Object)value);
            }
            if (type == typeof(string))
            {
                return Node.Text((string)value);
            }
            if (type.IsEnum || type.IsPrimitive)
            {
                return Number(type, value);
            }
            if (IsKnown(type))
            {
                return Known[type].Read(value ?? Activator.CreateInstance(type));
            }
            Type item = StoredFields.Item(type);
            if (item != null)
            {
                Node list = Node.List();
                list.Packed = StoredFields.Packed(item);
                foreach (object one in (IEnumerable)value ?? new object[0])
                {
                    list.Items.Add(Read(item, one, references, depth, forReload));
                }
                return list;
            }
            return Composed(type, value ?? Create(type), references, depth, forReload);
        }

        private static Node Composed(Type type, object value, ManagedReferences references, int depth, bool forReload)
        {
            Node map = Node.Map();
            ISerializationCallbackReceiver receiver = value as ISerializationCallbackReceiver;
            if (receiver != null)
            {
                receiver.OnBeforeSerialize();
            }
            foreach (StoredField field in depth < Deepest ? StoredFields.Of(type, forReload) : new List<StoredField>())
            {
                object part = field.Info.GetValue(value);
                map.With(field.Name, field.IsManagedReference ? references.Refer(field.Type, part) : Read(field.Type, part, references, depth + 1, forReload));
            }
            return map;
        }

        private static Node Number(Type type, object value)
        {
            Type number = type.IsEnum ? Enum.GetUnderlyingType(type) : type;
            switch (Type.GetTypeCode(number))
            {
                case TypeCode.Boolean:
                    return Node.Boolean((bool)value);
                case TypeCode.Single:
                    return Node.Number((float)value);
                case TypeCode.Double:
                    return Node.Number((double)value);
                case TypeCode.UInt64:
                    return Node.Number(Convert.ToUInt64(value, CultureInfo.InvariantCulture));
                case TypeCode.Char:
                    return Node.Number((long)(char)value);
                default:
                    return Node.Number(Convert.ToInt64(value, CultureInfo.InvariantCulture));
            }
        }

        /// <summary>The value for a field; the old one where the node has another kind than the type needs.</summary>
        internal static object Write(Type type, Node node, object old, ManagedReferences references, int depth, bool forReload)
        {
            if (typeof(UnityEngine.Object).IsAssignableFrom(type))
            {
                return node.Kind == NodeKind.Reference ? Referred(type, node.AsId) : null;
            }
            bool scalar = node.Kind < NodeKind.Reference;
            if (type == typeof(string))
            {
                return scalar ? node.AsText : old;
            }
            if (type.IsEnum || type.IsPrimitive)
            {
                return scalar ? Number(type, node) ?? old : old;
            }
            if (IsKnown(type))
            {
                return Known[type].Write(node, old ?? Activator.CreateInstance(type));
            }
            Type item = StoredFields.Item(type);
            if (item != null)
            {
                return Items(type, item, node, old, references, depth, forReload);
            }
            return node.Kind == NodeKind.Map ? Composed(type, node, old, references, depth, forReload) : old;
        }

        private static object Composed(Type type, Node node, object old, ManagedReferences references, int depth, bool forReload)
        {
            object made = old ?? Create(type);
            foreach (StoredField field in depth < Deepest ? StoredFields.Of(type, forReload) : new List<StoredField>())
            {
                Node part = SerializedForm.Value(field, node, null);
                if (part != null)
                {
                    object before = field.Info.GetValue(made);
                    field.Info.SetValue(made, field.IsManagedReference ? references.Find(field.Type, part) : Write(field.Type, part, before, references, depth + 1, forReload));
                }
            }
            ISerializationCallbackReceiver receiver = made as ISerializationCallbackReceiver;
            if (receiver != null)
            {
                receiver.OnAfterDeserialize();
            }
            return made;
        }

        private static object Items(Type type, Type item, Node node, object old, ManagedReferences references, int depth, bool forReload)
        {
            int size = StoredFields.Packed(item);
            Node list = node.Kind == NodeKind.Text && size > 0 ? PackedNumbers.Read(node.AsText, size) : node.Kind == NodeKind.Text && node.AsText.Length == 0 ? Node.List() : node;
            if (list == null || list.Kind != NodeKind.List)
            {
                return old;
            }
            Array array = Array.CreateInstance(item, list.Items.Count);
            for (int at = 0; at < array.Length; at++)
            {
                object start = item.IsValueType ? Activator.CreateInstance(item) : null;
                array.SetValue(Write(item, list.Items[at], start, references, depth, forReload), at);
            }
            if (type.IsArray)
            {
                return array;
            }
            IList made = (IList)Activator.CreateInstance(type);
            foreach (object one in array)
            {
                made.Add(one);
            }
            return made;
        }

        /// <summary>Null if the text is not a number.</summary>
        private static object Number(Type type, Node node)
        {
            double real;
            if (node.Kind == NodeKind.Text && !NumberForm.TryDouble(node.AsText, out real))
            {
                return null;
            }
            Type number = type.IsEnum ? Enum.GetUnderlyingType(type) : type;
            unchecked
            {
                switch (Type.GetTypeCode(number))
                {
                    case TypeCode.Boolean:
                        return node.AsBoolean;
                    case TypeCode.Single:
                        return (float)node.AsNumber;
                    case TypeCode.Double:
                        return node.AsNumber;
                    default:
                        return Enumerated(type, Whole(number, node.AsWhole));
                }
            }
        }

        private static object Enumerated(Type type, object number)
        {
            return type.IsEnum ? Enum.ToObject(type, number) : number;
        }

        private static object Whole(Type number, long value)
        {
            unchecked
            {
                switch (Type.GetTypeCode(number))
                {
                    case TypeCode.SByte:
                        return (sbyte)value;
                    case TypeCode.Byte:
                        return (byte)value;
                    case TypeCode.Int16:
                        return (short)value;
                    case TypeCode.UInt16:
                        return (ushort)value;
                    case TypeCode.Char:
                        return (char)value;
                    case TypeCode.Int32:
                        return (int)value;
                    case TypeCode.UInt32:
                        return (uint)value;
                    case TypeCode.UInt64:
                        return (ulong)value;
                    default:
                        return value;
                }
            }
        }

        /// <summary>The object; for an absent one an object that equals null and keeps the id, as Unity's missing references do.</summary>
        // Follows Runtime/Export/Scripting/UnityEngineObject.bindings.cs: CreateMissingReferenceObject.
        internal static UnityEngine.Object Referred(Type type, int id)
        {
            UnityEngine.Object found = id == 0 ? null : World.Load(id, type);
            if (!ReferenceEquals(found, null) || id == 0)
            {
                return type.IsInstanceOfType(found) && !(found is MissingScript && type != typeof(MonoBehaviour) && type != typeof(Component)) ? found : null;
            }
            Type made = type.IsAbstract ? typeof(UnityEngine.Object) : type;
            if (!type.IsAssignableFrom(made))
            {
                return null;
            }
            UnityEngine.Object missing = (UnityEngine.Object)FormatterServices.GetUninitializedObject(made);
            missing.m_InstanceID = id;
            return missing;
        }

        internal static object Create(Type type)
        {
            return type.IsValueType || type.GetConstructor(System.Reflection.BindingFlags.Instance | System.Reflection.BindingFlags.Public | System.Reflection.BindingFlags.NonPublic, null, Type.EmptyTypes, null) != null
                ? Activator.CreateInstance(type, true)
                : FormatterServices.GetUninitializedObject(type);
        }
    }
}
