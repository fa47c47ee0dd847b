using System.Collections.Generic;

namespace UnityTools.Bridge
{
    internal enum JsonKind
    {
        Null,
        False,
        True,
        Number,
        Text,
        List,
        Object
    }

    /// <summary>A value as it was read. Numbers keep their letters, so that nothing is lost before it is known what they stand for.</summary>
    internal sealed class Json
    {
        private static readonly List<Json> None = new List<Json>();
        private static readonly List<string> NoNames = new List<string>();

        private readonly string source;
        private readonly int from;
        private readonly int to;

        internal readonly JsonKind Kind;

        /// <summary>Of a text what it says, of a number its letters.</summary>
        internal readonly string Text;

        /// <summary>Of a list its items, of an object its members' values, in order.</summary>
        internal readonly List<Json> Items;

        /// <summary>Of an object its members' names, in order.</summary>
        internal readonly List<string> Names;

        internal Json(JsonKind kind, string source, int from, int to, string text, List<Json> items, List<string> names)
        {
            Kind = kind;
            this.source = source;
            this.from = from;
            this.to = to;
            Text = text;
            Items = items ?? None;
            Names = names ?? NoNames;
        }

        /// <summary>The letters that it was read from.</summary>
        internal string Raw
        {
            get { return source.Substring(from, to - from); }
        }

        internal bool IsNull
        {
            get { return Kind == JsonKind.Null; }
        }

        /// <summary>The member of that name; null where there is none, or this is no object.</summary>
        internal Json this[string name]
        {
            get
            {
                int at = Names.IndexOf(name);
                return at < 0 ? null : Items[at];
            }
        }

        /// <summary>What it is, in the words of a person.</summary>
        internal string Told
        {
            get
            {
                switch (Kind)
                {
                    case JsonKind.Null:
                        return "null";
                    case JsonKind.False:
                        return "false";
                    case JsonKind.True:
                        return "true";
                    case JsonKind.Number:
                        return "the number " + Text;
                    case JsonKind.Text:
                        return "the text \"" + (Text.Length > 64 ? Text.Substring(0, 64) + "…" : Text) + "\"";
                    case JsonKind.List:
                        return "a list of " + Items.Count;
                    default:
                        return "an object";
                }
            }
        }
    }
}
