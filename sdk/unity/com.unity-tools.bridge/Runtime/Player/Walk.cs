using System.Collections.Generic;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace UnityTools.Bridge
{
    /// <summary>
    /// Iterates over objects in hierarchy order: depth first, roots and children in the order of their scene.
    /// </summary>
    internal static class Walk
    {
        /// <summary>Objects that a long read checks in one step.</summary>
        internal const int Step = 64;

        /// <summary>
        /// The objects of these scenes without hidden roots. A frame may pass between two objects: each has its state
        /// at that time.
        /// </summary>
        internal static IEnumerable<GameObject> All(IList<Scene> scenes)
        {
            foreach (Scene scene in scenes)
            {
                if (!scene.IsValid() || !scene.isLoaded)
                {
                    continue;
                }
                foreach (GameObject root in SceneTable.Roots(scene))
                {
                    foreach (GameObject found in Below(root, true))
                    {
                        yield return found;
                    }
                }
            }
        }

        /// <summary>The descendants of an object, and the object itself first if requested.</summary>
        internal static IEnumerable<GameObject> Below(GameObject top, bool itself)
        {
            Stack<Transform> open = new Stack<Transform>();
            if (top != null)
            {
                open.Push(top.transform);
            }
            while (open.Count > 0)
            {
                Transform at = open.Pop();
                if (at == null)
                {
                    continue;
                }
                if (itself || at.gameObject != top)
                {
                    yield return at.gameObject;
                }
                // The object may have been destroyed since it was returned.
                for (int child = at == null ? 0 : at.childCount; child > 0; child--)
                {
                    open.Push(at.GetChild(child - 1));
                }
            }
        }
    }
}
