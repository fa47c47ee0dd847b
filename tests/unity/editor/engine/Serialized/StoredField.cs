using System;
using System.Collections;
using System.Collections.Generic;
using System.Reflection;
using UnityEngine;
using UnityEngine.Serialization;

namespace UnityDouble
{
    /// <summary>A field that is saved, under its name in files.</summary>
    public sealed class StoredField
    {
        internal StoredField(FieldInfo info, string name)
        {
            Info = info;
            Name = name;
            IsManagedReference = info.IsDefined(typeof(SerializeReference), false);
            List<string> old = new List<string>();
            foreach (FormerlySerializedAsAttribute former in info.GetCustomAttributes(typeof(FormerlySerializedAsAttribute), false))
            {
                old.Add(former.oldName);
            }
            OldNames = old.ToArray();
        }

        public string Name { get; private set; }

        public FieldInfo Info { get; private set; }

        public Type Type
        {
            get { return Info.FieldType; }
        }

        /// <summary>Whether it has the attribute SerializeReference.</summary>
        public bool IsManagedReference { get; private set; }

        /// <summary>Names of FormerlySerializedAs.</summary>
        public string[] OldNames { get; private set; }
    }

    /// <summary>Which fields of a type are saved.</summary>
    // Follows Unity's manual page "Script serialization", rules for fields and types.
    public static class StoredFields
    {
        private const BindingFlags Own = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

        private static readonly Dictionary<Type, List<StoredField>> Known = new Dictionary<Type, List<StoredField>>();
        private static readonly Dictionary<Type, List<StoredField>> KnownForReload = new Dictionary<Type, List<StoredField>>();

        /// <summary>The fields of an object's type or of a serializable class or struct, those of base classes first.</summary>
        public static List<StoredField> Of(Type type)
        {
            return Of(type, false);
        }

        /// <param name="forReload">Also private fields of scripts, which a reload of the scripts keeps.</param>
        public static List<StoredField> Of(Type type, bool forReload)
        {
            Dictionary<Type, List<StoredField>> known = forReload ? KnownForReload : Known;
            List<StoredField> fields;
            if (!known.TryGetValue(type, out fields))
            {
                fields = new List<StoredField>();
                Add(type, forReload, fields);
                known.Add(type, fields);
            }
            return fields;
        }

        private static void Add(Type type, bool forReload, List<StoredField> to)
        {
            if (type == null || type == typeof(object) || type == typeof(ValueType))
            {
                return;
            }
            Add(type.BaseType, forReload, to);
            bool builtIn = IsBuiltIn(type) && typeof(UnityEngine.Object).IsAssignableFrom(type);
            foreach (FieldInfo field in type.GetFields(Own))
            {
                StoredAttribute stored = builtIn ? (StoredAttribute)Attribute.GetCustomAttribute(field, typeof(StoredAttribute)) : null;
                if (stored != null || (!builtIn && IsStored(field, forReload)))
                {
                    to.Add(new StoredField(field, stored == null ? field.Name : stored.Name ?? field.Name));
                }
            }
        }

        internal static bool IsBuiltIn(Type type)
        {
            return IsModule(type.Assembly.GetName().Name);
        }

        /// <summary>Whether an assembly contains built-in types: all of `UnityEngine.…Module`.</summary>
        internal static bool IsModule(string assembly)
        {
            return assembly.StartsWith("UnityEngine.", StringComparison.Ordinal) && assembly.EndsWith("Module", StringComparison.Ordinal);
        }

        private static bool IsStored(FieldInfo field, bool forReload)
        {
            if (field.IsInitOnly || field.IsNotSerialized)
            {
                return false;
            }
            if (field.IsDefined(typeof(SerializeReference), false))
            {
                return true;
            }
            bool marked = field.IsPublic || field.IsDefined(typeof(SerializeField), false);
            return (marked || forReload) && IsStorable(field.FieldType);
        }

        /// <summary>Whether a field of that type is saved by value, or as a reference to an object.</summary>
        public static bool IsStorable(Type type)
        {
            Type item = Item(type);
            return item == null ? IsSingle(type) : Item(item) == null && IsSingle(item);
        }

        private static bool IsSingle(Type type)
        {
            if (type.IsPrimitive || type.IsEnum || type == typeof(string) || ValueCodec.IsKnown(type) || typeof(UnityEngine.Object).IsAssignableFrom(type))
            {
                return type != typeof(IntPtr) && type != typeof(UIntPtr);
            }
            return IsComposed(type);
        }

        /// <summary>Whether it is a class or struct whose fields are saved in place.</summary>
        public static bool IsComposed(Type type)
        {
            bool ofSystem = type.Assembly == typeof(object).Assembly || type.Assembly.GetName().Name.StartsWith("System", StringComparison.Ordinal);
            return (type.IsClass || type.IsValueType) && type.IsSerializable && !type.IsAbstract && !type.ContainsGenericParameters && !type.IsPrimitive && !type.IsEnum
                && !type.IsArray && !ofSystem && !typeof(Delegate).IsAssignableFrom(type) && !typeof(UnityEngine.Object).IsAssignableFrom(type);
        }

        /// <summary>The type of the items of an array or List; null for other types.</summary>
        public static Type Item(Type type)
        {
            if (type.IsArray)
            {
                return type.GetArrayRank() == 1 ? type.GetElementType() : null;
            }
            return type.IsGenericType && type.GetGenericTypeDefinition() == typeof(List<>) ? type.GetGenericArguments()[0] : null;
        }

        /// <summary>Bytes of each number if files contain lists of that type as hexadecimal digits; 0 otherwise.</summary>
        internal static int Packed(Type item)
        {
            Type number = item.IsEnum ? Enum.GetUnderlyingType(item) : item;
            switch (Type.GetTypeCode(number))
            {
                case TypeCode.Boolean:
                case TypeCode.Byte:
                case TypeCode.SByte:
                    return 1;
                case TypeCode.Int16:
                case TypeCode.UInt16:
                case TypeCode.Char:
                    return 2;
                case TypeCode.Int32:
                case TypeCode.UInt32:
                    return 4;
                case TypeCode.Int64:
                case TypeCode.UInt64:
                    return 8;
                default:
                    return 0;
            }
        }
    }
}
