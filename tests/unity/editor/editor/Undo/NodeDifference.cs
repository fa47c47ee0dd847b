using System;
using System.Collections.Generic;
using System.IO;

namespace UnityDouble
{
    /// <summary>A value that differs between two states of an object.</summary>
    internal sealed class NodeDifference
    {
        // Undo records these with the structure, never as values of one object.
        private static readonly HashSet<string> structure = new HashSet<string>(StringComparer.Ordinal)
        {
            "m_Father", "m_Children", "m_Component", "m_GameObject", "m_CorrespondingSourceObject", "m_PrefabInstance", "m_PrefabAsset", "m_RootOrder",
        };

        internal string Path;
        internal Node Before;
        internal Node After;

        /// <summary>
        /// Compares two states of the same object. A list whose length changed is one difference; otherwise each leaf
        /// is one.
        /// </summary>
        internal static List<NodeDifference> Between(Node before, Node after)
        {
            List<NodeDifference> found = new List<NodeDifference>();
            Compare(string.Empty, before, after, found);
            found.RemoveAll(delegate(NodeDifference difference) { return IsStructure(difference.Path); });
            return found;
        }

        /// <summary>True for a property that stores parents, children, components or the link to a prefab.</summary>
        internal static bool IsStructure(string path)
        {
            int dot = path.IndexOf('.');
            return structure.Contains(dot < 0 ? path : path.Substring(0, dot));
        }

        /// <summary>Returns the leaves below the difference, as property modifications name them.</summary>
        internal IEnumerable<NodeDifference> Leaves()
        {
            if (Before == null || After == null || After.Kind != NodeKind.List)
            {
                yield return this;
                yield break;
            }
            yield return new NodeDifference { Path = Path + ".Array.size", Before = Node.Number((long)Before.Items.Count), After = Node.Number((long)After.Items.Count) };
            for (int i = 0; i < After.Items.Count; i++)
            {
                string path = Path + ".Array.data[" + i + "]";
                foreach (KeyValuePair<string, Node> leaf in LeavesOf(path, After.Items[i]))
                {
                    Node old = i < Before.Items.Count ? Before.Find(leaf.Key.Substring(Path.Length).TrimStart('.')) : null;
                    if (old == null || !old.Same(leaf.Value))
                    {
                        yield return new NodeDifference { Path = leaf.Key, Before = old, After = leaf.Value };
                    }
                }
            }
        }

        /// <summary>Returns the scalar values of a tree with their property paths.</summary>
        internal static IEnumerable<KeyValuePair<string, Node>> LeavesOf(string path, Node node)
        {
            if (node.Kind == NodeKind.Map)
            {
                for (int i = 0; i < node.Keys.Count; i++)
                {
                    foreach (KeyValuePair<string, Node> leaf in LeavesOf(path.Length == 0 ? node.Keys[i] : path + "." + node.Keys[i], node.Items[i]))
                    {
                        yield return leaf;
                    }
                }
            }
            else if (node.Kind == NodeKind.List)
            {
                yield return new KeyValuePair<string, Node>(path + ".Array.size", Node.Number((long)node.Items.Count));
                for (int i = 0; i < node.Items.Count; i++)
                {
                    foreach (KeyValuePair<string, Node> leaf in LeavesOf(path + ".Array.data[" + i + "]", node.Items[i]))
                    {
                        yield return leaf;
                    }
                }
            }
            else
            {
                yield return new KeyValuePair<string, Node>(path, node);
            }
        }

        internal void Save(BinaryWriter to)
        {
            to.Write(Path);
            Before.Save(to);
            After.Save(to);
        }

        internal static NodeDifference Load(BinaryReader from)
        {
            return new NodeDifference { Path = from.ReadString(), Before = Node.Load(from), After = Node.Load(from) };
        }

        private static void Compare(string path, Node before, Node after, List<NodeDifference> found)
        {
            if (before.Same(after))
            {
                return;
            }
            bool maps = before.Kind == NodeKind.Map && after.Kind == NodeKind.Map && SameKeys(before, after);
            bool lists = before.Kind == NodeKind.List && after.Kind == NodeKind.List && before.Items.Count == after.Items.Count;
            if (!maps && !lists)
            {
                if (path.Length == 0)
                {
                    throw new InvalidOperationException("cannot compare two states of an object: their properties differ");
                }
                found.Add(new NodeDifference { Path = path, Before = before.Copy(), After = after.Copy() });
                return;
            }
            for (int i = 0; i < before.Items.Count; i++)
            {
                string step = maps ? (path.Length == 0 ? before.Keys[i] : path + "." + before.Keys[i]) : path + ".Array.data[" + i + "]";
                Compare(step, before.Items[i], after.Items[i], found);
            }
        }

        private static bool SameKeys(Node a, Node b)
        {
            if (a.Keys.Count != b.Keys.Count)
            {
                return false;
            }
            for (int i = 0; i < a.Keys.Count; i++)
            {
                if (a.Keys[i] != b.Keys[i])
                {
                    return false;
                }
            }
            return true;
        }
    }
}
