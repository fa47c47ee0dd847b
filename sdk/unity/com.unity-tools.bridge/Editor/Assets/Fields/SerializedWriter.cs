using System;
using System.Globalization;
using System.Text;
using UnityEditor;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>Sets serialized properties to values in the grammar of `wit/value.md`; the counterpart of <see cref="SerializedValue"/>.</summary>
    internal sealed class SerializedWriter
    {
        private readonly ValueReader reader;
        private readonly AssetPlaces places;

        /// <param name="places">The assets after the planned changes of a batch; null if nothing is planned.</param>
        internal SerializedWriter(ObjectTable objects, AssetPlaces places)
        {
            reader = new ValueReader(objects);
            this.places = places;
        }

        /// <exception cref="Failure">The value does not fit the property.</exception>
        internal void Write(SerializedProperty property, Json value)
        {
            Type declared = SerializedPath.Declared(property.serializedObject.targetObject.GetType(), property.propertyPath);
            switch (property.propertyType)
            {
                case SerializedPropertyType.Boolean:
                    property.boolValue = (bool)ValueReader.Primitive(value, typeof(bool));
                    break;
                case SerializedPropertyType.Integer:
                case SerializedPropertyType.Character:
                    property.longValue = Whole(property, declared, value);
                    break;
                case SerializedPropertyType.Float:
                    Number(property, value);
                    break;
                case SerializedPropertyType.String:
                    property.stringValue = (string)reader.Read(value, typeof(string), null) ?? "";
                    break;
                case SerializedPropertyType.LayerMask:
                    property.intValue = ((LayerMask)ValueReader.Layers(value)).value;
                    break;
                case SerializedPropertyType.Enum:
                    Enumeration(property, declared, value);
                    break;
                case SerializedPropertyType.ObjectReference:
                    Reference(property, declared, value);
                    break;
                case SerializedPropertyType.Generic:
                    Compose(property, declared, value);
                    break;
                default:
                    Shape(property, declared, value);
                    break;
            }
        }

        private void Shape(SerializedProperty property, Type declared, Json value)
        {
            switch (property.propertyType)
            {
                case SerializedPropertyType.Color:
                    property.colorValue = declared == typeof(Color32) ? (Color)(Color32)ShapeReader.Colored(value, declared) : (Color)ShapeReader.Colored(value, typeof(Color));
                    break;
                case SerializedPropertyType.Vector2:
                    property.vector2Value = Read<Vector2>(value);
                    break;
                case SerializedPropertyType.Vector3:
                    property.vector3Value = Read<Vector3>(value);
                    break;
                case SerializedPropertyType.Vector4:
                    property.vector4Value = Read<Vector4>(value);
                    break;
                case SerializedPropertyType.Quaternion:
                    property.quaternionValue = Read<Quaternion>(value);
                    break;
                case SerializedPropertyType.Rect:
                    property.rectValue = Read<Rect>(value);
                    break;
                case SerializedPropertyType.Bounds:
                    property.boundsValue = Read<Bounds>(value);
                    break;
                case SerializedPropertyType.Vector2Int:
                    property.vector2IntValue = Read<Vector2Int>(value);
                    break;
                case SerializedPropertyType.Vector3Int:
                    property.vector3IntValue = Read<Vector3Int>(value);
                    break;
                case SerializedPropertyType.RectInt:
                    property.rectIntValue = Read<RectInt>(value);
                    break;
                case SerializedPropertyType.BoundsInt:
                    property.boundsIntValue = Read<BoundsInt>(value);
                    break;
                default:
                    throw Failure.Unsupported("values of the type " + property.propertyType + " can be read here, not written");
            }
        }

        private T Read<T>(Json value)
        {
            return (T)reader.Read(value, typeof(T), default(T));
        }

        private static long Whole(SerializedProperty property, Type declared, Json value)
        {
            bool isFlag = value.Kind == JsonKind.True || value.Kind == JsonKind.False;
            if (isFlag && (declared == typeof(bool) || property.serializedObject.targetObject is AssetImporter))
            {
                // Flags of importers are numbers.
                return value.Kind == JsonKind.True ? 1 : 0;
            }
            if (declared == typeof(bool))
            {
                return (long)ValueReader.Whole(value, typeof(byte), "true or false");
            }
            if (declared != null && declared.IsEnum)
            {
                return Convert.ToInt64(ValueReader.Enumeration(value, declared), CultureInfo.InvariantCulture);
            }
            Type type = declared != null && declared.IsPrimitive ? declared : Primitive(property.type);
            object number = ValueReader.Primitive(value, type);
            return number is ulong ? unchecked((long)(ulong)number) : number is char ? (char)number : Convert.ToInt64(number, CultureInfo.InvariantCulture);
        }

        /// <summary>The C# type of a number by its name in Unity's files.</summary>
        private static Type Primitive(string name)
        {
            switch (name)
            {
                case "char":
                    return typeof(char);
                case "SInt8":
                case "sbyte":
                    return typeof(sbyte);
                case "UInt8":
                case "byte":
                    return typeof(byte);
                case "SInt16":
                case "short":
                    return typeof(short);
                case "UInt16":
                case "ushort":
                    return typeof(ushort);
                case "UInt32":
                case "unsigned int":
                case "uint":
                    return typeof(uint);
                case "SInt64":
                case "long":
                    return typeof(long);
                case "UInt64":
                case "ulong":
                    return typeof(ulong);
                default:
                    return typeof(int);
            }
        }

        private static void Number(SerializedProperty property, Json value)
        {
            if (property.type == "double")
            {
                property.doubleValue = (double)ValueReader.Primitive(value, typeof(double));
            }
            else
            {
                property.floatValue = (float)ValueReader.Primitive(value, typeof(float));
            }
        }

        private static void Enumeration(SerializedProperty property, Type declared, Json value)
        {
            if (declared != null && declared.IsEnum)
            {
                property.longValue = Convert.ToInt64(ValueReader.Enumeration(value, declared), CultureInfo.InvariantCulture);
                return;
            }
            string[] names = property.enumNames;
            int place = value.Kind == JsonKind.Text ? Array.IndexOf(names, value.Text) : -1;
            if (place < 0 && value.Kind != JsonKind.Number)
            {
                throw ValueReader.Wrong(value, "one of " + string.Join(", ", names));
            }
            if (place >= 0)
            {
                property.enumValueIndex = place;
            }
            else
            {
                property.longValue = (long)ValueReader.Whole(value, typeof(int), "a name, or a whole number");
            }
        }

        private void Reference(SerializedProperty property, Type declared, Json value)
        {
            Type type = declared != null && typeof(UnityEngine.Object).IsAssignableFrom(declared) ? declared : typeof(UnityEngine.Object);
            PlannedReference planned = places == null ? null : PlannedReference.Of(places, value);
            UnityEngine.Object wanted = planned == null ? (UnityEngine.Object)reader.Read(value, type, null) : planned.Read(type, reader);
            Component component = wanted as Component;
            GameObject owner = component == null ? wanted as GameObject : component.gameObject;
            if (owner != null && owner.scene.IsValid())
            {
                throw ValueReader.Wrong(value, "null or an asset, because an asset cannot refer to an object of a scene");
            }
            property.objectReferenceValue = wanted;
            if (property.objectReferenceValue != wanted)
            {
                throw ValueReader.Wrong(value, "an object of the type " + property.type);
            }
        }

        private void Compose(SerializedProperty property, Type declared, Json value)
        {
            if (property.isArray)
            {
                if (value.Kind != JsonKind.List)
                {
                    throw ValueReader.Wrong(value, "a list");
                }
                property.ClearArray();
                property.arraySize = value.Items.Count;
                for (int at = 0; at < value.Items.Count; at++)
                {
                    Write(property.GetArrayElementAtIndex(at), value.Items[at]);
                }
                return;
            }
            if (value.Kind != JsonKind.Object)
            {
                throw ValueReader.Wrong(value, "an object with some of the fields " + Parts(property, declared));
            }
            for (int at = 0; at < value.Names.Count; at++)
            {
                SerializedProperty part = FieldPath.FindPart(property, declared, value.Names[at]);
                if (part == null)
                {
                    throw Failure.Argument("there is no field `" + value.Names[at] + "`, wanted: " + Parts(property, declared));
                }
                Write(part, value.Items[at]);
            }
        }

        private static string Parts(SerializedProperty property, Type declared)
        {
            StringBuilder names = new StringBuilder();
            foreach (SerializedProperty part in SerializedValue.Children(property))
            {
                names.Append(names.Length == 0 ? "" : ", ").Append(SerializedPath.PartName(declared, part.name));
            }
            return names.ToString();
        }
    }
}
