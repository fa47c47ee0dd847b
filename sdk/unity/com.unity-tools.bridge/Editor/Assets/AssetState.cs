using System.IO;

namespace UnityTools.Bridge
{
    /// <summary>
    /// The state in which a batch of changes left a path. An undo compares it, so that it never overwrites later work of
    /// the user.
    /// </summary>
    internal sealed class AssetState
    {
        /// <summary>All files of the asset.</summary>
        internal const string Tree = "tree";

        /// <summary>One file, without its .meta file.</summary>
        internal const string Content = "file";

        /// <summary>The id of the asset and, if it is no folder, its content. A moved folder may have other contents by now.</summary>
        internal const string Place = "place";

        private readonly string path;
        private readonly string kind;
        private readonly string digest;

        private AssetState(string path, string kind, string digest)
        {
            this.path = path;
            this.kind = kind;
            this.digest = digest;
        }

        internal static AssetState Of(string path, string kind)
        {
            return new AssetState(path, kind, Digest(path, kind, true));
        }

        /// <exception cref="BadFrame">This is no text of <see cref="Write"/>.</exception>
        internal static AssetState Read(Json stored)
        {
            FrameMembers members = new FrameMembers("state", stored);
            return new AssetState(members.Text("path"), members.Text("kind"), members.TextIfAny("digest"));
        }

        internal void Write(JsonWriter to)
        {
            to.Object().Name("path").Text(path).Name("kind").Text(kind).Name("digest").TextOrNull(digest).EndObject();
        }

        /// <summary>The path of the asset, also if this is the state of its .meta file.</summary>
        internal string Asset
        {
            get { return AssetOf(path); }
        }

        internal static string AssetOf(string path)
        {
            return path.EndsWith(AssetTree.Meta, System.StringComparison.Ordinal) ? path.Substring(0, path.Length - AssetTree.Meta.Length) : path;
        }

        /// <summary>How the path differs from this state now; null if it does not.</summary>
        /// <param name="exact">False if a file of the same size and time may count as unchanged.</param>
        internal string Difference(bool exact)
        {
            AssetPath.Check("path", Asset);
            string now = Digest(path, kind, exact);
            if (now == digest)
            {
                string unsaved = now == null ? null : UnsavedAssets.Find(Asset);
                return unsaved == null ? null : unsaved + " has unsaved changes: save the project first";
            }
            if (digest == null)
            {
                return path + " exists again";
            }
            return path + (now == null ? " does not exist any more" : " was changed or replaced since");
        }

        private static string Digest(string path, string kind, bool exact)
        {
            switch (kind)
            {
                case Content:
                    return AssetTree.FileDigest(path, exact);
                case Place:
                    return AssetTree.Exists(path) ? AssetTree.Guid(path) + " " + AssetTree.FileDigest(path, exact) : null;
                default:
                    return AssetTree.Digest(path, exact) ?? (File.Exists(ProjectFolder.Full(path) + AssetTree.Meta) ? "only a .meta file" : null);
            }
        }
    }
}
