using System;
using System.Collections.Generic;
using UnityEditor;

namespace UnityDouble
{
    /// <summary>
    /// A place in the tree of a SerializedObject: a value, or one of the levels that Unity adds (`Array`, `size`, the
    /// letters of a string, the two numbers of a reference).
    /// </summary>
    internal sealed class PropertyPlace
    {
        private List<PropertyPlace> children;

        private PropertyPlace(PropertyPlace parent, string name, string path, int depth)
        {
            Parent = parent;
            Name = name;
            Path = path;
            Depth = depth;
        }

        internal PropertyPlace Parent { get; }

        internal string Name { get; }

        internal string Path { get; }

        internal int Depth { get; }

        /// <summary>The stored value; for an added level a value that is computed.</summary>
        internal Node Node { get; private set; }

        internal Type Declared { get; private set; }

        internal SerializedPropertyType Type { get; private set; }

        /// <summary>True for the level `Array`.</summary>
        internal bool IsArrayLevel { get; private set; }

        /// <summary>True for a level that the stored tree does not have.</summary>
        internal bool IsAdded { get; private set; }

        internal bool IsList
        {
            get { return !IsArrayLevel && Node != null && Node.Kind == NodeKind.List; }
        }

        /// <summary>Returns the place of a whole object.</summary>
        internal static PropertyPlace Root(Node tree, Type type)
        {
            return new PropertyPlace(null, "Base", string.Empty, -1) { Node = tree, Declared = type, Type = SerializedPropertyType.Generic };
        }

        internal IList<PropertyPlace> Children
        {
            get { return children ?? (children = Enter()); }
        }

        /// <summary>Returns the place at a property path below this one, or null.</summary>
        internal PropertyPlace Find(string path)
        {
            PropertyPlace at = this;
            foreach (string step in path.Split('.'))
            {
                at = at.Child(step);
                if (at == null)
                {
                    return null;
                }
            }
            return at;
        }

        private PropertyPlace Child(string step)
        {
            foreach (PropertyPlace child in Children)
            {
                if (child.Name == step)
                {
                    return child;
                }
            }
            return null;
        }

        private List<PropertyPlace> Enter()
        {
            List<PropertyPlace> found = new List<PropertyPlace>();
            if (IsArrayLevel)
            {
                EnterArray(found);
            }
            else if (Node.Kind == NodeKind.List || Type == SerializedPropertyType.String)
            {
                PropertyPlace array = Below("Array", Node, Declared);
                array.IsArrayLevel = true;
                array.IsAdded = true;
                array.Type = SerializedPropertyType.Generic;
                found.Add(array);
            }
            else if (Type == SerializedPropertyType.ObjectReference && !IsAdded)
            {
                found.Add(Added("m_FileID", Node.Number((long)Node.AsId), typeof(int)));
                found.Add(Added("m_PathID", Node.Number(0L), typeof(long)));
            }
            else if (Node.Kind == NodeKind.Map)
            {
                for (int i = 0; i < Node.Keys.Count; i++)
                {
                    if (Node.Keys[i] != "serializedVersion")
                    {
                        found.Add(Below(Node.Keys[i], Node.Items[i], PropertyShape.MemberType(Declared, Node.Keys[i])));
                    }
                }
            }
            return found;
        }

        private void EnterArray(List<PropertyPlace> found)
        {
            bool letters = Node.Kind != NodeKind.List;
            string text = letters ? Node.AsText : null;
            int count = letters ? text.Length : Node.Items.Count;
            PropertyPlace size = Added("size", Node.Number((long)count), typeof(int));
            size.Type = SerializedPropertyType.ArraySize;
            found.Add(size);
            Type item = letters ? typeof(char) : PropertyShape.ItemType(Declared);
            for (int i = 0; i < count; i++)
            {
                string name = "data[" + i + "]";
                found.Add(letters ? Added(name, Node.Number((long)text[i]), item) : Below(name, Node.Items[i], item));
            }
        }

        private PropertyPlace Below(string name, Node node, Type declared)
        {
            string path = Path.Length == 0 ? name : Path + "." + name;
            PropertyPlace place = new PropertyPlace(this, name, path, Depth + (IsArrayLevel ? 0 : 1)) { Node = node, Declared = declared };
            place.Type = PropertyShape.Of(declared, node);
            return place;
        }

        private PropertyPlace Added(string name, Node node, Type declared)
        {
            PropertyPlace place = Below(name, node, declared);
            place.IsAdded = true;
            return place;
        }
    }
}
