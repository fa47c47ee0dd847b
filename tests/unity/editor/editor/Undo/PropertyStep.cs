using System.Collections.Generic;
using System.IO;
using UnityEngine;

namespace UnityDouble
{
    /// <summary>Changed properties of one object; undo restores only these properties.</summary>
    internal sealed class PropertyStep : UndoStep
    {
        private int id;
        private List<NodeDifference> differences;

        internal PropertyStep()
        {
        }

        internal PropertyStep(int id, List<NodeDifference> differences)
        {
            this.id = id;
            this.differences = differences;
        }

        internal override IEnumerable<int> Ids
        {
            get { yield return id; }
        }

        internal override void Undo()
        {
            Apply(false);
        }

        internal override void Redo()
        {
            Apply(true);
        }

        protected override void SaveMore(BinaryWriter to)
        {
            to.Write(id);
            to.Write(differences.Count);
            differences.ForEach(delegate(NodeDifference difference) { difference.Save(to); });
        }

        protected override void LoadMore(BinaryReader from)
        {
            id = from.ReadInt32();
            differences = new List<NodeDifference>();
            for (int count = from.ReadInt32(); count > 0; count--)
            {
                differences.Add(NodeDifference.Load(from));
            }
        }

        private void Apply(bool after)
        {
            Object one = World.Find(id);
            if (one == null)
            {
                return;
            }
            Node form = SerializedForm.Read(one);
            foreach (NodeDifference difference in differences)
            {
                form.Replace(difference.Path, (after ? difference.After : difference.Before).Copy());
            }
            SerializedForm.Write(one, form);
        }
    }
}
