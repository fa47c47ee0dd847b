using System.Collections.Generic;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace UnityTools.Bridge
{
    /// <summary>Objects in the order of the hierarchy: depth first, roots and children as their scene orders them.</summary>
    internal static class Walk
    {
        /// <summary>Objects that a long read looks at in one step.</summary>
        internal const int Step = 64;

        /// <summary>Of those scenes, hidden roots left out. Between two of them a frame may pass: each is looked at as it is by then.</summary>
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

        /// <summary>The descendants of an object, and itself first where wanted.</summary>
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
                // It may be gone since it was given.
                for (int child = at == null ? 0 : at.childCount; child > 0; child--)
                {
                    open.Push(at.GetChild(child - 1));
                }
            }
        }
    }
}
