using System.Collections.Generic;
using UnityEngine;
using Object = UnityEngine.Object;

namespace UnityDouble
{
    /// <summary>The objects of one prefab instance by the instance ids of their source objects.</summary>
    internal sealed class PrefabMap
    {
        private readonly Dictionary<int, Object> bySource = new Dictionary<int, Object>();

        internal PrefabMap(PrefabInstance instance)
        {
            Instance = instance;
            if (instance.Root == null)
            {
                return;
            }
            foreach (Object one in Hierarchy.WithComponents(instance.Root))
            {
                if (!ReferenceEquals(one, null) && one.m_PrefabInstance.Id == instance.m_InstanceID && one.m_CorrespondingSourceObject.Id != 0)
                {
                    bySource[one.m_CorrespondingSourceObject.Id] = one;
                }
            }
        }

        internal PrefabInstance Instance { get; }

        /// <summary>The objects of the instance that have a source object.</summary>
        internal List<Object> Objects
        {
            get { return new List<Object>(bySource.Values); }
        }

        internal Object OfSource(int source)
        {
            return bySource.TryGetValue(source, out Object one) ? one : null;
        }

        internal void Link(Object one, Object source)
        {
            one.m_CorrespondingSourceObject = new Pointer(source.m_InstanceID);
            one.m_PrefabInstance = new Pointer(Instance.m_InstanceID);
            bySource[source.m_InstanceID] = one;
        }

        /// <summary>Replaces references to objects of the prefab by references to objects of the instance.</summary>
        internal Node ToInstance(Node sourceForm)
        {
            return sourceForm.Copy(delegate(int id)
            {
                Object one = OfSource(id);
                return one == null ? id : one.m_InstanceID;
            });
        }

        /// <summary>Replaces references to objects of the instance by references to objects of the prefab.</summary>
        internal static Node ToSource(Node instanceForm)
        {
            return instanceForm.Copy(delegate(int id)
            {
                Object one = World.Find(id);
                Object source = one == null || EditorPersistent(one) ? null : PrefabLinks.Source(one);
                return source == null ? id : source.m_InstanceID;
            });
        }

        private static bool EditorPersistent(Object one)
        {
            return World.FileOf(one.m_InstanceID) != null;
        }
    }
}
