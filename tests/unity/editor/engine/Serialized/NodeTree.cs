using System;
using System.Collections.Generic;
using System.IO;

namespace UnityDouble
{
    /// <summary>Copies, comparison, property paths and bytes of nodes.</summary>
    public sealed partial class Node
    {
        public Node Copy()
        {
            return Copy(null);
        }

        /// <summary>A copy whose references are replaced by a function from instance id to instance id; null copies them as they are.</summary>
        public Node Copy(Func<int, int> references)
        {
            Node copy = new Node(Kind, Kind == NodeKind.Reference && references != null ? references((int)Value) : Value) { IsFlow = IsFlow, Packed = Packed };
            foreach (Node item in Items)
            {
                copy.Items.Add(item.Copy(references));
            }
            if (Keys != null)
            {
                copy.Keys.AddRange(Keys);
            }
            return copy;
        }

        /// <summary>Whether both have the same value; a number equals a text of the same number.</summary>
        public bool Same(Node other)
        {
            if (other == null)
            {
                return false;
            }
            bool scalar = Kind <= NodeKind.Boolean && other.Kind <= NodeKind.Boolean;
            if (scalar && (Kind != other.Kind || Kind == NodeKind.Number))
            {
                return NumberForm.Same(this, other);
            }
            if (Kind != other.Kind || !Equals(Value, other.Value) || Items.Count != other.Items.Count)
            {
                return false;
            }
            for (int at = 0; at < Items.Count; at++)
            {
                if ((Keys != null && Keys[at] != other.Keys[at]) || !Items[at].Same(other.Items[at]))
                {
                    return false;
                }
            }
            return true;
        }

        /// <summary>The value at a property path such as `m_Points.Array.data[2].x`; null if absent.</summary>
        public Node Find(string path)
        {
            Node at = this;
            foreach (string step in Steps(path))
            {
                int index = Index(step);
                at = index < 0 ? at[step] : index < at.Items.Count && at.Kind == NodeKind.List ? at.Items[index] : null;
                if (at == null)
                {
                    return null;
                }
            }
            return at;
        }

        /// <summary>
        /// Replaces the value at a property path and returns whether the path exists. `Array.size` changes the length of a list; new items
        /// are copies of the last one.
        /// </summary>
        public bool Replace(string path, Node value)
        {
            if (path.EndsWith(".Array.size", StringComparison.Ordinal))
            {
                Node list = Find(path.Substring(0, path.Length - ".Array.size".Length));
                return list != null && list.Kind == NodeKind.List && list.Resize((int)value.AsWhole);
            }
            string[] steps = Steps(path);
            Node at = this;
            for (int place = 0; place < steps.Length; place++)
            {
                int index = Index(steps[place]);
                int found = index < 0 ? (at.Keys == null ? -1 : at.Keys.IndexOf(steps[place])) : at.Kind == NodeKind.List && index < at.Items.Count ? index : -1;
                if (found < 0)
                {
                    return false;
                }
                if (place == steps.Length - 1)
                {
                    at.Items[found] = value;
                    return true;
                }
                at = at.Items[found];
            }
            return false;
        }

        private bool Resize(int count)
        {
            while (Items.Count > count)
            {
                Items.RemoveAt(Items.Count - 1);
            }
            while (Items.Count < count)
            {
                Items.Add(Items.Count > 0 ? Items[Items.Count - 1].Copy() : Map());
            }
            return true;
        }

        private static string[] Steps(string path)
        {
            return path.Replace(".Array.data[", ".[").Split('.');
        }

        private static int Index(string step)
        {
            int index;
            bool isIndex = step.StartsWith("[", StringComparison.Ordinal) && int.TryParse(step.TrimStart('[').TrimEnd(']'), out index);
            return isIndex ? int.Parse(step.TrimStart('[').TrimEnd(']')) : -1;
        }

        /// <summary>All references in the tree.</summary>
        public IEnumerable<int> References()
        {
            if (Kind == NodeKind.Reference)
            {
                yield return (int)Value;
            }
            foreach (Node item in Items)
            {
                foreach (int id in item.References())
                {
                    yield return id;
                }
            }
        }

        public void Save(BinaryWriter to)
        {
            to.Write((byte)Kind);
            to.Write(IsFlow);
            to.Write((byte)Packed);
            switch (Kind)
            {
                case NodeKind.Text:
                    to.Write((string)Value);
                    break;
                case NodeKind.Boolean:
                    to.Write((bool)Value);
                    break;
                case NodeKind.Reference:
                    to.Write((int)Value);
                    break;
                case NodeKind.Number:
                    NumberForm.Save(to, Value);
                    break;
                default:
                    to.Write(Items.Count);
                    for (int at = 0; at < Items.Count; at++)
                    {
                        if (Keys != null)
                        {
                            to.Write(Keys[at]);
                        }
                        Items[at].Save(to);
                    }
                    break;
            }
        }

        public static Node Load(BinaryReader from)
        {
            NodeKind kind = (NodeKind)from.ReadByte();
            bool flow = from.ReadBoolean();
            int packed = from.ReadByte();
            Node node;
            switch (kind)
            {
                case NodeKind.Text:
                    node = new Node(kind, from.ReadString());
                    break;
                case NodeKind.Boolean:
                    node = new Node(kind, from.ReadBoolean());
                    break;
                case NodeKind.Reference:
                    node = new Node(kind, from.ReadInt32());
                    break;
                case NodeKind.Number:
                    node = new Node(kind, NumberForm.Load(from));
                    break;
                default:
                    node = new Node(kind, null);
                    for (int count = from.ReadInt32(); count > 0; count--)
                    {
                        if (node.Keys != null)
                        {
                            node.Keys.Add(from.ReadString());
                        }
                        node.Items.Add(Load(from));
                    }
                    break;
            }
            node.IsFlow = flow;
            node.Packed = packed;
            return node;
        }
    }
}
