using System;
using System.Collections.Generic;
using UnityDouble;

namespace UnityEditor
{
    /// <content>Arrays and lists.</content>
    public partial class SerializedProperty
    {
        public bool isArray
        {
            get { return Place.IsList || Place.IsArrayLevel || Place.Type == SerializedPropertyType.String; }
        }

        public int arraySize
        {
            get
            {
                DemandArray();
                return Place.Node.Kind == NodeKind.List ? Place.Node.Items.Count : Place.Node.AsText.Length;
            }

            set
            {
                DemandArray();
                Resize(Place.IsArrayLevel ? Place.Parent : Place, value);
            }
        }

        public string arrayElementType
        {
            get
            {
                DemandArray();
                Type item = PropertyShape.ItemType(Place.Declared);
                return PropertyShape.TypeName(item, PropertyShape.Of(item, Place.Node.Items.Count > 0 ? Place.Node.Items[0] : null), null);
            }
        }

        public SerializedProperty GetArrayElementAtIndex(int index)
        {
            DemandArray();
            SerializedProperty item = FindPropertyRelative((Place.IsArrayLevel ? string.Empty : "Array.") + "data[" + index + "]");
            if (item == null)
            {
                throw new InvalidOperationException("Element at index " + index + " in property " + path + " is out of range: the array has " + arraySize + " elements");
            }
            return item;
        }

        /// <summary>Inserts a copy of the item before the index, or a default item into an empty array.</summary>
        public void InsertArrayElementAtIndex(int index)
        {
            PropertyPlace list = ListPlace();
            foreach (Node tree in owner.Trees)
            {
                List<Node> items = tree.Find(list.Path).Items;
                int at = Math.Max(0, Math.Min(index, items.Count));
                Node copied = items.Count == 0 ? DefaultItem(list) : items[Math.Max(0, Math.Min(at, items.Count - 1))].Copy();
                items.Insert(at, copied);
            }
            owner.Modified(list.Path);
        }

        /// <summary>Removes an item; as in Unity 2022.3, a reference is removed in one step too.</summary>
        public void DeleteArrayElementAtIndex(int index)
        {
            PropertyPlace list = ListPlace();
            foreach (Node tree in owner.Trees)
            {
                List<Node> items = tree.Find(list.Path).Items;
                if (index < 0 || index >= items.Count)
                {
                    throw new InvalidOperationException("index " + index + " of property " + path + " is out of range: the array has " + items.Count + " elements");
                }
                items.RemoveAt(index);
            }
            owner.Modified(list.Path);
        }

        public bool MoveArrayElement(int srcIndex, int dstIndex)
        {
            PropertyPlace list = ListPlace();
            int count = list.Node.Items.Count;
            if (srcIndex < 0 || dstIndex < 0 || srcIndex >= count || dstIndex >= count)
            {
                return false;
            }
            foreach (Node tree in owner.Trees)
            {
                List<Node> items = tree.Find(list.Path).Items;
                Node moved = items[srcIndex];
                items.RemoveAt(srcIndex);
                items.Insert(dstIndex, moved);
            }
            owner.Modified(list.Path);
            return true;
        }

        public void ClearArray()
        {
            arraySize = 0;
        }

        /// <summary>Removes the item from its array; returns false if the property is no array item.</summary>
        public bool DeleteCommand()
        {
            return WithIndex(delegate(SerializedProperty array, int index) { array.DeleteArrayElementAtIndex(index); });
        }

        /// <summary>Inserts a copy of the item after it; returns false if the property is no array item.</summary>
        public bool DuplicateCommand()
        {
            return WithIndex(delegate(SerializedProperty array, int index) { array.InsertArrayElementAtIndex(index); });
        }

        private bool WithIndex(Action<SerializedProperty, int> action)
        {
            if (Place.Parent == null || !Place.Parent.IsArrayLevel || Place.Type == SerializedPropertyType.ArraySize)
            {
                return false;
            }
            int index = int.Parse(Place.Name.Substring(5).TrimEnd(']'), System.Globalization.CultureInfo.InvariantCulture);
            action(new SerializedProperty(owner, Place.Parent.Parent.Path), index);
            return true;
        }

        private void Resize(PropertyPlace list, int count)
        {
            if (!list.IsList)
            {
                throw new NotSupportedException("the editor double does not imitate the array size of a string");
            }
            if (count < 0)
            {
                throw new ArgumentOutOfRangeException("count", count, "the size of an array cannot be negative");
            }
            foreach (Node tree in owner.Trees)
            {
                List<Node> items = tree.Find(list.Path).Items;
                if (items.Count > count)
                {
                    items.RemoveRange(count, items.Count - count);
                }
                while (items.Count < count)
                {
                    items.Add(items.Count > 0 ? items[items.Count - 1].Copy() : DefaultItem(list));
                }
            }
            owner.Modified(list.Path);
        }

        private static Node DefaultItem(PropertyPlace list)
        {
            Type item = PropertyShape.ItemType(list.Declared);
            if (item == null)
            {
                throw new NotSupportedException("the editor double does not know the item type of " + list.Path);
            }
            return ValueForm.DefaultOf(item);
        }

        private PropertyPlace ListPlace()
        {
            DemandArray();
            PropertyPlace list = Place.IsArrayLevel ? Place.Parent : Place;
            if (!list.IsList)
            {
                throw new NotSupportedException("the editor double does not imitate a string as an array: " + path);
            }
            return list;
        }

        private void DemandArray()
        {
            if (!isArray)
            {
                throw new InvalidOperationException("property " + path + " is not an array");
            }
        }
    }
}
