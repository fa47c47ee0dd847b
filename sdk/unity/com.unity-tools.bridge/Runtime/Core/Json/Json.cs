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

    /// <summary>
    /// A parsed value. Numbers keep their text, so that no precision is lost before their type is known.
    /// </summary>
    internal sealed class Json
    {
        private static readonly List<Json> None = new List<Json>();
        private static readonly List<string> NoNames = new List<string>();

        private readonly string source;
        private readonly int from;
        private readonly int to;

        internal readonly JsonKind Kind;

        /// <summary>The content of a string, or the text of a number.</summary>
        internal readonly string Text;

        /// <summary>The items of an array, or the values of an object's members, in order.</summary>
        internal readonly List<Json> Items;

        /// <summary>The names of an object's members, in order.</summary>
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

        /// <summary>The source text of the value.</summary>
        internal string Raw
        {
            get { return source.Substring(from, to - from); }
        }

        internal bool IsNull
        {
            get { return Kind == JsonKind.Null; }
        }

        /// <summary>The member with that name; null if missing, or if this is not an object.</summary>
        internal Json this[string name]
        {
            get
            {
                int at = Names.IndexOf(name);
                return at < 0 ? null : Items[at];
            }
        }

        /// <summary>A description of the value for error messages.</summary>
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
