using System;
using System.Collections;
using System.Collections.Generic;
using System.Runtime.CompilerServices;

namespace UnityDouble
{
    /// <summary>The values of fields with SerializeReference: each value once, with its class, in the map `references` of the object.</summary>
    // Follows Unity's manual page of SerializeReference, and Runtime/Export/Serialization/ManagedReferenceUtility.bindings.cs: -2 is the id of null.
    internal sealed class ManagedReferences
    {
        private const long Null = -2;

        private sealed class Number
        {
            internal long Id;
        }

        /// <summary>A value keeps its number as long as it exists.</summary>
        private static readonly ConditionalWeakTable<object, Number> Numbers = new ConditionalWeakTable<object, Number>();

        private static long last = 1000;

        private readonly List<object> found = new List<object>();
        private readonly Dictionary<long, object> made = new Dictionary<long, object>();

        internal ManagedReferences()
        {
        }

        /// <summary>Creates the values of an object's map `references`.</summary>
        internal ManagedReferences(Node state, bool forReload)
        {
            Node all = state["references"] == null ? null : state["references"]["RefIds"];
            foreach (Node entry in all == null ? new List<Node>() : all.Items)
            {
                Type type = Named(entry["type"]);
                long id = ValueCodec.Whole(entry, "rid");
                if (type != null && id != Null && !made.ContainsKey(id))
                {
                    object value = ValueCodec.Create(type);
                    made.Add(id, value);
                    Numbers.Add(value, new Number { Id = id });
                    last = Math.Max(last, id);
                }
            }
            foreach (Node entry in all == null ? new List<Node>() : all.Items)
            {
                object value;
                if (made.TryGetValue(ValueCodec.Whole(entry, "rid"), out value) && entry["data"] != null && entry["data"].Kind == NodeKind.Map)
                {
                    ValueCodec.Write(value.GetType(), entry["data"], value, this, 1, forReload);
                }
            }
        }

        private static Type Named(Node type)
        {
            if (type == null || type["class"] == null)
            {
                return null;
            }
            string above = type["ns"] == null || type["ns"].AsText.Length == 0 ? "" : type["ns"].AsText + ".";
            string assembly = type["asm"] == null ? "" : type["asm"].AsText;
            System.Reflection.Assembly home = Array.Find(AppDomain.CurrentDomain.GetAssemblies(), one => one.GetName().Name == assembly);
            return home == null ? null : home.GetType(above + type["class"].AsText.Replace('/', '+'));
        }

        /// <summary>The node of a field: the number of the value, or a list of numbers.</summary>
        internal Node Refer(Type type, object value)
        {
            if (StoredFields.Item(type) != null)
            {
                Node list = Node.List();
                foreach (object item in (IEnumerable)value ?? new object[0])
                {
                    list.Items.Add(Refer(typeof(object), item));
                }
                return list;
            }
            return Node.Map().With("rid", Node.Number(IdOf(value)));
        }

        private long IdOf(object value)
        {
            if (value == null)
            {
                return Null;
            }
            if (!found.Exists(one => ReferenceEquals(one, value)))
            {
                found.Add(value);
            }
            return Numbers.GetValue(value, one => new Number { Id = ++last }).Id;
        }

        /// <summary>Appends the map `references` if fields referred to values.</summary>
        internal void Read(Node state, bool forReload)
        {
            if (found.Count == 0)
            {
                return;
            }
            Node all = Node.List();
            // Values may refer to further ones.
            for (int at = 0; at < found.Count; at++)
            {
                Type type = found[at].GetType();
                string name = type.IsNested ? type.FullName.Substring(type.FullName.LastIndexOf('.') + 1).Replace('+', '/') : type.Name;
                Node known = Node.FlowMap().With("class", Node.Text(name)).With("ns", Node.Text(type.Namespace)).With("asm", Node.Text(type.Assembly.GetName().Name));
                all.Items.Add(Node.Map().With("rid", Node.Number(IdOf(found[at]))).With("type", known).With("data", ValueCodec.Read(type, found[at], this, 1, forReload)));
            }
            state["references"] = Node.Map().With("version", Node.Number(2)).With("RefIds", all);
        }

        internal object Find(Type type, Node node)
        {
            Type item = StoredFields.Item(type);
            if (item != null && node.Kind == NodeKind.List)
            {
                Array array = Array.CreateInstance(item, node.Items.Count);
                for (int at = 0; at < array.Length; at++)
                {
                    array.SetValue(Find(item, node.Items[at]), at);
                }
                return type.IsArray ? array : Activator.CreateInstance(type, array);
            }
            object value;
            return node.Kind == NodeKind.Map && made.TryGetValue(ValueCodec.Whole(node, "rid"), out value) && type.IsInstanceOfType(value) ? value : null;
        }
    }
}
