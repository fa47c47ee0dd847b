using System;
using System.Collections.Generic;
using System.IO;
using UnityEditor;

namespace UnityTools.Bridge
{
    /// <summary>One step of an undo of assets. It can be stored, and each has an inverse.</summary>
    internal abstract partial class AssetOperation
    {
        /// <summary>Makes the step; returns the step that undoes it.</summary>
        /// <param name="copies">Keeps the files that the step replaces or deletes.</param>
        internal abstract AssetOperation Run(AssetCopies copies, UndoHistory history);

        internal abstract void Write(JsonWriter to);

        /// <summary>The paths whose states decide whether the step is possible.</summary>
        /// <param name="deletes">Whether a step of the same undo deletes assets, so that their contents count.</param>
        internal abstract IEnumerable<AssetState> States(bool deletes);

        /// <summary>The path of the file or folder before the step; null if it is about none.</summary>
        internal virtual string Path
        {
            get { return null; }
        }

        /// <summary>The copy that the step needs; null if it needs none.</summary>
        internal virtual string Kept
        {
            get { return null; }
        }

        /// <exception cref="BadFrame">This is no text of <see cref="Write"/>.</exception>
        internal static AssetOperation Read(Json stored)
        {
            FrameMembers members = new FrameMembers("step", stored);
            switch (members.Text("step"))
            {
                case Vanish.Name:
                    return new Vanish(members.Text("path"));
                case Appear.Name:
                    return new Appear(members.Text("path"), KeptOf(members));
                case Move.Name:
                    return new Move(members.Text("path"), members.Text("to"));
                case Replace.Name:
                    return new Replace(members.Text("path"), KeptOf(members));
                default:
                    return new UnityStep(members.Text("group"), members.Text("step") == UnityStep.Redo, members.Any("needed").Kind == JsonKind.True);
            }
        }

        /// <summary>Imports what is on the disk now, also below a folder.</summary>
        internal static void Import(string path)
        {
            ImportAssetOptions options = ImportAssetOptions.ForceUpdate | ImportAssetOptions.ForceSynchronousImport;
            AssetDatabase.ImportAsset(path, Directory.Exists(ProjectFolder.Full(path)) ? options | ImportAssetOptions.ImportRecursive : options);
        }

        private static string KeptOf(FrameMembers members)
        {
            string kept = members.Text("kept");
            if (!AssetCopies.IsName(kept))
            {
                throw new BadFrame("`kept` is no name of a copy");
            }
            return kept;
        }
    }
}
