using System;
using System.Globalization;

namespace UnityEngine
{
    /// <summary>The text of Unity's value types: a pattern filled with numbers of one format.</summary>
    // Follows Runtime/Export/Math/Vector3.cs: an empty format becomes the default one, no provider means the invariant culture.
    internal static class NumberText
    {
        internal static string Join(string pattern, string usual, string format, IFormatProvider provider, params IFormattable[] numbers)
        {
            string used = string.IsNullOrEmpty(format) ? usual : format;
            IFormatProvider by = provider ?? CultureInfo.InvariantCulture.NumberFormat;
            object[] texts = Array.ConvertAll(numbers, number => (object)number.ToString(used, by));
            return string.Format(CultureInfo.InvariantCulture, pattern, texts);
        }

        internal static string Join(string pattern, string usual, string format, IFormatProvider provider, float a, float b)
        {
            return Join(pattern, usual, format, provider, new IFormattable[] { a, b });
        }

        internal static string Join(string pattern, string usual, string format, IFormatProvider provider, params float[] numbers)
        {
            return Join(pattern, usual, format, provider, Array.ConvertAll(numbers, number => (IFormattable)number));
        }

        internal static string Join(string pattern, string format, IFormatProvider provider, params int[] numbers)
        {
            return Join(pattern, null, format, provider, Array.ConvertAll(numbers, number => (IFormattable)number));
        }
    }
}
