using System.Collections.Generic;
using UnityEngine;

namespace UnityDouble
{
    /// <summary>Whether the hierarchy of the open scenes changed.</summary>
    public static partial class World
    {
        private static int hierarchyVersion;
        private static ulong hierarchySeen;

        /// <summary>
        /// A number that is greater than at the last call if names, order, parents, activity or components of the objects of the open scenes are others
        /// than then. Preview scenes and prefab files do not count.
        /// </summary>
        // Follows Editor/Mono/EditorApplication.cs: what hierarchyChanged reports.
        public static int HierarchyVersion
        {
            get
            {
                ulong hash = 14695981039346656037UL;
                foreach (SceneData scene in LoadedScenes())
                {
                    hash = Mix(Mix(hash, scene.Handle), scene.IsLoaded ? 1 : 0);
                    hash = Mix(hash, scene.Roots);
                }
                if (hash != hierarchySeen)
                {
                    hierarchySeen = hash;
                    hierarchyVersion++;
                }
                return hierarchyVersion;
            }
        }

        private static ulong Mix(ulong hash, List<GameObject> roots)
        {
            foreach (GameObject root in roots)
            {
                hash = Mix(hash, root);
            }
            return hash;
        }

        private static ulong Mix(ulong hash, GameObject one)
        {
            hash = Mix(Mix(hash, one.m_InstanceID), one.m_Name.GetHashCode());
            hash = Mix(hash, one.m_IsActive ? 1 : 0);
            foreach (ComponentEntry entry in one.m_Component)
            {
                hash = Mix(hash, ReferenceEquals(entry.component, null) ? 0 : entry.component.m_InstanceID);
            }
            Transform own = one.Own;
            if (!ReferenceEquals(own, null))
            {
                foreach (Transform child in own.m_Children)
                {
                    hash = Mix(hash, child.m_GameObject);
                }
            }
            // The end of the children.
            return Mix(hash, 7);
        }

        // FNV-1a with 32 bits at a time.
        private static ulong Mix(ulong hash, int value)
        {
            return unchecked((hash ^ (uint)value) * 1099511628211UL);
        }
    }
}
