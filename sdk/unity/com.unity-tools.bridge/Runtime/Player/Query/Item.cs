using System;

namespace UnityTools.Bridge
{
    /// <summary>A value that a test looks at.</summary>
    internal sealed class Item
    {
        internal readonly Json Value;

        /// <summary>The number that stands for it too: an enumeration's, a layer's, the bits of a mask.</summary>
        internal readonly long? Number;

        /// <summary>Its declared type, where it is a component's value.</summary>
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
