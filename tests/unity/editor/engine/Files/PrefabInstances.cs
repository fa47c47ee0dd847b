using System.Collections.Generic;
using System.Linq;
using UnityEngine;

namespace UnityDouble
{
    /// <summary>The modifications of prefab instances: applied to objects, and computed from them.</summary>
    internal static class PrefabInstances
    {
        /// <summary>Fields that say where an object is and what it belongs to; they are no modifications.</summary>
        private static readonly string[] Structure =
        {
            "m_CorrespondingSourceObject", "m_PrefabInstance", "m_PrefabAsset", "m_PrefabInternal", "m_PrefabParentObject", "m_GameObject", "m_Component", "m_Children", "m_Father",
            "m_Script", "serializedVersion", "m_RootOrder", "references"
        };

        /// <summary>Stands for an object of the prefab that the instance does not have.</summary>
        private const int Gone = int.MinValue;

        /// <summary>Sets a copy's state to that of its source and links it to the source.</summary>
        internal static void CopyState(UnityEngine.Object source, UnityEngine.Object copy, Dictionary<int, UnityEngine.Object> copies)
        {
            SerializedForm.CopyKind(source, copy);
            SerializedForm.Write(copy, Mapped(source, copies));
            copy.m_CorrespondingSourceObject = new Pointer(source.m_InstanceID);
            copy.m_PrefabInstance = new Pointer();
            copy.m_PrefabAsset = new Pointer();
        }

        private static Node Mapped(UnityEngine.Object source, Dictionary<int, UnityEngine.Object> copies)
        {
            return SerializedForm.Read(source).Copy(id => copies.ContainsKey(id) ? copies[id].m_InstanceID : id);
        }

        /// <summary>Applies a list of modifications, all of one object at once.</summary>
        internal static void Apply(Node modifications, Dictionary<int, UnityEngine.Object> bySource)
        {
            foreach (IGrouping<int, Node> group in (modifications == null ? new List<Node>() : modifications.Items).GroupBy(entry => Target(entry)))
            {
                UnityEngine.Object one;
                if (!bySource.TryGetValue(group.Key, out one))
                {
                    continue;
                }
                Node state = SerializedForm.Read(one);
                foreach (Node entry in group)
                {
                    Replace(state, entry);
                }
                SerializedForm.Write(one, state);
            }
        }

        internal static int Target(Node entry)
        {
            return entry["target"] == null ? 0 : entry["target"].AsId;
        }

        internal static string Path(Node entry)
        {
            return entry["propertyPath"] == null ? "" : entry["propertyPath"].AsText;
        }

        private static void Replace(Node state, Node entry)
        {
            string path = Path(entry);
            Node old = state.Find(path);
            bool size = path.EndsWith(".Array.size", System.StringComparison.Ordinal);
            if (old != null && old.Kind == NodeKind.Reference)
            {
                state.Replace(path, entry["objectReference"] ?? Node.Reference(0));
            }
            else if (size || (old != null && old.Kind < NodeKind.Reference))
            {
                state.Replace(path, entry["value"] ?? Node.Text(""));
            }
        }

        /// <summary>Removes an object of an instance that the file lists as removed, without messages.</summary>
        internal static void Take(UnityEngine.Object gone)
        {
            GameObject owner = gone as GameObject;
            Component component = gone as Component;
            if (!ReferenceEquals(component, null))
            {
                component.m_GameObject.m_Component.RemoveAll(entry => ReferenceEquals(entry.component, component));
                World.Remove(component);
                return;
            }
            if (!ReferenceEquals(owner.Own.m_Father, null))
            {
                owner.Own.m_Father.m_Children.Remove(owner.Own);
            }
            Hierarchy.WithComponents(owner).ForEach(World.Remove);
        }

        /// <summary>The differences of an object from its source: paths and values, with references by instance id.</summary>
        internal static List<KeyValuePair<string, Node>> Differences(UnityEngine.Object one, Dictionary<int, UnityEngine.Object> bySource)
        {
            List<KeyValuePair<string, Node>> found = new List<KeyValuePair<string, Node>>();
            UnityEngine.Object source = one.m_CorrespondingSourceObject.Target;
            if (source != null)
            {
                Node now = SerializedForm.Read(one);
                Node old = SerializedForm.Read(source).Copy(id => MappedOrGone(id, source, bySource));
                for (int at = 0; at < now.Items.Count; at++)
                {
                    if (System.Array.IndexOf(Structure, now.Keys[at]) < 0)
                    {
                        Compare(now.Keys[at], old[now.Keys[at]], now.Items[at], found);
                    }
                }
            }
            return found;
        }

        /// <summary>The copy of an object of the prefab; a removed copy has no id, and is no difference.</summary>
        private static int MappedOrGone(int id, UnityEngine.Object source, Dictionary<int, UnityEngine.Object> bySource)
        {
            if (bySource.ContainsKey(id))
            {
                return bySource[id].m_InstanceID;
            }
            FileReference file = World.FileOf(id);
            FileReference home = World.FileOf(source.m_InstanceID);
            return file != null && home != null && file.Guid == home.Guid ? Gone : id;
        }

        private static void Compare(string path, Node old, Node now, List<KeyValuePair<string, Node>> to)
        {
            if (old != null && (old.Same(now) || (old.Kind == NodeKind.Reference && old.AsId == Gone)))
            {
                return;
            }
            switch (now.Kind)
            {
                case NodeKind.Map:
                    for (int at = 0; at < now.Items.Count; at++)
                    {
                        Compare(path + "." + now.Keys[at], old == null ? null : old[now.Keys[at]], now.Items[at], to);
                    }
                    break;
                case NodeKind.List:
                    int before = old == null || old.Kind != NodeKind.List ? 0 : old.Items.Count;
                    if (before != now.Items.Count)
                    {
                        to.Add(new KeyValuePair<string, Node>(path + ".Array.size", Node.Number((long)now.Items.Count)));
                    }
                    for (int at = 0; at < now.Items.Count; at++)
                    {
                        Compare(path + ".Array.data[" + at + "]", at < before ? old.Items[at] : null, now.Items[at], to);
                    }
                    break;
                default:
                    to.Add(new KeyValuePair<string, Node>(path, now));
                    break;
            }
        }

        internal static Node Entry(int target, string path, Node value)
        {
            bool reference = value.Kind == NodeKind.Reference;
            return Node.Map().With("target", Node.Reference(target)).With("propertyPath", Node.Text(path)).With("value", Node.Text(reference ? "" : value.AsText))
                .With("objectReference", reference ? value : Node.Reference(0));
        }
    }
}
