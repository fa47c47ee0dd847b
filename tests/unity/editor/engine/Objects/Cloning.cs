using System.Collections.Generic;
using UnityEngine;

namespace UnityDouble
{
    /// <summary>Copies objects with their serialized values; references inside the copied hierarchy refer to the copies.</summary>
    // Follows Unity's manual page of Object.Instantiate.
    public static class Cloning
    {
        /// <summary>
        /// Copies the hierarchy of a game object or component, or a single other object, and returns the copy of the original. The copy is in
        /// no scene and its scripts are not awoken. It has no prefab links.
        /// </summary>
        public static UnityEngine.Object Copy(UnityEngine.Object original)
        {
            Dictionary<int, UnityEngine.Object> copies = CopyAll(original);
            foreach (UnityEngine.Object copy in copies.Values)
            {
                copy.m_CorrespondingSourceObject = new Pointer();
                copy.m_PrefabInstance = new Pointer();
                copy.m_PrefabAsset = new Pointer();
            }
            return copies[original.m_InstanceID];
        }

        /// <summary>The copies by the instance ids of their originals.</summary>
        internal static Dictionary<int, UnityEngine.Object> CopyAll(UnityEngine.Object original)
        {
            GameObject root = RootOf(original);
            List<UnityEngine.Object> originals = root == null ? new List<UnityEngine.Object> { original } : Hierarchy.WithComponents(root);
            Dictionary<int, UnityEngine.Object> copies = new Dictionary<int, UnityEngine.Object>();
            foreach (UnityEngine.Object one in originals)
            {
                copies.Add(one.m_InstanceID, World.Create(one.GetType(), 0));
            }
            foreach (UnityEngine.Object one in originals)
            {
                UnityEngine.Object copy = copies[one.m_InstanceID];
                SerializedForm.CopyKind(one, copy);
                SerializedForm.Write(copy, SerializedForm.Read(one).Copy(id => copies.ContainsKey(id) ? copies[id].m_InstanceID : id));
            }
            if (root != null)
            {
                ((GameObject)copies[root.m_InstanceID]).Own.m_Father = null;
            }
            return copies;
        }

        /// <summary>The game object of an object or component; null for other objects.</summary>
        internal static GameObject RootOf(UnityEngine.Object of)
        {
            Component component = of as Component;
            return ReferenceEquals(component, null) ? of as GameObject : component.m_GameObject;
        }
    }
}
