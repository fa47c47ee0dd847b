using System.Collections.Generic;
using System.IO;
using UnityEngine;
using Object = UnityEngine.Object;

namespace UnityDouble
{
    /// <summary>The order of the children of a transform.</summary>
    internal sealed class OrderStep : UndoStep
    {
        private int id;
        private List<int> before;
        private List<int> after;

        internal OrderStep()
        {
        }

        internal OrderStep(Transform parent)
        {
            id = parent.m_InstanceID;
            before = Order(parent);
            after = before;
        }

        internal override IEnumerable<int> Ids
        {
            get { yield return id; }
        }

        internal override void Undo()
        {
            Transform parent = World.Find(id) as Transform;
            if (parent != null)
            {
                after = Order(parent);
                Apply(parent, before);
            }
        }

        internal override void Redo()
        {
            Transform parent = World.Find(id) as Transform;
            if (parent != null)
            {
                Apply(parent, after);
            }
        }

        protected override void SaveMore(BinaryWriter to)
        {
            to.Write(id);
            SaveList(to, before);
            SaveList(to, after);
        }

        protected override void LoadMore(BinaryReader from)
        {
            id = from.ReadInt32();
            before = LoadList(from);
            after = LoadList(from);
        }

        private static List<int> Order(Transform parent)
        {
            return parent.m_Children.ConvertAll(delegate(Transform child) { return child.m_InstanceID; });
        }

        private static void Apply(Transform parent, List<int> order)
        {
            for (int i = 0; i < order.Count; i++)
            {
                Transform child = World.Find(order[i]) as Transform;
                if (child != null && child.parent == parent)
                {
                    child.SetSiblingIndex(i);
                }
            }
        }

        private static void SaveList(BinaryWriter to, List<int> list)
        {
            to.Write(list.Count);
            list.ForEach(to.Write);
        }

        private static List<int> LoadList(BinaryReader from)
        {
            List<int> list = new List<int>();
            for (int count = from.ReadInt32(); count > 0; count--)
            {
                list.Add(from.ReadInt32());
            }
            return list;
        }
    }
}
