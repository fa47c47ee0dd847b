using System.Collections.Generic;

namespace UnityDouble
{
    /// <summary>Combines the state of an object with the document that it was loaded from.</summary>
    internal static class NodeMerge
    {
        /// <summary>The current values in the order of the old map, with the old keys that the current map has not.</summary>
        internal static Node Ordered(Node old, Node now)
        {
            return Merge(old, now, false);
        }

        /// <summary>As <see cref="Ordered"/>, with the old text of each number that is still the same.</summary>
        internal static Node Restyled(Node old, Node now)
        {
            return Merge(old, now, true);
        }

        /// <summary>
        /// The document of an object after its state was set: the old keys with their new values, and new keys that the type does not know. Other
        /// fields that the document did not contain stay out of it.
        /// </summary>
        internal static Node Updated(Node old, Node state, List<StoredField> fields)
        {
            Node kept = Node.Map();
            for (int at = 0; at < old.Items.Count; at++)
            {
                Node now = state[old.Keys[at]];
                kept.With(old.Keys[at], now == null ? old.Items[at] : Restyled(old.Items[at], now));
            }
            for (int at = 0; at < state.Items.Count; at++)
            {
                string key = state.Keys[at];
                if (kept[key] == null && key != "serializedVersion" && !fields.Exists(field => field.Name == key))
                {
                    kept.With(key, state.Items[at]);
                }
            }
            return kept;
        }

        private static Node Merge(Node old, Node now, bool keepsText)
        {
            if (old == null)
            {
                return now;
            }
            if (old.Kind == NodeKind.Map && now.Kind == NodeKind.Map)
            {
                return Maps(old, now, keepsText);
            }
            if (old.Kind == NodeKind.List && now.Kind == NodeKind.List && old.Items.Count == now.Items.Count)
            {
                Node list = Node.List();
                list.IsFlow = old.IsFlow;
                list.Packed = now.Packed;
                for (int at = 0; at < now.Items.Count; at++)
                {
                    list.Items.Add(Merge(old.Items[at], now.Items[at], keepsText));
                }
                return list;
            }
            // A reference that could not be resolved is in the old map as `{fileID: 5}`, and null in the object.
            if (old.Kind == NodeKind.Map && now.Kind == NodeKind.Reference && now.AsId == 0)
            {
                return old;
            }
            if (keepsText && now.Packed > 0 && old.Kind == NodeKind.Text && old.AsText == PackedNumbers.Write(now))
            {
                return old;
            }
            return keepsText && old.Kind == NodeKind.Text && now.Kind < NodeKind.Reference && old.Same(now) ? old : now;
        }

        private static Node Maps(Node old, Node now, bool keepsText)
        {
            Node map = Node.Map();
            map.IsFlow = old.IsFlow;
            for (int at = 0; at < old.Items.Count; at++)
            {
                Node current = now[old.Keys[at]];
                // The version of the file's form is the file's.
                bool isVersion = old.Keys[at] == "serializedVersion";
                map.With(old.Keys[at], current == null || isVersion ? old.Items[at] : Merge(old.Items[at], current, keepsText));
            }
            for (int at = 0; at < now.Items.Count; at++)
            {
                if (now.Keys[at] != "serializedVersion" && map[now.Keys[at]] == null)
                {
                    map.With(now.Keys[at], now.Items[at]);
                }
            }
            return map;
        }
    }
}
