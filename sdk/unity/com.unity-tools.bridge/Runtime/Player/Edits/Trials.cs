using System;
using System.Collections.Generic;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>
    /// Holds the trial objects of a batch below an inactive object, so that no script runs `Awake` and the game does
    /// not see them. Trial objects that are left at the end are destroyed with it.
    /// </summary>
    internal sealed class Trials : IDisposable
    {
        private readonly GameObject holder = new GameObject("Unity Tools Trials") { hideFlags = HideFlags.HideAndDontSave };

        private readonly PrefabFiles prefabs;
        private readonly bool isDry;

        /// <param name="isDry">Whether no trial object will become a part of a scene.</param>
        internal Trials(PrefabFiles prefabs, bool isDry)
        {
            this.prefabs = prefabs;
            this.isDry = isDry;
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

        /// <exception cref="Failure">There is no prefab at that asset path.</exception>
        internal GameObject Instance(string path)
        {
            GameObject prefab = prefabs.Find(path);
            return isDry ? PrefabFiles.Copy(prefab, holder.transform) : prefabs.Instantiate(prefab, holder.transform);
        }

        /// <summary>
        /// The local transform with which an object keeps its world position below other parents, computed by Unity
        /// itself.
        /// </summary>
        /// <param name="above">Its current parents, the outermost first, and the object.</param>
        /// <param name="to">Its new parents.</param>
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
