using UnityEngine;

namespace UnityDouble
{
    /// <summary>A hash of names, order, activity and components of all objects of the open scenes.</summary>
    internal static class HierarchyHash
    {
        internal static int Now()
        {
            int hash = 17;
            foreach (SceneData scene in World.Scenes)
            {
                hash = unchecked(hash * 31 + scene.Handle);
                foreach (GameObject root in scene.Roots)
                {
                    hash = Add(hash, root);
                }
            }
            return hash;
        }

        private static int Add(int hash, GameObject one)
        {
            unchecked
            {
                hash = hash * 31 + one.m_InstanceID;
                hash = hash * 31 + one.m_Name.GetHashCode();
                hash = hash * 31 + (one.m_IsActive ? 1 : 0);
                hash = hash * 31 + one.m_Component.Count;
            }
            Transform own = one.Own;
            if (!ReferenceEquals(own, null))
            {
                foreach (Transform child in own.m_Children)
                {
                    hash = Add(hash, child.m_GameObject);
                }
            }
            return unchecked((hash * 31) + 7);
        }
    }
}
