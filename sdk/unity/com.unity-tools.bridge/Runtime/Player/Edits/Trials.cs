using System;
using System.Collections.Generic;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>
    /// Where a batch tries what it makes: below an object that is not active, so that no script wakes and nothing of the game sees it.
    /// What is still there at the end goes with it.
    /// </summary>
    internal sealed class Trials : IDisposable
    {
        private readonly GameObject holder = new GameObject("Unity Tools Trials") { hideFlags = HideFlags.HideAndDontSave };

        internal Trials()
        {
            holder.SetActive(false);
        }

        public void Dispose()
        {
            UnityEngine.Object.DestroyImmediate(holder);
        }

        internal GameObject Make(string name)
        {
            GameObject made = new GameObject(name);
            made.transform.SetParent(holder.transform, false);
            return made;
        }

        internal GameObject Copy(GameObject prefab)
        {
            GameObject made = UnityEngine.Object.Instantiate(prefab, holder.transform, false);
            made.name = prefab.name;
            return made;
        }

        /// <summary>Local numbers with which an object stands below other parents where it stands now, by Unity's own arithmetic.</summary>
        /// <param name="above">Its parents now, the outermost first, and itself.</param>
        /// <param name="to">Those that it will have.</param>
        internal Transform Kept(List<Transform> above, List<Transform> to)
        {
            Transform moved = Chain(above);
            moved.SetParent(to.Count == 0 ? holder.transform : Chain(to), true);
            return moved;
        }

        private Transform Chain(List<Transform> like)
        {
            Transform at = holder.transform;
            foreach (Transform one in like)
            {
                Transform made = new GameObject("").transform;
                made.SetParent(at, false);
                made.localPosition = one.localPosition;
                made.localRotation = one.localRotation;
                made.localScale = one.localScale;
                at = made;
            }
            return at;
        }
    }
}
