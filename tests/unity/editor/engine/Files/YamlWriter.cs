using System;
using System.Text;

namespace UnityDouble
{
    /// <summary>Writes nodes in Unity's form of YAML.</summary>
    internal sealed class YamlWriter
    {
        private const int Width = 80;

        private readonly StringBuilder text;
        private readonly bool breaksFlow;

        internal YamlWriter(StringBuilder text, bool breaksFlow)
        {
            this.text = text;
            this.breaksFlow = breaksFlow;
        }

        /// <summary>A line `key: value` with the lines below it.</summary>
        internal void Entry(string key, Node value, int indent)
        {
            text.Append(' ', indent);
            EntryHere(key, value, indent);
        }

        private void EntryHere(string key, Node value, int indent)
        {
            int start = text.Length;
            YamlScalars.Write(text, key, indent, indent);
            text.Append(':');
            int column = indent + text.Length - start;
            if (value.Kind == NodeKind.Map && !value.IsFlow && value.Items.Count > 0)
            {
                text.Append('\n');
                for (int at = 0; at < value.Items.Count; at++)
                {
                    Entry(value.Keys[at], value.Items[at], indent + 2);
                }
            }
            else if (value.Kind == NodeKind.List && !value.IsFlow && value.Items.Count > 0 && value.Packed == 0)
            {
                text.Append('\n');
                Items(value, indent);
            }
            else
            {
                text.Append(' ');
                OneLine(value, column + 1, indent + 2);
                text.Append('\n');
            }
        }

        private void Items(Node list, int indent)
        {
            foreach (Node item in list.Items)
            {
                text.Append(' ', indent);
                ItemHere(item, indent);
            }
        }

        private void ItemHere(Node item, int indent)
        {
            text.Append("- ");
            if (item.Kind == NodeKind.Map && !item.IsFlow && item.Items.Count > 0)
            {
                EntryHere(item.Keys[0], item.Items[0], indent + 2);
                for (int at = 1; at < item.Items.Count; at++)
                {
                    Entry(item.Keys[at], item.Items[at], indent + 2);
                }
            }
            else if (item.Kind == NodeKind.List && !item.IsFlow && item.Items.Count > 0 && item.Packed == 0)
            {
                ItemHere(item.Items[0], indent + 2);
                for (int at = 1; at < item.Items.Count; at++)
                {
                    text.Append(' ', indent + 2);
                    ItemHere(item.Items[at], indent + 2);
                }
            }
            else
            {
                OneLine(item, indent + 2, indent + 2);
                text.Append('\n');
            }
        }

        private void OneLine(Node value, int column, int indent)
        {
            switch (value.Kind)
            {
                case NodeKind.Map:
                case NodeKind.List:
                    if (value.Packed > 0)
                    {
                        text.Append(PackedNumbers.Write(value));
                        return;
                    }
                    Flow(value, ref column, indent);
                    return;
                case NodeKind.Reference:
                    throw new InvalidOperationException("a reference by instance id cannot be written to a file");
                default:
                    YamlScalars.Write(text, value.AsText, column, indent);
                    return;
            }
        }

        private void Flow(Node value, ref int column, int indent)
        {
            bool map = value.Keys != null;
            Put(map ? "{" : "[", ref column);
            for (int at = 0; at < value.Items.Count; at++)
            {
                if (at > 0)
                {
                    Put(",", ref column);
                }
                if (column > Width && breaksFlow)
                {
                    text.Append('\n').Append(' ', indent);
                    column = indent;
                }
                else if (at > 0)
                {
                    Put(" ", ref column);
                }
                if (map)
                {
                    Put(value.Keys[at] + ": ", ref column);
                }
                if (value.Items[at].Kind >= NodeKind.List)
                {
                    Flow(value.Items[at], ref column, indent);
                }
                else
                {
                    int start = text.Length;
                    YamlScalars.Write(text, value.Items[at].AsText, column, indent);
                    column += text.Length - start;
                }
            }
            Put(map ? "}" : "]", ref column);
        }

        private void Put(string part, ref int column)
        {
            text.Append(part);
            column += part.Length;
        }
    }

    /// <summary>Lists of whole numbers as hexadecimal digits, in the order of the bytes.</summary>
    internal static class PackedNumbers
    {
        internal static string Write(Node list)
        {
            StringBuilder digits = new StringBuilder();
            foreach (Node item in list.Items)
            {
                long number = item.AsWhole;
                for (int at = 0; at < list.Packed; at++)
                {
                    digits.Append(((byte)(number >> (at * 8))).ToString("x2"));
                }
            }
            return digits.ToString();
        }

        /// <summary>Null if the text is not such a list.</summary>
        internal static Node Read(string digits, int size)
        {
            Node list = Node.List();
            list.Packed = size;
            if (digits.Length % (size * 2) != 0)
            {
                return null;
            }
            for (int start = 0; start < digits.Length; start += size * 2)
            {
                ulong number = 0;
                for (int at = size - 1; at >= 0; at--)
                {
                    byte part;
                    if (!byte.TryParse(digits.Substring(start + at * 2, 2), System.Globalization.NumberStyles.AllowHexSpecifier, System.Globalization.CultureInfo.InvariantCulture, out part))
                    {
                        return null;
                    }
                    number = number << 8 | part;
                }
                int unused = 64 - size * 8;
                list.Items.Add(Node.Number((long)(number << unused) >> unused));
            }
            return list;
        }
    }
}
