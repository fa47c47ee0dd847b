using System.Collections.Generic;
using UnityEngine;
using Object = UnityEngine.Object;

namespace UnityDouble
{
    /// <summary>
    /// Brings the changes of a prefab to its instances. Each instance keeps its overrides: what differed from the
    /// prefab before the change.
    /// </summary>
    // Follows the manual, "Overrides at multiple levels": an overridden value does not follow the prefab.
    internal static class PrefabPropagation
    {
        private static readonly Dictionary<string, Dictionary<int, Node>> baselines = new Dictionary<string, Dictionary<int, Node>>();

        internal static bool HasBaseline(string guid)
        {
            return baselines.ContainsKey(guid);
        }

        /// <summary>Notes the present values of a prefab, which its instances have.</summary>
        internal static void NoteBaseline(LoadedFile file)
        {
            Dictionary<int, Node> forms = new Dictionary<int, Node>();
            if (!ReferenceEquals(file.Root, null))
            {
                foreach (Object one in Hierarchy.WithComponents(file.Root))
                {
                    if (!ReferenceEquals(one, null))
                    {
                        forms[one.m_InstanceID] = SerializedForm.Read(one);
                    }
                }
            }
            baselines[file.Guid] = forms;
        }

        /// <summary>Updates all instances after the objects of the prefab changed.</summary>
        internal static void Run(LoadedFile file)
        {
            if (!baselines.TryGetValue(file.Guid, out Dictionary<int, Node> before))
            {
                before = new Dictionary<int, Node>();
            }
            List<string> outer = new List<string>();
            foreach (PrefabInstance instance in PrefabLinks.Instances)
            {
                if (instance.SourceGuid == file.Guid && instance.Root != null)
                {
                    Update(instance, file, before);
                    FileReference holder = World.FileOf(instance.Root.m_InstanceID);
                    if (holder != null && !outer.Contains(holder.Guid))
                    {
                        outer.Add(holder.Guid);
                    }
                }
            }
            NoteBaseline(file);
            foreach (string guid in outer)
            {
                LoadedFile holder = World.Assets.Prefab(guid);
                if (holder != null)
                {
                    Run(holder);
                }
            }
        }

        /// <summary>Creates the instance's copy of a component of the prefab.</summary>
        internal static Component AddComponent(Component source, GameObject owner, PrefabMap map)
        {
            Component made = (Component)World.Create(source.GetType(), 0);
            SerializedForm.CopyKind(source, made);
            made.m_GameObject = owner;
            owner.m_Component.Add(new ComponentEntry { component = made });
            map.Link(made, source);
            WriteValues(made, map.ToInstance(SerializedForm.Read(source)));
            return made;
        }

        /// <summary>Creates the instance's copy of an object of the prefab with all that is below it.</summary>
        internal static GameObject AddObject(GameObject source, Transform parent, PrefabMap map)
        {
            Dictionary<int, Object> copies = Cloning.CopyAll(source);
            foreach (KeyValuePair<int, Object> copy in copies)
            {
                map.Link(copy.Value, World.Find(copy.Key));
                copy.Value.m_PrefabAsset = new Pointer();
            }
            GameObject root = (GameObject)copies[source.m_InstanceID];
            root.transform.m_Father = parent;
            parent.m_Children.Add(root.transform);
            foreach (Object copy in copies.Values)
            {
                WriteValues(copy, map.ToInstance(SerializedForm.Read(copy)));
            }
            return root;
        }

        /// <summary>Writes all values except the place in the hierarchy and the links.</summary>
        internal static void WriteValues(Object one, Node form)
        {
            Node now = SerializedForm.Read(one);
            for (int i = 0; i < form.Keys.Count; i++)
            {
                if (!NodeDifference.IsStructure(form.Keys[i]))
                {
                    now[form.Keys[i]] = form.Items[i].Copy();
                }
            }
            SerializedForm.Write(one, now);
        }

        private static void Update(PrefabInstance instance, LoadedFile file, Dictionary<int, Node> before)
        {
            PrefabMap map = new PrefabMap(instance);
            List<KeyValuePair<Object, List<NodeDifference>>> overrides = new List<KeyValuePair<Object, List<NodeDifference>>>();
            foreach (Object one in map.Objects)
            {
                if (PrefabLinks.Source(one) == null)
                {
                    Object.DestroyImmediate(one, true);
                }
                else if (before.TryGetValue(one.m_CorrespondingSourceObject.Id, out Node old))
                {
                    overrides.Add(new KeyValuePair<Object, List<NodeDifference>>(one, NodeDifference.Between(map.ToInstance(old), SerializedForm.Read(one))));
                }
            }
            List<GameObject> added = AddMissing(file.Root, map, before);
            foreach (KeyValuePair<Object, List<NodeDifference>> pair in overrides)
            {
                if (pair.Key == null)
                {
                    continue;
                }
                Node form = map.ToInstance(SerializedForm.Read(PrefabLinks.Source(pair.Key)));
                pair.Value.ForEach(delegate(NodeDifference difference) { form.Replace(difference.Path, difference.After.Copy()); });
                WriteValues(pair.Key, form);
            }
            added.ForEach(delegate(GameObject one) { LifeCycle.Wake(one); });
            UnityEditor.PrefabUtility.RaiseUpdated(instance.Root);
        }

        // What the baseline has and the instance lacks was removed from the instance on purpose.
        private static List<GameObject> AddMissing(GameObject source, PrefabMap map, Dictionary<int, Node> before)
        {
            List<GameObject> added = new List<GameObject>();
            GameObject owner = map.OfSource(source.m_InstanceID) as GameObject;
            if (owner == null)
            {
                return added;
            }
            foreach (ComponentEntry entry in source.m_Component.ToArray())
            {
                Component component = entry.component;
                if (!ReferenceEquals(component, null) && map.OfSource(component.m_InstanceID) == null && !before.ContainsKey(component.m_InstanceID))
                {
                    AddComponent(component, owner, map);
                    added.Add(owner);
                }
            }
            foreach (Transform child in source.transform.m_Children.ToArray())
            {
                GameObject below = child.m_GameObject;
                if (map.OfSource(below.m_InstanceID) != null)
                {
                    added.AddRange(AddMissing(below, map, before));
                }
                else if (!before.ContainsKey(below.m_InstanceID))
                {
                    added.Add(AddObject(below, owner.transform, map));
                }
            }
            return added;
        }
    }
}
