using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text;

namespace UnityTools.Bridge
{
    /// <summary>The text is not valid JSON; the message names the error and its position.</summary>
    internal sealed class NoJson : Exception
    {
        internal NoJson(string what, int at)
            : base(what + " at letter " + at.ToString(CultureInfo.InvariantCulture))
        {
        }
    }

    /// <summary>
    /// Reads one JSON value strictly. It rejects input that parsers interpret differently (duplicate members, lone
    /// surrogates), and nesting that is too deep for the stack of a thread.
    /// </summary>
    internal sealed class JsonReader
    {
        private const int Deepest = 128;

        private readonly string text;
        private readonly StringBuilder letters = new StringBuilder();
        private int at;
        private int depth;

        private JsonReader(string text)
        {
            this.text = text;
        }

        /// <exception cref="NoJson">The text is not JSON, or contains more than one value.</exception>
        internal static Json Read(string text)
        {
            JsonReader reader = new JsonReader(text);
            reader.Space();
            Json value = reader.Value();
            reader.Space();
            if (reader.at < text.Length)
            {
                throw reader.Wrong("unexpected text after the value");
            }
            return value;
        }

        private NoJson Wrong(string what)
        {
            return new NoJson(what, at);
        }

        private void Space()
        {
            while (at < text.Length && (text[at] == ' ' || text[at] == '\t' || text[at] == '\n' || text[at] == '\r'))
            {
                at++;
            }
        }

        private char Next()
        {
            if (at >= text.Length)
            {
                throw Wrong("the text ends");
            }
            return text[at];
        }

        private Json Value()
        {
            int from = at;
            switch (Next())
            {
                case '{':
                    return Object(from);
                case '[':
                    return List(from);
                case '"':
                    string read = Letters();
                    return new Json(JsonKind.Text, text, from, at, read, null, null);
                case 't':
                    return Word("true", JsonKind.True);
                case 'f':
                    return Word("false", JsonKind.False);
                case 'n':
                    return Word("null", JsonKind.Null);
                default:
                    return Number(from);
            }
        }

        private Json Word(string word, JsonKind kind)
        {
            int from = at;
            if (string.CompareOrdinal(text, at, word, 0, word.Length) != 0)
            {
                throw Wrong("no value begins");
            }
            at += word.Length;
            return new Json(kind, text, from, at, null, null, null);
        }

        private void Deeper()
        {
            depth++;
            if (depth > Deepest)
            {
                throw Wrong("more than " + Deepest + " values are nested");
            }
            at++;
            Space();
        }

        /// <summary>After an item: whether another item follows.</summary>
        private bool Another(char end)
        {
            Space();
            char next = Next();
            at++;
            if (next == end)
            {
                depth--;
                return false;
            }
            if (next != ',')
            {
                at--;
                throw Wrong("`,` or `" + end + "` is missing");
            }
            Space();
            return true;
        }

        private Json List(int from)
        {
            Deeper();
            List<Json> items = new List<Json>();
            if (Next() == ']')
            {
                at++;
                depth--;
                return new Json(JsonKind.List, text, from, at, null, items, null);
            }
            do
            {
                items.Add(Value());
            }
            while (Another(']'));
            return new Json(JsonKind.List, text, from, at, null, items, null);
        }

        private Json Object(int from)
        {
            Deeper();
            List<Json> items = new List<Json>();
            List<string> names = new List<string>();
            if (Next() == '}')
            {
                at++;
                depth--;
                return new Json(JsonKind.Object, text, from, at, null, items, names);
            }
            // A linear search is enough for a few names; a set keeps objects with many names fast.
            Dictionary<string, bool> seen = null;
            do
            {
                if (Next() != '"')
                {
                    throw Wrong("a member has no name");
                }
                string name = Letters();
                if (names.Count == 16)
                {
                    seen = new Dictionary<string, bool>(StringComparer.Ordinal);
                    foreach (string earlier in names)
                    {
                        seen[earlier] = true;
                    }
                }
                if (seen == null ? names.Contains(name) : seen.ContainsKey(name))
                {
                    throw Wrong("duplicate member");
                }
                if (seen != null)
                {
                    seen[name] = true;
                }
                Space();
                if (Next() != ':')
                {
                    throw Wrong("`:` is missing");
                }
                at++;
                Space();
                names.Add(name);
                items.Add(Value());
            }
            while (Another('}'));
            return new Json(JsonKind.Object, text, from, at, null, items, names);
        }

        private int Digits()
        {
            int from = at;
            while (at < text.Length && text[at] >= '0' && text[at] <= '9')
            {
                at++;
            }
            if (at == from)
            {
                throw Wrong("a number has no digit");
            }
            return at - from;
        }

        private Json Number(int from)
        {
            if (text[at] == '-')
            {
                at++;
            }
            else if (text[at] < '0' || text[at] > '9')
            {
                throw Wrong("no value begins");
            }
            int first = at;
            if (Digits() > 1 && text[first] == '0')
            {
                throw Wrong("a number begins with 0");
            }
            if (at < text.Length && text[at] == '.')
            {
                at++;
                Digits();
            }
            if (at < text.Length && (text[at] == 'e' || text[at] == 'E'))
            {
                at++;
                if (at < text.Length && (text[at] == '+' || text[at] == '-'))
                {
                    at++;
                }
                Digits();
            }
            return new Json(JsonKind.Number, text, from, at, text.Substring(from, at - from), null, null);
        }

        private string Letters()
        {
            at++;
            int plain = at;
            letters.Length = 0;
            while (true)
            {
                char letter = Next();
                if (letter == '"')
                {
                    letters.Append(text, plain, at - plain);
                    at++;
                    string read = letters.ToString();
                    if (!Surrogates.Paired(read))
                    {
                        throw Wrong("a text has half of a surrogate pair");
                    }
                    return read;
                }
                if (letter < ' ')
                {
                    throw Wrong("a text has a control character");
                }
                if (letter != '\\')
                {
                    at++;
                    continue;
                }
                letters.Append(text, plain, at - plain);
                at++;
                letters.Append(Escaped());
                plain = at;
            }
        }

        private char Escaped()
        {
            char letter = Next();
            at++;
            switch (letter)
            {
                case '"':
                case '\\':
                case '/':
                    return letter;
                case 'b':
                    return '\b';
                case 'f':
                    return '\f';
                case 'n':
                    return '\n';
                case 'r':
                    return '\r';
                case 't':
                    return '\t';
                case 'u':
                    int unit = 0;
                    for (int digit = 0; digit < 4; digit++)
                    {
                        int value = Hex.Digit(Next());
                        if (value < 0)
                        {
                            throw Wrong("`\\u` needs four hexadecimal digits");
                        }
                        unit = unit * 16 + value;
                        at++;
                    }
                    return (char)unit;
                default:
                    throw Wrong("there is no escape `\\" + letter + "`");
            }
        }
    }
}
