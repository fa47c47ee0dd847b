using System;
using System.Globalization;
using System.Text;

namespace UnityDouble
{
    /// <summary>The quotes of texts in Unity's files, and where long texts break into lines.</summary>
    // Follows the files below shared/fixtures/unity: plain if possible, else single quotes, double quotes for all that is not printable ASCII.
    internal static class YamlScalars
    {
        private const int Width = 80;
        private const string FirstMarks = "#,[]{}&*!|>'\"%@`";

        /// <summary>The position of the closing quote; -1 if the text does not end.</summary>
        internal static int End(string text, int start)
        {
            char quote = text[start];
            for (int at = start + 1; at < text.Length; at++)
            {
                if (quote == '"' && text[at] == '\\')
                {
                    at++;
                }
                else if (text[at] == quote)
                {
                    if (quote == '\'' && at + 1 < text.Length && text[at + 1] == '\'')
                    {
                        at++;
                        continue;
                    }
                    return at;
                }
            }
            return -1;
        }

        /// <summary>The text between quotes: a single line break is a space, each further one is a line break.</summary>
        internal static string Unquoted(string quoted)
        {
            bool doubled = quoted[0] == '"';
            string inner = quoted.Substring(1, End(quoted, 0) - 1);
            StringBuilder text = new StringBuilder();
            for (int at = 0; at < inner.Length; at++)
            {
                char here = inner[at];
                if (here == '\n')
                {
                    at = Break(inner, at, text) - 1;
                }
                else if (here == '\'' && !doubled)
                {
                    text.Append('\'');
                    at++;
                }
                else if (here == '\\' && doubled)
                {
                    at = Escape(inner, at + 1, text);
                }
                else
                {
                    text.Append(here);
                }
            }
            return text.ToString();
        }

        private static int Break(string inner, int at, StringBuilder text)
        {
            int breaks = 0;
            while (at < inner.Length && (inner[at] == '\n' || inner[at] == ' '))
            {
                breaks += inner[at] == '\n' ? 1 : 0;
                at++;
            }
            text.Append(breaks == 1 ? " " : new string('\n', breaks - 1));
            return at;
        }

        private static int Escape(string inner, int at, StringBuilder text)
        {
            const string letters = "0abtnvfre\"\\/ N_";
            const string meanings = "\0\a\b\t\n\v\f\r\u001b\"\\/ \u0085\u00a0";
            char letter = inner[at];
            int digits = letter == 'x' ? 2 : letter == 'u' ? 4 : letter == 'U' ? 8 : 0;
            if (digits > 0)
            {
                int code = int.Parse(inner.Substring(at + 1, digits), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture);
                text.Append(code >= 0x10000 ? char.ConvertFromUtf32(code) : ((char)code).ToString());
                return at + digits;
            }
            if (letter == '\n')
            {
                while (at + 1 < inner.Length && inner[at + 1] == ' ')
                {
                    at++;
                }
                return at;
            }
            int known = letters.IndexOf(letter);
            if (known < 0)
            {
                throw new FormatException("unknown escape \\" + letter);
            }
            text.Append(meanings[known]);
            return at;
        }

        /// <summary>Appends a text in its form for files. It continues in lines that are indented by that number of spaces.</summary>
        /// <param name="column">Characters before it in its line.</param>
        internal static void Write(StringBuilder to, string text, int column, int indent)
        {
            if (text.Length == 0)
            {
                return;
            }
            if (NeedsDouble(text))
            {
                WriteDouble(to, text, column, indent);
            }
            else if (IsPlain(text))
            {
                WriteFolded(to, text, column, indent, false);
            }
            else
            {
                to.Append('\'');
                WriteFolded(to, text, column + 1, indent, true);
                to.Append('\'');
            }
        }

        private static bool NeedsDouble(string text)
        {
            for (int at = 0; at < text.Length; at++)
            {
                bool printable = text[at] == '\n' || (text[at] >= ' ' && text[at] <= '~');
                bool spaceBeforeBreak = text[at] == ' ' && at + 1 < text.Length && text[at + 1] == '\n';
                if (!printable || spaceBeforeBreak)
                {
                    return true;
                }
            }
            return false;
        }

        private static bool IsPlain(string text)
        {
            bool marked = FirstMarks.IndexOf(text[0]) >= 0 || ("-?:".IndexOf(text[0]) >= 0 && (text.Length == 1 || text[1] == ' '));
            return !marked && text[0] != ' ' && text[text.Length - 1] != ' ' && text[text.Length - 1] != ':'
                && text.IndexOf(": ", StringComparison.Ordinal) < 0 && text.IndexOf('\n') < 0;
        }

        private static void WriteFolded(StringBuilder to, string text, int column, int indent, bool quoted)
        {
            bool afterBreak = false;
            for (int at = 0; at < text.Length; at++)
            {
                char here = text[at];
                bool inside = at > 0 && at + 1 < text.Length && text[at + 1] != ' ' && text[at - 1] != ' ';
                if (here == '\n')
                {
                    // Unity counts the characters of broken lines on, so that a later line may fold early.
                    to.Append(afterBreak ? "\n" : "\n\n");
                    column += afterBreak ? 1 : 2;
                    afterBreak = true;
                    continue;
                }
                if (afterBreak)
                {
                    to.Append(' ', indent);
                    column += indent;
                    afterBreak = false;
                }
                if (here == ' ' && column >= Width && inside)
                {
                    to.Append('\n').Append(' ', indent);
                    column = indent;
                    continue;
                }
                if (here == '\'' && quoted)
                {
                    to.Append('\'');
                    column++;
                }
                to.Append(here);
                column++;
            }
        }

        private static void WriteDouble(StringBuilder to, string text, int column, int indent)
        {
            const string meanings = "\0\a\b\t\n\v\f\r\u001b\"\\\u0085\u00a0";
            const string letters = "0abtnvfre\"\\N_";
            to.Append('"');
            column++;
            bool spaces = false;
            for (int at = 0; at < text.Length; at++)
            {
                char here = text[at];
                int known = meanings.IndexOf(here);
                string written = known >= 0 ? "\\" + letters[known] : here > '~' || here < ' ' ? Code(text, ref at) : null;
                if (written != null)
                {
                    to.Append(written);
                    column += written.Length;
                    spaces = false;
                }
                else if (here == ' ' && !spaces && column >= Width && at > 0 && at + 1 < text.Length)
                {
                    to.Append('\n').Append(' ', indent);
                    column = indent;
                    if (text[at + 1] == ' ')
                    {
                        to.Append('\\');
                        column++;
                    }
                    spaces = true;
                }
                else
                {
                    to.Append(here);
                    column++;
                    spaces = here == ' ';
                }
            }
            to.Append('"');
        }

        private static string Code(string text, ref int at)
        {
            if (char.IsHighSurrogate(text[at]) && at + 1 < text.Length)
            {
                int code = char.ConvertToUtf32(text[at], text[at + 1]);
                at++;
                return "\\U" + code.ToString("X8", CultureInfo.InvariantCulture);
            }
            int single = text[at];
            return single <= 0xFF ? "\\x" + single.ToString("X2", CultureInfo.InvariantCulture) : "\\u" + single.ToString("X4", CultureInfo.InvariantCulture);
        }
    }
}
