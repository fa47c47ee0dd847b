using System.Collections.Generic;
using System.Linq;
using UnityEngine;

namespace UnityDouble
{
    /// <summary>Brings the document of a prefab instance up to date with its objects.</summary>
    internal sealed class PrefabChanges
    {
        private readonly PrefabInstance instance;
        private readonly Dictionary<int, UnityEngine.Object> bySource;

        internal PrefabChanges(PrefabInstance instance)
        {
            this.instance = instance;
            bySource = instance.BySource();
        }

        internal void Update()
        {
            GameObject root = instance.Root;
            if (instance.IsMissing || root == null || instance.Changes == null)
            {
                return;
            }
            instance.Changes["m_TransformParent"] = Node.Reference(root.Own.m_Father);
            instance.Changes["m_Modifications"] = Modifications();
            Removed();
            Added();
        }

        /// <summary>
        /// The entries of the document with their current values, then entries for further differences. An entry is kept even if its value
        /// equals the prefab's, as Unity does, until it is reverted.
        /// </summary>
        internal Node Modifications()
        {
            Node list = Node.List();
            HashSet<string> listed = new HashSet<string>();
            Node before = instance.Changes["m_Modifications"];
            Dictionary<int, Node> states = bySource.ToDictionary(pair => pair.Key, pair => SerializedForm.Read(pair.Value));
            foreach (Node entry in before == null ? new List<Node>() : before.Items)
            {
                listed.Add(PrefabInstances.Target(entry) + " " + PrefabInstances.Path(entry));
                list.Items.Add(Current(entry, states));
            }
            foreach (KeyValuePair<int, UnityEngine.Object> pair in bySource)
            {
                foreach (KeyValuePair<string, Node> difference in PrefabInstances.Differences(pair.Value, bySource))
                {
                    if (listed.Add(pair.Key + " " + difference.Key))
                    {
                        list.Items.Add(PrefabInstances.Entry(pair.Key, difference.Key, difference.Value));
                    }
                }
            }
            return list;
        }

        private static Node Current(Node entry, Dictionary<int, Node> states)
        {
            Node state;
            states.TryGetValue(PrefabInstances.Target(entry), out state);
            Node now = state == null ? null : state.Find(PrefabInstances.Path(entry));
            if (now == null || now.Kind >= NodeKind.List || entry["value"] == null || entry["objectReference"] == null)
            {
                return entry;
            }
            bool reference = now.Kind == NodeKind.Reference;
            bool same = reference ? entry["objectReference"].Kind == NodeKind.Map || entry["objectReference"].AsId == now.AsId : entry["value"].Same(now);
            return same ? entry : PrefabInstances.Entry(PrefabInstances.Target(entry), PrefabInstances.Path(entry), now);
        }

        private void Removed()
        {
            LoadedFile prefab = World.Assets == null ? null : World.Assets.Prefab(instance.SourceGuid);
            if (prefab == null || prefab.Root == null)
            {
                return;
            }
            Node components = Node.List();
            Node objects = Node.List();
            foreach (UnityEngine.Object source in Hierarchy.WithComponents(prefab.Root))
            {
                Component component = source as Component;
                GameObject owner = source as GameObject;
                bool has = bySource.ContainsKey(source.m_InstanceID);
                if (!has && !ReferenceEquals(component, null) && bySource.ContainsKey(component.m_GameObject.m_InstanceID))
                {
                    components.Items.Add(Node.Reference(source));
                }
                bool fatherStays = !has && !ReferenceEquals(owner, null) && !ReferenceEquals(owner.Own.m_Father, null) && bySource.ContainsKey(owner.Own.m_Father.m_GameObject.m_InstanceID);
                if (fatherStays)
                {
                    objects.Items.Add(Node.Reference(source));
                }
            }
            Put("m_RemovedComponents", WithUnknown("m_RemovedComponents", components));
            Put("m_RemovedGameObjects", WithUnknown("m_RemovedGameObjects", objects));
        }

        /// <summary>The list with the entries of the document whose object the prefab does not have any more.</summary>
        private Node WithUnknown(string key, Node list)
        {
            Node old = instance.Changes[key];
            list.Items.InsertRange(0, old == null ? new List<Node>() : old.Items.FindAll(entry => entry.AsObject == null));
            return list;
        }

        private void Added()
        {
            Node objects = Node.List();
            Node components = Node.List();
            foreach (UnityEngine.Object one in instance.Objects)
            {
                GameObject owner = one as GameObject;
                if (ReferenceEquals(owner, null))
                {
                    continue;
                }
                foreach (Transform child in owner.Own.m_Children.Where(child => !Belongs(child)))
                {
                    objects.Items.Add(Addition(owner.Own, child));
                }
                foreach (ComponentEntry entry in owner.m_Component.Where(entry => !Belongs(entry.component)))
                {
                    components.Items.Add(Addition(owner, entry.component));
                }
            }
            Put("m_AddedGameObjects", objects);
            Put("m_AddedComponents", components);
        }

        private bool Belongs(UnityEngine.Object one)
        {
            return one.m_PrefabInstance.Id == instance.m_InstanceID;
        }

        private static Node Addition(UnityEngine.Object to, UnityEngine.Object added)
        {
            return Node.Map().With("targetCorrespondingSourceObject", Node.Reference(to.m_CorrespondingSourceObject.Id)).With("insertIndex", Node.Number(-1)).With("addedObject", Node.Reference(added));
        }

        /// <summary>Sets a list unless it has the same entries in another order. Files of Unity before 2022 have no list for some of them.</summary>
        private void Put(string key, Node list)
        {
            Node old = instance.Changes[key];
            bool same = old != null && old.Items.Count == list.Items.Count && old.Items.TrueForAll(one => list.Items.Exists(other => SameEntry(one, other)));
            if (!same && (old != null || list.Items.Count > 0))
            {
                instance.Changes[key] = list;
            }
        }

        private static bool SameEntry(Node one, Node other)
        {
            Node added = one.Kind == NodeKind.Map ? one["addedObject"] : one;
            Node now = other.Kind == NodeKind.Map ? other["addedObject"] : other;
            return added != null && now != null && added.Same(now);
        }
    }
}
