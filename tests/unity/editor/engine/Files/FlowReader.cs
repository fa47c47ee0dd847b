namespace UnityDouble
{
    /// <summary>Reads `{fileID: 0}` and `[a, b]`.</summary>
    internal sealed class FlowReader
    {
        private readonly string text;
        private int at;

        internal FlowReader(string text)
        {
            this.text = text;
        }

        internal bool IsOver
        {
            get { return text.Substring(at).Trim(' ').Length == 0; }
        }

        /// <summary>Null if the text ends before the value does.</summary>
        internal Node Value()
        {
            Skip();
            if (at >= text.Length)
            {
                return null;
            }
            switch (text[at])
            {
                case '{':
                    return Composed(Node.FlowMap(), '}');
                case '[':
                    Node list = Node.List();
                    list.IsFlow = true;
                    return Composed(list, ']');
                case '\'':
                case '"':
                    return Quoted();
                default:
                    int start = at;
                    while (at < text.Length && ",}]".IndexOf(text[at]) < 0)
                    {
                        at++;
                    }
                    return at < text.Length ? Node.Text(text.Substring(start, at - start).Trim(' ')) : null;
            }
        }

        private Node Quoted()
        {
            int end = YamlScalars.End(text.Substring(at), 0);
            if (end < 0)
            {
                return null;
            }
            Node value = Node.Text(YamlScalars.Unquoted(text.Substring(at, end + 1)));
            at += end + 1;
            return value;
        }

        private Node Composed(Node into, char end)
        {
            at++;
            while (true)
            {
                Skip();
                if (at >= text.Length)
                {
                    return null;
                }
                if (text[at] == end)
                {
                    at++;
                    return into;
                }
                if (text[at] == ',')
                {
                    at++;
                    continue;
                }
                if (into.Keys != null)
                {
                    int colon = text.IndexOf(':', at);
                    if (colon < 0)
                    {
                        return null;
                    }
                    into.Keys.Add(text.Substring(at, colon - at).Trim(' '));
                    at = colon + 1;
                }
                Node value = Value();
                if (value == null)
                {
                    return null;
                }
                into.Items.Add(value);
            }
        }

        private void Skip()
        {
            while (at < text.Length && text[at] == ' ')
            {
                at++;
            }
        }
    }
}
