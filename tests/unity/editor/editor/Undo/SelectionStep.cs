using System.Collections.Generic;
using System.IO;
using UnityEditor;

namespace UnityDouble
{
    /// <summary>A selection that the user made.</summary>
    // Follows Editor/Mono/Undo.cs: selection changes of the user are part of the undo history.
    internal sealed class SelectionStep : UndoStep
    {
        private List<int> before;
        private List<int> after;

        internal SelectionStep()
        {
        }

        internal SelectionStep(IEnumerable<int> before, IEnumerable<int> after)
        {
            this.before = new List<int>(before);
            this.after = new List<int>(after);
        }

        internal override IEnumerable<int> Ids
        {
            get { yield break; }
        }

        internal override void Undo()
        {
            Selection.SetIds(before.ToArray());
        }

        internal override void Redo()
        {
            Selection.SetIds(after.ToArray());
        }

        protected override void SaveMore(BinaryWriter to)
        {
            foreach (List<int> ids in new[] { before, after })
            {
                to.Write(ids.Count);
                ids.ForEach(to.Write);
            }
        }

        protected override void LoadMore(BinaryReader from)
        {
            before = Load(from, new List<int>());
            after = Load(from, new List<int>());
        }

        private static List<int> Load(BinaryReader from, List<int> ids)
        {
            for (int count = from.ReadInt32(); count > 0; count--)
            {
                ids.Add(from.ReadInt32());
            }
            return ids;
        }
    }
}
