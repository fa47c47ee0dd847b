using System.Collections.Generic;
using System.IO;
using UnityEditor;

namespace UnityDouble
{
    /// <summary>A changed asset file; undo writes the old text and imports it.</summary>
    // Follows Editor/Mono/Undo/Undo.bindings.cs: RegisterFileChangeUndo, which applying to a prefab uses.
    internal sealed class FileStep : UndoStep
    {
        private string guid;
        private string before;
        private string after;

        internal FileStep()
        {
        }

        internal FileStep(string guid, string before, string after)
        {
            this.guid = guid;
            this.before = before;
            this.after = after;
        }

        internal override IEnumerable<int> Ids
        {
            get { yield break; }
        }

        internal override void Undo()
        {
            Write(before);
        }

        internal override void Redo()
        {
            Write(after);
        }

        protected override void SaveMore(BinaryWriter to)
        {
            to.Write(guid);
            to.Write(before);
            to.Write(after);
        }

        protected override void LoadMore(BinaryReader from)
        {
            guid = from.ReadString();
            before = from.ReadString();
            after = from.ReadString();
        }

        private void Write(string text)
        {
            string path = AssetDatabase.GUIDToAssetPath(guid);
            if (path.Length > 0)
            {
                File.WriteAllText(MetaFile.FullPath(path), text);
                AssetDatabase.ImportAsset(path);
            }
        }
    }
}
