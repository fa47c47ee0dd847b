using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text;

namespace UnityDouble
{
    /// <summary>
    /// Reads and writes JSON for the control channel. An object is a <see cref="Dictionary{TKey,TValue}"/>, an array
    /// a <see cref="List{T}"/>, and a value a string, a double, a long, a bool or null.
    /// </summary>
    public static class Json
    {
        /// <summary>Reads one JSON object.</summary>
        public static Dictionary<string, object> ReadObject(string text)
        {
            JsonReader reader = new JsonReader(text);
            object value = reader.ReadAll();
            if (!(value is Dictionary<string, object> members))
            {
                throw new FormatException("cannot read the JSON text: expected an object");
            }
            return members;
        }

        /// <summary>Writes a value on one line.</summary>
        public static string Write(object value)
        {
            StringBuilder text = new StringBuilder();
            Write(text, value);
            return text.ToString();
        }

        /// <summary>Returns a new object with the given names and values in turn.</summary>
        public static Dictionary<string, object> Object(params object[] namesAndValues)
        {
            Dictionary<string, object> members = new Dictionary<string, object>(StringComparer.Ordinal);
            for (int i = 0; i + 1 < namesAndValues.Length; i += 2)
            {
                members[(string)namesAndValues[i]] = namesAndValues[i + 1];
            }
            return members;
        }

        /// <summary>Returns the string member <paramref name="name"/>, or the default if it is absent.</summary>
        public static string Text(Dictionary<string, object> members, string name, string otherwise = null)
        {
            return members.TryGetValue(name, out object value) && value != null ? Convert.ToString(value, CultureInfo.InvariantCulture) : otherwise;
        }

        /// <summary>Returns the boolean member <paramref name="name"/>, or the default if it is absent.</summary>
        public static bool Flag(Dictionary<string, object> members, string name, bool otherwise)
        {
            return members.TryGetValue(name, out object value) && value is bool flag ? flag : otherwise;
        }

        /// <summary>Returns the integer member <paramref name="name"/>, or the default if it is absent.</summary>
        public static long Whole(Dictionary<string, object> members, string name, long otherwise)
        {
            if (members.TryGetValue(name, out object value) && (value is long || value is double))
            {
                return Convert.ToInt64(value, CultureInfo.InvariantCulture);
            }
            return otherwise;
        }

        private static void Write(StringBuilder text, object value)
        {
            if (value == null)
            {
                text.Append("null");
            }
            else if (value is string words)
            {
                WriteString(text, words);
            }
            else if (value is bool flag)
            {
                text.Append(flag ? "true" : "false");
            }
            else if (value is double number)
            {
                text.Append(number.ToString("R", CultureInfo.InvariantCulture));
            }
            else if (value is IDictionary<string, object> members)
            {
                WriteObject(text, members);
            }
            else if (value is System.Collections.IEnumerable items)
            {
                WriteArray(text, items);
            }
            else
            {
                text.Append(Convert.ToString(value, CultureInfo.InvariantCulture));
            }
        }

        private static void WriteObject(StringBuilder text, IDictionary<string, object> members)
        {
            char before = '{';
            foreach (KeyValuePair<string, object> member in members)
            {
                text.Append(before);
                WriteString(text, member.Key);
                text.Append(':');
                Write(text, member.Value);
                before = ',';
            }
            text.Append(before == '{' ? "{}" : "}");
        }

        private static void WriteArray(StringBuilder text, System.Collections.IEnumerable items)
        {
            char before = '[';
            foreach (object item in items)
            {
                text.Append(before);
                Write(text, item);
                before = ',';
            }
            text.Append(before == '[' ? "[]" : "]");
        }

        private static void WriteString(StringBuilder text, string words)
        {
            text.Append('"');
            foreach (char letter in words)
            {
                if (letter == '"' || letter == '\\')
                {
                    text.Append('\\').Append(letter);
                }
                else if (letter < ' ' || letter == '\u2028' || letter == '\u2029' || char.IsSurrogate(letter))
                {
                    text.Append("\\u").Append(((int)letter).ToString("x4", CultureInfo.InvariantCulture));
                }
                else
                {
                    text.Append(letter);
                }
            }
            text.Append('"');
        }
    }
}
