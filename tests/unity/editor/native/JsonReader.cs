using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text;

namespace UnityDouble
{
    /// <summary>Reads one JSON text; the nesting depth is limited.</summary>
    internal sealed class JsonReader
    {
        private const int DeepestNesting = 64;
        private readonly string text;
        private int at;
        private int depth;

        internal JsonReader(string text)
        {
            this.text = text;
        }

        internal object ReadAll()
        {
            object value = ReadValue();
            SkipSpace();
            if (at != text.Length)
            {
                throw Wrong("expected the end of the text");
            }
            return value;
        }

        private object ReadValue()
        {
            SkipSpace();
            char first = at < text.Length ? text[at] : '\0';
            switch (first)
            {
                case '{':
                    return ReadObject();
                case '[':
                    return ReadArray();
                case '"':
                    return ReadString();
                case 't':
                    return ReadWord("true", true);
                case 'f':
                    return ReadWord("false", false);
                case 'n':
                    return ReadWord("null", null);
                default:
                    return ReadNumber();
            }
        }

        private Dictionary<string, object> ReadObject()
        {
            Dictionary<string, object> members = new Dictionary<string, object>(StringComparer.Ordinal);
            Enter();
            if (!TryTake('}'))
            {
                do
                {
                    SkipSpace();
                    string name = ReadString();
                    Take(':');
                    members[name] = ReadValue();
                }
                while (TryTake(','));
                Take('}');
            }
            depth--;
            return members;
        }

        private List<object> ReadArray()
        {
            List<object> items = new List<object>();
            Enter();
            if (!TryTake(']'))
            {
                do
                {
                    items.Add(ReadValue());
                }
                while (TryTake(','));
                Take(']');
            }
            depth--;
            return items;
        }

        private string ReadString()
        {
            Take('"');
            StringBuilder words = new StringBuilder();
            while (at < text.Length && text[at] != '"')
            {
                char letter = text[at++];
                words.Append(letter == '\\' ? ReadEscape() : letter);
            }
            Take('"');
            return words.ToString();
        }

        private char ReadEscape()
        {
            char kind = at < text.Length ? text[at++] : '\0';
            switch (kind)
            {
                case 'n':
                    return '\n';
                case 'r':
                    return '\r';
                case 't':
                    return '\t';
                case 'b':
                    return '\b';
                case 'f':
                    return '\f';
                case '"':
                case '\\':
                case '/':
                    return kind;
                case 'u':
                    if (at + 4 <= text.Length && int.TryParse(text.Substring(at, 4), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out int code))
                    {
                        at += 4;
                        return (char)code;
                    }
                    break;
            }
            throw Wrong("unknown escape in a string");
        }

        private object ReadNumber()
        {
            int start = at;
            while (at < text.Length && (char.IsLetterOrDigit(text[at]) || text[at] == '-' || text[at] == '+' || text[at] == '.'))
            {
                at++;
            }
            string number = text.Substring(start, at - start);
            if (long.TryParse(number, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out long whole))
            {
                return whole;
            }
            if (double.TryParse(number, NumberStyles.Float, CultureInfo.InvariantCulture, out double real))
            {
                return real;
            }
            throw Wrong("expected a value");
        }

        private object ReadWord(string word, object value)
        {
            if (string.CompareOrdinal(text, at, word, 0, word.Length) != 0)
            {
                throw Wrong("expected " + word);
            }
            at += word.Length;
            return value;
        }

        private void Enter()
        {
            at++;
            if (++depth > DeepestNesting)
            {
                throw Wrong("nested deeper than " + DeepestNesting + " levels");
            }
        }

        private bool TryTake(char letter)
        {
            SkipSpace();
            if (at < text.Length && text[at] == letter)
            {
                at++;
                return true;
            }
            return false;
        }

        private void Take(char letter)
        {
            if (!TryTake(letter))
            {
                throw Wrong("expected '" + letter + "'");
            }
        }

        private void SkipSpace()
        {
            while (at < text.Length && char.IsWhiteSpace(text[at]))
            {
                at++;
            }
        }

        private FormatException Wrong(string what)
        {
            return new FormatException("cannot read the JSON text at character " + at + ": " + what);
        }
    }
}
