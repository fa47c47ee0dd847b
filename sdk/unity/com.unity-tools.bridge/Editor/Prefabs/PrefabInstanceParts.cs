using System.Collections.Generic;
using UnityEditor;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>The objects of one prefab instance, and where they come from.</summary>
    internal sealed class PrefabInstanceParts
    {
        private readonly Object handle;

        private PrefabInstanceParts(GameObject root, Object handle)
        {
            this.handle = handle;
            Root = root;
            Objects = new List<GameObject>();
            Counterparts = new Dictionary<Object, Object>();
            foreach (GameObject one in Walk.Below(root, true))
            {
                if (Has(one))
                {
                    Objects.Add(one);
                    Remember(one);
                }
            }
        }

        internal GameObject Root { get; private set; }

        /// <summary>In hierarchy order, without the objects that were added to the instance.</summary>
        internal List<GameObject> Objects { get; private set; }

        /// <summary>Parts of the instance by their sources in the prefab.</summary>
        internal Dictionary<Object, Object> Counterparts { get; private set; }

        /// <summary>Whether the prefab does not exist any more, so that nothing is known of the sources.</summary>
        internal bool IsMissing
        {
            get { return PrefabUtility.GetPrefabInstanceStatus(Root) == PrefabInstanceStatus.MissingAsset; }
        }

        /// <summary>Null if the object is no part of an instance.</summary>
        internal static PrefabInstanceParts Of(GameObject one)
        {
            Object handle = Handle(one);
            if (handle == null)
            {
                return null;
            }
            GameObject root = one;
            for (Transform above = one.transform.parent; above != null; above = above.parent)
            {
                root = Handle(above.gameObject) == handle ? above.gameObject : root;
            }
            return new PrefabInstanceParts(root, handle);
        }

        /// <summary>Whether the object came with this instance.</summary>
        internal bool Has(GameObject one)
        {
            return Handle(one) == handle;
        }

        /// <summary>The object or component of the prefab that this one is an instance of; null if it was added.</summary>
        internal static T Source<T>(T one)
            where T : Object
        {
            return one == null ? null : PrefabUtility.GetCorrespondingObjectFromSource(one);
        }

        /// <summary>The sources of an object, from that of its prefab to the innermost.</summary>
        internal static List<GameObject> Chain(GameObject one)
        {
            List<GameObject> chain = new List<GameObject>();
            for (GameObject source = Source(one); source != null; source = Source(source))
            {
                chain.Add(source);
            }
            return chain;
        }

        private void Remember(GameObject one)
        {
            GameObject source = Source(one);
            if (source != null)
            {
                Counterparts[source] = one;
            }
            foreach (Component component in one.GetComponents<Component>())
            {
                Component from = Source(component);
                if (from != null)
                {
                    Counterparts[from] = component;
                }
            }
        }

        private static Object Handle(GameObject one)
        {
            return PrefabUtility.IsPartOfPrefabInstance(one) ? PrefabUtility.GetPrefabInstanceHandle(one) : null;
        }
    }
}
