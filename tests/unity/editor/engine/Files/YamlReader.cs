using System;
using System.Text;

namespace UnityDouble
{
    /// <summary>Reads the lines of Unity's form of YAML: block maps and lists by indentation, flow maps and lists, plain and quoted scalars.</summary>
    internal sealed class YamlReader
    {
        private readonly string[] lines;
        private int at;

        internal YamlReader(string text)
        {
            lines = text.Replace("\r\n", "\n").Split('\n');
            SkipComments();
        }

        internal string Line
        {
            get { return lines[at]; }
        }

        /// <summary>Whether a map or list on one line went on in the next line.</summary>
        internal bool SawBrokenFlow { get; private set; }

        internal bool IsOver
        {
            get { return at >= lines.Length || (at == lines.Length - 1 && lines[at].Length == 0); }
        }

        internal void Next()
        {
            at++;
        }

        internal FormatException Wrong(string why)
        {
            return new FormatException("line " + (at + 1) + ": " + why + ": " + (at < lines.Length ? lines[at] : "end of the file"));
        }

        /// <summary>Goes on to the next line that starts with a prefix; false at the end.</summary>
        internal bool SkipTo(string prefix)
        {
            while (at < lines.Length && !lines[at].StartsWith(prefix, StringComparison.Ordinal))
            {
                if (lines[at].Length > 0 && lines[at][0] != '%' && lines[at][0] != '#')
                {
                    throw Wrong("expected a document");
                }
                at++;
            }
            return at < lines.Length;
        }

        private void SkipComments()
        {
            while (at < lines.Length && lines[at].StartsWith("#", StringComparison.Ordinal))
            {
                at++;
            }
        }

        private static int Indent(string line)
        {
            int spaces = 0;
            while (spaces < line.Length && line[spaces] == ' ')
            {
                spaces++;
            }
            return spaces;
        }

        private bool IsItem(int indent)
        {
            string line = at < lines.Length ? lines[at] : "";
            return Indent(line) == indent && line.Length > indent && line[indent] == '-' && (line.Length == indent + 1 || line[indent + 1] == ' ');
        }

        /// <summary>The map whose keys are indented by that number of spaces.</summary>
        internal Node Map(int indent)
        {
            Node map = Node.Map();
            while (at < lines.Length && lines[at].Length > 0 && Indent(lines[at]) == indent && !IsItem(indent) && !lines[at].StartsWith("---", StringComparison.Ordinal))
            {
                int colon = KeyEnd(lines[at], indent);
                if (colon < 0)
                {
                    throw Wrong("expected a key");
                }
                string key = Key(lines[at].Substring(indent, colon - indent));
                string rest = lines[at].Substring(colon + 1);
                map.Keys.Add(key);
                map.Items.Add(rest.Length == 0 ? Below(indent) : Value(rest.Substring(1), indent));
            }
            return map;
        }

        private static string Key(string written)
        {
            return written.Length > 1 && (written[0] == '\'' || written[0] == '"') ? YamlScalars.Unquoted(written) : written;
        }

        /// <summary>The position of the colon after the key; -1 if the line has no key.</summary>
        private static int KeyEnd(string line, int start)
        {
            if (start >= line.Length || line[start] == '{' || line[start] == '[')
            {
                return -1;
            }
            int from = start;
            if (line[start] == '\'' || line[start] == '"')
            {
                from = YamlScalars.End(line, start);
                return from >= 0 && from + 1 < line.Length && line[from + 1] == ':' ? from + 1 : -1;
            }
            for (int place = from; place < line.Length; place++)
            {
                if (line[place] == ':' && (place + 1 == line.Length || line[place + 1] == ' '))
                {
                    return place;
                }
            }
            return -1;
        }

        /// <summary>The value of a key with nothing behind it: a list at the same indentation, a deeper list or map, or an empty text.</summary>
        private Node Below(int indent)
        {
            at++;
            if (IsItem(indent))
            {
                return List(indent);
            }
            int deeper = at < lines.Length ? Indent(lines[at]) : 0;
            if (at >= lines.Length || lines[at].Length == 0 || deeper <= indent)
            {
                return Node.Text("");
            }
            return IsItem(deeper) ? List(deeper) : Map(deeper);
        }

        private Node List(int indent)
        {
            Node list = Node.List();
            while (IsItem(indent))
            {
                string line = lines[at];
                string rest = line.Length <= indent + 2 ? "" : line.Substring(indent + 2);
                if (rest.Length == 0 && line.Length == indent + 1)
                {
                    list.Items.Add(Below(indent + 1));
                    continue;
                }
                // The item is read as if its dash were a space.
                lines[at] = new string(' ', indent + 2) + rest;
                if (IsItem(indent + 2))
                {
                    list.Items.Add(List(indent + 2));
                }
                else if (rest.Length > 0 && KeyEnd(lines[at], indent + 2) >= 0)
                {
                    list.Items.Add(Map(indent + 2));
                }
                else
                {
                    list.Items.Add(Value(rest, indent));
                }
            }
            return list;
        }

        /// <summary>A scalar or a flow map or list, which may go on in the following lines.</summary>
        private Node Value(string first, int indent)
        {
            if (first.Length == 0)
            {
                at++;
                return Node.Text("");
            }
            switch (first[0])
            {
                case '\'':
                case '"':
                    return Node.Text(YamlScalars.Unquoted(Quoted(first)));
                case '{':
                case '[':
                    return Flow(first);
                default:
                    return Node.Text(Plain(first, indent));
            }
        }

        /// <summary>The text with its quotes and line breaks.</summary>
        private string Quoted(string first)
        {
            string all = first;
            while (YamlScalars.End(all, 0) < 0)
            {
                if (++at >= lines.Length)
                {
                    throw Wrong("a quoted text does not end");
                }
                all += "\n" + lines[at];
            }
            at++;
            return all;
        }

        private string Plain(string first, int indent)
        {
            StringBuilder all = new StringBuilder(first);
            at++;
            int breaks = 1;
            for (int next = at; next < lines.Length; next++)
            {
                if (lines[next].Length == 0)
                {
                    breaks++;
                    continue;
                }
                if (Indent(lines[next]) <= indent)
                {
                    break;
                }
                all.Append(breaks == 1 ? " " : new string('\n', breaks - 1)).Append(lines[next].Trim(' '));
                breaks = 1;
                at = next + 1;
            }
            return all.ToString();
        }

        private Node Flow(string first)
        {
            string all = first;
            FlowReader flow = new FlowReader(all);
            Node value = flow.Value();
            while (value == null || !flow.IsOver)
            {
                if (value != null || ++at >= lines.Length)
                {
                    throw Wrong("a map or list on one line does not end");
                }
                SawBrokenFlow = true;
                all += " " + lines[at].TrimStart(' ');
                flow = new FlowReader(all);
                value = flow.Value();
            }
            at++;
            return value;
        }
    }
}
