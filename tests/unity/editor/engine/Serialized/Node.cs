using System;
using System.Collections.Generic;
using System.Globalization;

namespace UnityDouble
{
    /// <summary>The kinds of a <see cref="Node"/>.</summary>
    public enum NodeKind
    {
        Text,
        Number,
        Boolean,
        Reference,
        List,
        Map
    }

    /// <summary>
    /// A serialized value: a text, a number, a boolean, a reference to an object (by instance id), a list, or a map with ordered keys.
    /// </summary>
    public sealed partial class Node
    {
        private static readonly List<Node> Nothing = new List<Node>();

        private Node(NodeKind kind, object value)
        {
            Kind = kind;
            Value = value;
            bool composed = kind == NodeKind.List || kind == NodeKind.Map;
            Items = composed ? new List<Node>() : Nothing;
            Keys = kind == NodeKind.Map ? new List<string>() : null;
        }

        public NodeKind Kind { get; private set; }

        /// <summary>A string, bool, long, ulong, float, double, or the instance id (int) of a reference; null for lists and maps.</summary>
        public object Value { get; private set; }

        /// <summary>The items of a list or the values of a map.</summary>
        public List<Node> Items { get; private set; }

        /// <summary>The keys of a map, in the order of <see cref="Items"/>; null for other kinds.</summary>
        public List<string> Keys { get; private set; }

        /// <summary>Whether files contain the map or list on one line: `{x: 0, y: 1}`.</summary>
        public bool IsFlow { get; set; }

        /// <summary>Bytes of each number of a list that files contain as hexadecimal digits; 0 for other lists.</summary>
        public int Packed { get; set; }

        public static Node Text(string text)
        {
            return new Node(NodeKind.Text, text ?? "");
        }

        public static Node Number(long number)
        {
            return new Node(NodeKind.Number, number);
        }

        public static Node Number(ulong number)
        {
            return number <= long.MaxValue ? new Node(NodeKind.Number, (long)number) : new Node(NodeKind.Number, number);
        }

        public static Node Number(float number)
        {
            return new Node(NodeKind.Number, number);
        }

        public static Node Number(double number)
        {
            return new Node(NodeKind.Number, number);
        }

        public static Node Boolean(bool value)
        {
            return new Node(NodeKind.Boolean, value);
        }

        /// <param name="id">Instance id; 0 for no object.</param>
        public static Node Reference(int id)
        {
            return new Node(NodeKind.Reference, id);
        }

        public static Node Reference(UnityEngine.Object to)
        {
            return new Node(NodeKind.Reference, ReferenceEquals(to, null) ? 0 : to.m_InstanceID);
        }

        public static Node List(params Node[] items)
        {
            Node list = new Node(NodeKind.List, null);
            list.Items.AddRange(items);
            return list;
        }

        public static Node Map()
        {
            return new Node(NodeKind.Map, null);
        }

        public static Node FlowMap()
        {
            return new Node(NodeKind.Map, null) { IsFlow = true };
        }

        /// <summary>The value of a key of a map; null if absent. Setting an absent key appends it, setting null removes the key.</summary>
        public Node this[string key]
        {
            get
            {
                int at = Keys == null ? -1 : Keys.IndexOf(key);
                return at < 0 ? null : Items[at];
            }

            set
            {
                int at = Keys.IndexOf(key);
                if (value == null)
                {
                    if (at >= 0)
                    {
                        Keys.RemoveAt(at);
                        Items.RemoveAt(at);
                    }
                }
                else if (at < 0)
                {
                    Keys.Add(key);
                    Items.Add(value);
                }
                else
                {
                    Items[at] = value;
                }
            }
        }

        /// <summary>Appends a key to a map.</summary>
        public Node With(string key, Node value)
        {
            Keys.Add(key);
            Items.Add(value);
            return this;
        }

        public string AsText
        {
            get
            {
                switch (Kind)
                {
                    case NodeKind.Text:
                        return (string)Value;
                    case NodeKind.Boolean:
                        return (bool)Value ? "1" : "0";
                    case NodeKind.Number:
                        return NumberForm.Text(Value);
                    default:
                        throw new FormatException("a " + Kind + " is not a text");
                }
            }
        }

        public double AsNumber
        {
            get
            {
                switch (Kind)
                {
                    case NodeKind.Text:
                        return NumberForm.Double((string)Value);
                    case NodeKind.Boolean:
                        return (bool)Value ? 1 : 0;
                    case NodeKind.Number:
                        return Convert.ToDouble(Value, CultureInfo.InvariantCulture);
                    default:
                        throw new FormatException("a " + Kind + " is not a number");
                }
            }
        }

        /// <summary>A whole number, also of a text or a boolean.</summary>
        public long AsWhole
        {
            get
            {
                if (Kind == NodeKind.Text)
                {
                    return NumberForm.Whole((string)Value);
                }
                if (Kind == NodeKind.Number && Value is ulong)
                {
                    return unchecked((long)(ulong)Value);
                }
                return Kind == NodeKind.Number && Value is long ? (long)Value : (long)AsNumber;
            }
        }

        public bool AsBoolean
        {
            get { return Kind == NodeKind.Boolean ? (bool)Value : AsNumber != 0; }
        }

        /// <summary>The instance id of a reference; 0 for other kinds.</summary>
        public int AsId
        {
            get { return Kind == NodeKind.Reference ? (int)Value : 0; }
        }

        /// <summary>The live object of a reference; null if it is absent or destroyed.</summary>
        public UnityEngine.Object AsObject
        {
            get { return World.Find(AsId); }
        }
    }
}
