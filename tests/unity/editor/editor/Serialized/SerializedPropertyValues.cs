using System;
using System.Collections.Generic;
using System.Globalization;
using UnityDouble;
using UnityEngine;
using Object = UnityEngine.Object;

namespace UnityEditor
{
    /// <content>Single values.</content>
    public partial class SerializedProperty
    {
        private static readonly SerializedPropertyType[] wholeTypes =
        {
            SerializedPropertyType.Integer, SerializedPropertyType.Enum, SerializedPropertyType.ArraySize, SerializedPropertyType.Character, SerializedPropertyType.LayerMask,
        };

        public int intValue
        {
            get { return unchecked((int)longValue); }
            set { longValue = value; }
        }

        public long longValue
        {
            get
            {
                Expect("long", wholeTypes);
                Node value = Place.Type == SerializedPropertyType.LayerMask ? Place.Node["m_Bits"] : Place.Node;
                return value.AsWhole;
            }

            set
            {
                Expect("long", wholeTypes);
                if (Place.Type == SerializedPropertyType.ArraySize)
                {
                    Resize(Place.Parent.Parent, (int)value);
                }
                else if (Place.Type == SerializedPropertyType.LayerMask)
                {
                    owner.Replace(path + ".m_Bits", Node.Number(unchecked((long)(uint)value)));
                }
                else
                {
                    Set(Node.Number(value));
                }
            }
        }

#if UNITY_2022_1_OR_NEWER
        public uint uintValue
        {
            get { return unchecked((uint)longValue); }
            set { longValue = value; }
        }
#endif

#if UNITY_2022_1_OR_NEWER
        public ulong ulongValue
        {
            get { return unchecked((ulong)longValue); }
            set { Set(Node.Number(value)); }
        }
#endif

        public bool boolValue
        {
            get
            {
                Expect("bool", SerializedPropertyType.Boolean, SerializedPropertyType.Integer);
                return Place.Node.AsBoolean;
            }

            set
            {
                Expect("bool", SerializedPropertyType.Boolean, SerializedPropertyType.Integer);
                Set(Place.Node.Kind == NodeKind.Boolean ? Node.Boolean(value) : Node.Number(value ? 1L : 0L));
            }
        }

        public float floatValue
        {
            get { return (float)doubleValue; }
            set { SetReal(value); }
        }

        public double doubleValue
        {
            get
            {
                Expect("float", SerializedPropertyType.Float, SerializedPropertyType.Integer);
                return Place.Node.AsNumber;
            }

            set
            {
                SetReal(value);
            }
        }

        public string stringValue
        {
            get
            {
                Expect("string", SerializedPropertyType.String, SerializedPropertyType.Character);
                return Place.Type == SerializedPropertyType.Character ? ((char)Place.Node.AsWhole).ToString() : Place.Node.AsText;
            }

            set
            {
                Expect("string", SerializedPropertyType.String);
                Set(Node.Text(value ?? string.Empty));
            }
        }

        public Object objectReferenceValue
        {
            get
            {
                Expect("object reference", SerializedPropertyType.ObjectReference);
                return World.Load(Place.Node.AsId, typeof(Object));
            }

            set
            {
                Expect("object reference", SerializedPropertyType.ObjectReference);
                Type declared = Place.Declared;
                bool fits = value == null || declared == null || declared == typeof(Pointer) || declared.IsInstanceOfType(value);
                // As in Unity, an object of another type leaves the property empty.
                Set(Node.Reference(fits && value != null ? value.m_InstanceID : 0));
            }
        }

#if UNITY_6000_4_OR_NEWER
        // The member with int is obsolete since 6000.4, as an error since 6000.5; the double leaves it out.
        public EntityId objectReferenceEntityIdValue
        {
            get { return EntityId.Of(ReferenceId); }
            set { ReferenceId = value.Number; }
        }
#else
        public int objectReferenceInstanceIDValue
        {
            get { return ReferenceId; }
            set { ReferenceId = value; }
        }
#endif

        private int ReferenceId
        {
            get
            {
                Expect("object reference", SerializedPropertyType.ObjectReference);
                return Place.Node.AsId;
            }

            set
            {
                Expect("object reference", SerializedPropertyType.ObjectReference);
                Set(Node.Reference(value));
            }
        }

        /// <summary>Index into <see cref="enumNames"/>; -1 if the value has no name.</summary>
        public int enumValueIndex
        {
            get
            {
                Expect("enum", SerializedPropertyType.Enum);
                return Array.IndexOf(EnumValues(), longValue);
            }

            set
            {
                Expect("enum", SerializedPropertyType.Enum);
                long[] values = EnumValues();
                if (value >= 0 && value < values.Length)
                {
                    longValue = values[value];
                }
            }
        }

        public int enumValueFlag
        {
            get { return intValue; }
            set { intValue = value; }
        }

        public string[] enumNames
        {
            get
            {
                Expect("enum", SerializedPropertyType.Enum);
                return EnumNames();
            }
        }

        public string[] enumDisplayNames
        {
            get { return Array.ConvertAll(enumNames, ObjectNames.NicifyVariableName); }
        }

        internal void Set(Node value)
        {
            if (Place.IsAdded)
            {
                throw new NotSupportedException("the editor double does not imitate writing " + path);
            }
            owner.Replace(path, value);
        }

        private void SetReal(double value)
        {
            Expect("float", SerializedPropertyType.Float, SerializedPropertyType.Integer);
            if (Place.Type == SerializedPropertyType.Integer)
            {
                Set(Node.Number((long)value));
            }
            else
            {
                Set(Place.Declared == typeof(double) ? Node.Number(value) : Node.Number((float)value));
            }
        }

        private string[] EnumNames()
        {
            List<string> names = new List<string>();
            foreach (System.Reflection.FieldInfo field in Place.Declared.GetFields(System.Reflection.BindingFlags.Public | System.Reflection.BindingFlags.Static))
            {
                names.Add(field.Name);
            }
            return names.ToArray();
        }

        private long[] EnumValues()
        {
            Type type = Place.Declared;
            return Array.ConvertAll(EnumNames(), delegate(string item) { return Convert.ToInt64(Enum.Parse(type, item), CultureInfo.InvariantCulture); });
        }

        private void Expect(string wanted, params SerializedPropertyType[] types)
        {
            if (Array.IndexOf(types, Place.Type) < 0)
            {
                throw new InvalidOperationException("type is not a supported " + wanted + " value: property " + path + " has the type " + Place.Type);
            }
        }
    }
}
