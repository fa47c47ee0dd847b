using System;
using System.Collections;
using System.Collections.Generic;
using System.Globalization;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>
    /// Converts values of the contract to C#. An invalid value is reported with the given and the expected value. A
    /// float or double is rounded to the nearest number that it can hold; nothing else is rounded, nothing is clamped.
    /// </summary>
    internal sealed class ValueReader
    {
        private readonly ObjectTable objects;

        internal ValueReader(ObjectTable objects)
        {
            this.objects = objects;
        }

        /// <param name="current">The current value: members that are left out keep their values.</param>
        /// <exception cref="Failure">The value does not fit the type.</exception>
        internal object Read(Json given, Type type, object current)
        {
            if (typeof(UnityEngine.Object).IsAssignableFrom(type))
            {
                return Reference(given, type, current as UnityEngine.Object);
            }
            if (type.IsEnum)
            {
                return Enumeration(given, type);
            }
            if (type.IsPrimitive)
            {
                return Primitive(given, type);
            }
            if (type == typeof(string))
            {
                if (given.Kind != JsonKind.Text && !given.IsNull)
                {
                    throw Wrong(given, "a text");
                }
                return given.Text;
            }
            if (type == typeof(LayerMask))
            {
                return Layers(given);
            }
            if (type == typeof(Color) || type == typeof(Color32))
            {
                return ShapeReader.Colored(given, type);
            }
            object vector = ShapeReader.Vectors(given, type);
            if (vector != null)
            {
                return vector;
            }
            Type item = ValueTypes.Item(type);
            if (item != null)
            {
                return Items(given, type, item, current as IList);
            }
            if (type == typeof(AnimationCurve) || type == typeof(Gradient) || !ValueTypes.IsComposed(type))
            {
                throw Failure.Unsupported("values of " + type.FullName + " can be read here, not written");
            }
            return Composed(given, type, current);
        }

        internal static Failure Wrong(Json given, string wanted)
        {
            return Failure.Argument("the value is " + given.Told + ", wanted: " + wanted);
        }

        internal static object Primitive(Json given, Type type)
        {
            if (type == typeof(bool))
            {
                if (given.Kind != JsonKind.True && given.Kind != JsonKind.False)
                {
                    throw Wrong(given, "true or false");
                }
                return given.Kind == JsonKind.True;
            }
            if (type == typeof(float) || type == typeof(double))
            {
                double number = Number(given);
                if (type == typeof(double))
                {
                    return number;
                }
                if (!double.IsInfinity(number) && float.IsInfinity((float)number))
                {
                    throw Wrong(given, "a number that a float holds");
                }
                return (float)number;
            }
            if (type == typeof(char))
            {
                if (given.Kind == JsonKind.Text && given.Text.Length == 1)
                {
                    return given.Text[0];
                }
                return (char)Whole(given, typeof(ushort), "a text of one letter");
            }
            return Convert.ChangeType(Whole(given, type, "a whole number that a " + ValueTypes.Name(type) + " holds"), type, CultureInfo.InvariantCulture);
        }

        internal static decimal Whole(Json given, Type type, string wanted)
        {
            decimal value;
            bool written = given.Kind == JsonKind.Number || given.Kind == JsonKind.Text;
            if (!written || !decimal.TryParse(given.Text, NumberStyles.Float, CultureInfo.InvariantCulture, out value) || value != decimal.Truncate(value))
            {
                throw Wrong(given, wanted);
            }
            decimal least = Convert.ToDecimal(type.GetField("MinValue").GetValue(null), CultureInfo.InvariantCulture);
            decimal most = Convert.ToDecimal(type.GetField("MaxValue").GetValue(null), CultureInfo.InvariantCulture);
            if (value < least || value > most)
            {
                throw Wrong(given, wanted);
            }
            return value;
        }

        private static double Number(Json given)
        {
            double value;
            if (given.Kind == JsonKind.Number && Numbers.Double(given.Text, out value))
            {
                return value;
            }
            switch (given.Kind == JsonKind.Text ? given.Text : "")
            {
                case "NaN":
                    return double.NaN;
                case "Infinity":
                    return double.PositiveInfinity;
                case "-Infinity":
                    return double.NegativeInfinity;
                default:
                    throw Wrong(given, "a number");
            }
        }

        internal static object Enumeration(Json given, Type type)
        {
            Type under = Enum.GetUnderlyingType(type);
            if (given.Kind == JsonKind.Number)
            {
                return Enum.ToObject(type, Convert.ChangeType(Whole(given, under, "a number of " + type.Name), under, CultureInfo.InvariantCulture));
            }
            string names = string.Join(", ", Enum.GetNames(type));
            if (given.Kind == JsonKind.Text)
            {
                if (Array.IndexOf(Enum.GetNames(type), given.Text) < 0)
                {
                    throw Wrong(given, "one of " + names);
                }
                return Enum.Parse(type, given.Text);
            }
            if (given.Kind != JsonKind.List || !ValueTypes.IsFlags(type))
            {
                throw Wrong(given, "one of " + names);
            }
            long bits = 0;
            foreach (Json flag in given.Items)
            {
                bits |= Convert.ToInt64(Enumeration(flag, type), CultureInfo.InvariantCulture);
            }
            return Enum.ToObject(type, bits);
        }

        internal static object Layers(Json given)
        {
            if (given.Kind == JsonKind.Number)
            {
                return (LayerMask)(int)Whole(given, typeof(int), "a mask of 32 bits");
            }
            if (given.Kind != JsonKind.List)
            {
                throw Wrong(given, "a list of layers");
            }
            int mask = 0;
            foreach (Json layer in given.Items)
            {
                if (layer.Kind == JsonKind.Text && layer.Text == "Everything")
                {
                    return (LayerMask)(-1);
                }
                int number = layer.Kind == JsonKind.Text
                    ? LayerMask.NameToLayer(layer.Text)
                    : (int)Whole(layer, typeof(byte), "a layer's name, or its number from 0 to 31");
                if (number < 0 || number > 31)
                {
                    throw Wrong(layer, "a layer's name, or its number from 0 to 31");
                }
                mask |= 1 << number;
            }
            return (LayerMask)mask;
        }

        private object Items(Json given, Type type, Type item, IList current)
        {
            if (given.Kind != JsonKind.List)
            {
                throw Wrong(given, "a list");
            }
            Array array = Array.CreateInstance(item, given.Items.Count);
            for (int at = 0; at < array.Length; at++)
            {
                bool isReference = current != null && at < current.Count && typeof(UnityEngine.Object).IsAssignableFrom(item);
                array.SetValue(Read(given.Items[at], item, isReference ? current[at] : null), at);
            }
            if (type.IsArray)
            {
                return array;
            }
            IList list = (IList)Activator.CreateInstance(type);
            foreach (object one in array)
            {
                list.Add(one);
            }
            return list;
        }

        private object Composed(Json given, Type type, object current)
        {
            if (given.Kind != JsonKind.Object)
            {
                throw Wrong(given, "an object of " + type.Name);
            }
            object made = Activator.CreateInstance(type, true);
            foreach (ComponentMember part in SavedParts.Of(type))
            {
                if (current != null)
                {
                    part.Set(made, part.Get(current));
                }
            }
            for (int at = 0; at < given.Names.Count; at++)
            {
                string name = given.Names[at];
                ComponentMember part = SavedParts.Find(type, name);
                if (part == null)
                {
                    List<string> known = SavedParts.Of(type).ConvertAll(one => one.CSharpName ?? one.Name);
                    throw Failure.Argument(type.FullName + " has no field `" + name + "`, it has " + string.Join(", ", known.ToArray()));
                }
                part.Set(made, Read(given.Items[at], part.Type, part.Get(made)));
            }
            return made;
        }

        /// <summary>A missing reference is accepted only if it is the current value.</summary>
        private object Missing(Json given, Json missing, UnityEngine.Object current)
        {
            string written = current == null && objects != null ? objects.Assets.Missing(current) : null;
            if (written == null || JsonReader.Read(written)["missing"].Text != missing.Text)
            {
                throw Wrong(given, "another reference; a missing one is accepted only if it is the current value");
            }
            return current;
        }

        private object Reference(Json given, Type type, UnityEngine.Object current)
        {
            if (given.IsNull)
            {
                return null;
            }
            Json missing = given.Kind == JsonKind.Object ? given["missing"] : null;
            if (missing != null)
            {
                return Missing(given, missing, current);
            }
            Json id = given.Kind == JsonKind.Object ? given["ref"] : given;
            UnityEngine.Object own = id != null && id.Kind == JsonKind.Text ? BuiltIn.Named(id.Text, type) : null;
            own = own ?? objects.Assets.Read(given, type);
            if (own != null)
            {
                return own;
            }
            if (id == null || id.Kind != JsonKind.Text || !id.Text.StartsWith("obj:", StringComparison.Ordinal))
            {
                throw new Failure("invalid-argument", "the value is " + given.Told + ", wanted: null, or an object of a scene such as {\"ref\": \"obj:-12\"}")
                {
                    Hint = objects.Assets.Hint
                };
            }
            GameObject one = objects.Find(id.Text);
            if (type.IsInstanceOfType(one))
            {
                return one;
            }
            Json place = given.Kind == JsonKind.Object ? given["component"] : null;
            Component found = place != null
                ? ComponentFunctions.Choose(one, place.Text)
                : Array.Find(one.GetComponents<Component>(), component => component != null && type.IsInstanceOfType(component));
            if (found == null || !type.IsInstanceOfType(found))
            {
                throw Wrong(id, "an object with a " + type.FullName);
            }
            return found;
        }
    }
}
