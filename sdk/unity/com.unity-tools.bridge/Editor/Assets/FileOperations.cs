using System;
using System.Collections.Generic;
using System.IO;
using UnityEditor;

namespace UnityTools.Bridge
{
    /// <content>The steps that change files.</content>
    internal abstract partial class AssetOperation
    {
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
    }
}
