using System;
using System.Collections.Generic;
using System.IO;
using UnityEditor;

namespace UnityTools.Bridge
{
    /// <summary>One step of an undo of assets. It can be stored, and each has an inverse.</summary>
    internal abstract class AssetOperation
    {
        /// <summary>Makes the step; returns the step that takes it back.</summary>
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
                    return new UnityStep(members.Text("group"), members.Text("step") == UnityStep.Redo);
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

        /// <summary>Deletes an asset, to the trash of the system if it has one.</summary>
        internal sealed class Vanish : AssetOperation
        {
            internal const string Name = "vanish";
            private readonly string path;

            internal Vanish(string path)
            {
                this.path = path;
            }

            internal override string Path
            {
                get { return path; }
            }

            internal override AssetOperation Run(AssetCopies copies, UndoHistory history)
            {
                string kept = copies.Keep(path);
                if (!AssetDatabase.MoveAssetToTrash(path) && !AssetDatabase.DeleteAsset(path))
                {
                    throw new Failure("unity", "Unity did not delete " + path + ": the console of Unity says why");
                }
                return new Appear(path, kept);
            }

            internal override void Write(JsonWriter to)
            {
                to.Object().Name("step").Text(Name).Name("path").Text(path).EndObject();
            }

            internal override IEnumerable<AssetState> States(bool deletes)
            {
                yield return AssetState.Of(path, AssetState.Tree);
            }
        }

        /// <summary>Restores a deleted asset with its .meta file, so with the same id.</summary>
        internal sealed class Appear : AssetOperation
        {
            internal const string Name = "appear";
            private readonly string path;
            private readonly string kept;

            internal Appear(string path, string kept)
            {
                this.path = path;
                this.kept = kept;
            }

            internal override string Kept
            {
                get { return kept; }
            }

            internal override string Path
            {
                get { return path; }
            }

            internal override AssetOperation Run(AssetCopies copies, UndoHistory history)
            {
                string folder = ProjectPath.Folder(path);
                if (!AssetDatabase.IsValidFolder(folder))
                {
                    throw new Failure("conflict", "the folder " + folder + " of " + path + " does not exist any more");
                }
                try
                {
                    AssetTree.Copy(AssetCopies.Find(kept), ProjectFolder.Full(path));
                }
                catch (Exception error) when (AtomicFile.IsDiskError(error))
                {
                    throw new Failure("unity", "cannot restore " + path + ": " + error.Message);
                }
                Import(path);
                return new Vanish(path);
            }

            internal override void Write(JsonWriter to)
            {
                to.Object().Name("step").Text(Name).Name("path").Text(path).Name("kept").Text(kept).EndObject();
            }

            internal override IEnumerable<AssetState> States(bool deletes)
            {
                yield return AssetState.Of(path, AssetState.Tree);
            }
        }

        /// <summary>Moves an asset; it keeps its id.</summary>
        internal sealed class Move : AssetOperation
        {
            internal const string Name = "move";
            private readonly string path;
            private readonly string to;

            internal Move(string path, string to)
            {
                this.path = path;
                this.to = to;
            }

            /// <summary>The path after the move.</summary>
            internal string To
            {
                get { return to; }
            }

            internal override string Path
            {
                get { return path; }
            }

            internal override AssetOperation Run(AssetCopies copies, UndoHistory history)
            {
                string error = AssetDatabase.MoveAsset(path, to);
                if (!string.IsNullOrEmpty(error))
                {
                    throw new Failure("unity", "Unity did not move " + path + " to " + to + ": " + error);
                }
                // The main object has the name of its file, and Unity may only have changed it in memory.
                UnsavedAssets.Save(to);
                return new Move(to, path);
            }

            internal override void Write(JsonWriter writer)
            {
                writer.Object().Name("step").Text(Name).Name("path").Text(path).Name("to").Text(to).EndObject();
            }

            internal override IEnumerable<AssetState> States(bool deletes)
            {
                yield return AssetState.Of(path, deletes ? AssetState.Tree : AssetState.Place);
                yield return AssetState.Of(to, AssetState.Tree);
            }
        }

        /// <summary>Replaces the content of one file, which may be a .meta file.</summary>
        internal sealed class Replace : AssetOperation
        {
            internal const string Name = "replace";
            private readonly string path;
            private readonly string kept;

            internal Replace(string path, string kept)
            {
                this.path = path;
                this.kept = kept;
            }

            internal override string Kept
            {
                get { return kept; }
            }

            /// <summary>The copy of the present content, if it was kept before the first step of the undo; null otherwise.</summary>
            internal string Before { get; set; }

            internal override string Path
            {
                get { return path; }
            }

            /// <summary>Writes nothing yet: <see cref="AssetRun.Settle"/> does after the last step, because Unity's own undo changes files, too.</summary>
            internal override AssetOperation Run(AssetCopies copies, UndoHistory history)
            {
                return new Replace(path, Before ?? copies.KeepFile(path));
            }

            /// <summary>Writes the content of a copy to a file, and imports it.</summary>
            internal static void Write(string path, string kept)
            {
                string full = ProjectFolder.Full(path);
                try
                {
                    byte[] bytes = File.ReadAllBytes(AssetCopies.Find(kept));
                    byte[] now = File.ReadAllBytes(full);
                    if (!AtomicFile.Exchange(full, bytes, now))
                    {
                        throw new Failure("conflict", path + " was changed by another program at this moment");
                    }
                }
                catch (Exception error) when (AtomicFile.IsDiskError(error))
                {
                    throw new Failure("unity", "cannot write " + path + ": " + error.Message);
                }
                Import(AssetState.AssetOf(path));
            }

            internal override void Write(JsonWriter to)
            {
                to.Object().Name("step").Text(Name).Name("path").Text(path).Name("kept").Text(kept).EndObject();
            }

            internal override IEnumerable<AssetState> States(bool deletes)
            {
                yield return AssetState.Of(path, AssetState.Content);
            }
        }

        /// <summary>Undoes or redoes the group of Unity's own undo, for the changes of open scenes.</summary>
        internal sealed class UnityStep : AssetOperation
        {
            internal const string Undo = "undo";
            internal const string Redo = "redo";
            private readonly string group;
            private readonly bool redo;

            internal UnityStep(string group, bool redo)
            {
                this.group = group;
                this.redo = redo;
            }

            internal bool IsGone(UndoHistory history)
            {
                return !history.Holds(group);
            }

            internal string Obstacle(UndoHistory history)
            {
                return history.Obstacle(new List<string> { group }, redo);
            }

            internal override AssetOperation Run(AssetCopies copies, UndoHistory history)
            {
                history.Step(redo);
                return new UnityStep(group, !redo);
            }

            internal override void Write(JsonWriter to)
            {
                to.Object().Name("step").Text(redo ? Redo : Undo).Name("group").Text(group).EndObject();
            }

            internal override IEnumerable<AssetState> States(bool deletes)
            {
                yield break;
            }
        }
    }
}
