using System.Globalization;
using System.Text;

namespace UnityTools.Bridge
{
    /// <summary>Writes JSON sequentially. The caller must close each list and object that it opens.</summary>
    internal sealed class JsonWriter
    {
        private readonly StringBuilder text = new StringBuilder();
        private bool follows;

        internal int Length
        {
            get { return text.Length; }
        }

        public override string ToString()
        {
            return text.ToString();
        }

        internal JsonWriter Object()
        {
            return Open('{');
        }

        internal JsonWriter EndObject()
        {
            return Close('}');
        }

        internal JsonWriter List()
        {
            return Open('[');
        }

        internal JsonWriter EndList()
        {
            return Close(']');
        }

        internal JsonWriter Name(string name)
        {
            Text(name);
            text.Append(':');
            follows = false;
            return this;
        }

        internal JsonWriter Null()
        {
            return Raw("null");
        }

        internal JsonWriter Bool(bool value)
        {
            return Raw(value ? "true" : "false");
        }

        /// <summary>A whole number of the protocol, which is exact in JSON.</summary>
        internal JsonWriter Count(long value)
        {
            return Raw(value.ToString(CultureInfo.InvariantCulture));
        }

        /// <summary>Any whole number; written as a string beyond 2^53.</summary>
        internal JsonWriter Whole(long value)
        {
            bool kept = value <= Protocol.LargestNumber && value >= -Protocol.LargestNumber;
            return kept ? Count(value) : Text(value.ToString(CultureInfo.InvariantCulture));
        }

        internal JsonWriter Whole(ulong value)
        {
            return value <= (ulong)Protocol.LargestNumber
                ? Count((long)value)
                : Text(value.ToString(CultureInfo.InvariantCulture));
        }

        internal JsonWriter Number(double value)
        {
            return Finite(value) ? Raw(Numbers.Shortest(value)) : this;
        }

        internal JsonWriter Number(float value)
        {
            return Finite(value) ? Raw(Numbers.Shortest(value)) : this;
        }

        /// <summary>Raw JSON text.</summary>
        internal JsonWriter Raw(string json)
        {
            Comma();
            text.Append(json);
            follows = true;
            return this;
        }

        internal JsonWriter Text(string value)
        {
            Comma();
            follows = true;
            text.Append('"');
            foreach (char letter in Surrogates.Mended(value))
            {
                switch (letter)
                {
                    case '"':
                        text.Append("\\\"");
                        break;
                    case '\\':
                        text.Append("\\\\");
                        break;
                    case '\b':
                        text.Append("\\b");
                        break;
                    case '\f':
                        text.Append("\\f");
                        break;
                    case '\n':
                        text.Append("\\n");
                        break;
                    case '\r':
                        text.Append("\\r");
                        break;
                    case '\t':
                        text.Append("\\t");
                        break;
                    default:
                        if (letter < ' ')
                        {
                            text.Append("\\u").Append(((int)letter).ToString("x4", CultureInfo.InvariantCulture));
                        }
                        else
                        {
                            text.Append(letter);
                        }
                        break;
                }
            }
            text.Append('"');
            return this;
        }

        internal JsonWriter TextOrNull(string value)
        {
            return value == null ? Null() : Text(value);
        }

        private bool Finite(double value)
        {
            if (double.IsNaN(value))
            {
                Text("NaN");
                return false;
            }
            if (double.IsInfinity(value))
            {
                Text(value > 0 ? "Infinity" : "-Infinity");
                return false;
            }
            return true;
        }

        private void Comma()
        {
            if (follows)
            {
                text.Append(',');
            }
        }

        private JsonWriter Open(char bracket)
        {
            Comma();
            text.Append(bracket);
            follows = false;
            return this;
        }

        private JsonWriter Close(char bracket)
        {
            text.Append(bracket);
            follows = true;
            return this;
        }
    }
}
