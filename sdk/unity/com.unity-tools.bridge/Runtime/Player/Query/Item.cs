using System;

namespace UnityTools.Bridge
{
    /// <summary>A value that a test checks.</summary>
    internal sealed class Item
    {
        internal readonly Json Value;

        /// <summary>The equivalent number: of an enum name, a layer, or the bits of a mask.</summary>
        internal readonly long? Number;

        /// <summary>Its declared type, if it is a value of a component.</summary>
        internal readonly Type Kind;

        internal Item(string json, long? number, Type kind)
        {
            Value = JsonReader.Read(json);
            Number = number;
            Kind = kind;
        }

        internal static Item Of(string text)
        {
            return new Item(new JsonWriter().Text(text).ToString(), null, null);
        }

        internal static Item Of(bool value)
        {
            return new Item(value ? "true" : "false", null, null);
        }

        internal static Item Of(long value)
        {
            return new Item(new JsonWriter().Count(value).ToString(), null, null);
        }
    }
}
