using System.Collections.Generic;
using System.IO;
using UnityEngine;

namespace UnityDouble
{
    /// <summary>A new parent, a new scene or a new index among siblings.</summary>
    internal sealed class PlacementStep : UndoStep
    {
        private int id;
        private Placement before;
        private Placement after;
        private Node valuesBefore;
        private Node valuesAfter;

        internal PlacementStep()
        {
        }

        /// <summary>Records where the transform is before the change.</summary>
        internal PlacementStep(Transform transform)
        {
            id = transform.m_InstanceID;
            before = Placement.Of(transform);
            valuesBefore = Values(transform);
        }

        internal override IEnumerable<int> Ids
        {
            get { yield return id; }
        }

        /// <summary>Records where the transform is after the change.</summary>
        internal void Finish(Transform transform)
        {
            after = Placement.Of(transform);
            valuesAfter = Values(transform);
        }

        internal override void Undo()
        {
            Apply(before, valuesBefore);
        }

        internal override void Redo()
        {
            Apply(after, valuesAfter);
        }

        protected override void SaveMore(BinaryWriter to)
        {
            to.Write(id);
            before.Save(to);
            after.Save(to);
            valuesBefore.Save(to);
            valuesAfter.Save(to);
        }

        protected override void LoadMore(BinaryReader from)
        {
            id = from.ReadInt32();
            before = Placement.Load(from);
            after = Placement.Load(from);
            valuesBefore = Node.Load(from);
            valuesAfter = Node.Load(from);
        }

        // The values that depend on the parent; the hierarchy itself is not among them.
        private static Node Values(Transform transform)
        {
            Node form = SerializedForm.Read(transform);
            Node values = Node.Map();
            for (int i = 0; i < form.Keys.Count; i++)
            {
                if (form.Keys[i].StartsWith("m_Local", System.StringComparison.Ordinal) || form.Keys[i].StartsWith("m_Anchor", System.StringComparison.Ordinal))
                {
                    values.With(form.Keys[i], form.Items[i]);
                }
            }
            return values;
        }

        private void Apply(Placement placement, Node values)
        {
            Transform transform = World.Find(id) as Transform;
            if (transform == null)
            {
                return;
            }
            placement.Apply(transform);
            Node form = SerializedForm.Read(transform);
            for (int i = 0; i < values.Keys.Count; i++)
            {
                form[values.Keys[i]] = values.Items[i].Copy();
            }
            SerializedForm.Write(transform, form);
        }
    }
}
