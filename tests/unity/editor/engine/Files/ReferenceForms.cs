using System;
using System.Collections.Generic;

namespace UnityDouble
{
    /// <summary>References as files contain them, `{fileID: 1, guid: ..., type: 3}`, and as objects have them, by instance id.</summary>
    internal static class ReferenceForms
    {
        /// <summary>
        /// A copy with references by instance id. A number that no object of the file has stays as the file has it.
        /// </summary>
        internal static Node ToState(Node node, Dictionary<long, UnityEngine.Object> objects)
        {
            if (node.Kind == NodeKind.Map && node.IsFlow && node["fileID"] != null)
            {
                return Reference(node, objects);
            }
            if (node.Items.Count == 0)
            {
                return node.Copy();
            }
            Node copy = node.Kind == NodeKind.Map ? Node.Map() : Node.List();
            copy.IsFlow = node.IsFlow;
            for (int at = 0; at < node.Items.Count; at++)
            {
                copy.Items.Add(ToState(node.Items[at], objects));
            }
            if (node.Keys != null)
            {
                copy.Keys.AddRange(node.Keys);
            }
            return copy;
        }

        private static Node Reference(Node node, Dictionary<long, UnityEngine.Object> objects)
        {
            FileReference file = File(node);
            if (file != null)
            {
                return Node.Reference(World.IdOf(file));
            }
            long number = node["fileID"].AsWhole;
            UnityEngine.Object found;
            if (number == 0 || objects.TryGetValue(number, out found))
            {
                return number == 0 ? Node.Reference(0) : Node.Reference(objects[number]);
            }
            return node.Copy();
        }

        /// <summary>Null if the map does not refer to another file.</summary>
        internal static FileReference File(Node node)
        {
            bool other = node != null && node.Kind == NodeKind.Map && node["guid"] != null && node["fileID"] != null;
            return other ? new FileReference(node["guid"].AsText, node["fileID"].AsWhole, node["type"] == null ? 0 : (int)node["type"].AsWhole) : null;
        }

        internal static Node Write(FileReference file)
        {
            return Node.FlowMap().With("fileID", Node.Number(file.FileId)).With("guid", Node.Text(file.Guid)).With("type", Node.Number((long)file.Type));
        }

        internal static Node Local(long number)
        {
            return Node.FlowMap().With("fileID", Node.Number(number));
        }

        /// <summary>A copy with references as files contain them.</summary>
        /// <param name="local">The number of an object in the file; 0 if the file cannot refer to it.</param>
        internal static Node ToFile(Node node, string guid, Func<int, long> local)
        {
            if (node.Kind == NodeKind.Reference)
            {
                FileReference file = World.FileOf(node.AsId);
                if (file != null && file.Guid != guid)
                {
                    return Write(file);
                }
                return Local(file != null ? file.FileId : node.AsId == 0 ? 0 : local(node.AsId));
            }
            if (node.Items.Count == 0)
            {
                return node.Copy();
            }
            Node copy = node.Kind == NodeKind.Map ? Node.Map() : Node.List();
            copy.IsFlow = node.IsFlow;
            copy.Packed = node.Packed;
            foreach (Node item in node.Items)
            {
                copy.Items.Add(ToFile(item, guid, local));
            }
            if (node.Keys != null)
            {
                copy.Keys.AddRange(node.Keys);
            }
            return copy;
        }
    }
}
