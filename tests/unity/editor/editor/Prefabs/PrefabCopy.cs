using System;
using System.Collections.Generic;
using UnityEngine;
using Object = UnityEngine.Object;

namespace UnityDouble
{
    /// <summary>
    /// A copy of a hierarchy in which instances of other prefabs stay instances. Objects that belong to an instance of
    /// the prefab that is written count as that prefab's own objects.
    /// </summary>
    internal sealed class PrefabCopy
    {
        private readonly string guid;
        private readonly GameObject original;
        private readonly Dictionary<int, Object> copies;
        private readonly Dictionary<int, PrefabInstance> instances = new Dictionary<int, PrefabInstance>();

        /// <summary>Copies a hierarchy for the prefab with the GUID.</summary>
        internal PrefabCopy(GameObject original, string guid)
        {
            this.original = original;
            this.guid = guid;
            copies = Cloning.CopyAll(original);
            foreach (KeyValuePair<int, Object> copy in copies)
            {
                Link(World.Find(copy.Key), copy.Value);
            }
            foreach (KeyValuePair<int, PrefabInstance> instance in instances)
            {
                PrefabInstance source = (PrefabInstance)World.Find(instance.Key);
                instance.Value.m_Document = source.m_Document.Copy(delegate(int id) { return copies.TryGetValue(id, out Object copy) ? copy.m_InstanceID : id; });
            }
        }

        internal GameObject Root
        {
            get { return (GameObject)copies[original.m_InstanceID]; }
        }

        /// <summary>The copies by the instance ids of their originals.</summary>
        internal Dictionary<int, Object> Copies
        {
            get { return copies; }
        }

        /// <summary>The copied instances of other prefabs by the instance ids of their originals.</summary>
        internal Dictionary<int, PrefabInstance> Instances
        {
            get { return instances; }
        }

        /// <summary>Removes the copies from the world without messages.</summary>
        internal void Remove()
        {
            foreach (Object copy in copies.Values)
            {
                World.Remove(copy);
            }
            foreach (PrefabInstance instance in instances.Values)
            {
                World.Remove(instance);
            }
        }

        private void Link(Object one, Object copy)
        {
            copy.m_PrefabAsset = new Pointer();
            PrefabInstance instance = PrefabLinks.Instance(one);
            Object source = PrefabLinks.Source(one);
            bool own = instance != null && instance.SourceGuid == guid;
            if (own)
            {
                instance = PrefabLinks.Instance(source);
                one = source;
                source = PrefabLinks.Source(source);
            }
            if (instance == null || source == null)
            {
                copy.m_CorrespondingSourceObject = new Pointer();
                copy.m_PrefabInstance = new Pointer();
                return;
            }
            PrefabInstance cloned = Clone(instance);
            copy.m_CorrespondingSourceObject = new Pointer(source.m_InstanceID);
            copy.m_PrefabInstance = new Pointer(cloned.m_InstanceID);
            if (one == instance.Root)
            {
                cloned.Root = (GameObject)copy;
            }
        }

        private PrefabInstance Clone(PrefabInstance instance)
        {
            if (!instances.TryGetValue(instance.m_InstanceID, out PrefabInstance cloned))
            {
                bool inside = instance.Root != null && (World.FileOf(instance.Root.m_InstanceID) != null || instance.Root.transform.IsChildOf(original.transform));
                if (!inside)
                {
                    throw new ArgumentException("Can't save part of a Prefab instance as a Prefab: " + original.name);
                }
                cloned = (PrefabInstance)World.Create(typeof(PrefabInstance), 0);
                cloned.SourceGuid = instance.SourceGuid;
                cloned.IsMissing = instance.IsMissing;
                instances[instance.m_InstanceID] = cloned;
            }
            return cloned;
        }
    }
}
