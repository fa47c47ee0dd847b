using System.Collections.Generic;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace UnityTools.Bridge
{
    /// <summary>
    /// The unique paths of many objects at one moment, as <see cref="Hierarchy.UniquePath"/> returns them. It reads the names
    /// of the siblings once for each parent; one path alone reads them all again.
    /// </summary>
    internal sealed class UniquePaths
    {
        private readonly Dictionary<Transform, string> parents = new Dictionary<Transform, string>();

        /// <summary>For each parent or scene: its children from the second one of the same name on.</summary>
        private readonly Dictionary<Transform, Dictionary<Transform, int>> children = new Dictionary<Transform, Dictionary<Transform, int>>();
        private readonly Dictionary<Scene, Dictionary<Transform, int>> roots = new Dictionary<Scene, Dictionary<Transform, int>>();

        internal string Of(Transform one)
        {
            Transform parent = one.parent;
            int number;
            bool isNumbered = (parent == null ? NumbersIn(one.gameObject.scene) : NumbersBelow(parent)).TryGetValue(one, out number);
            return Above(parent) + "/" + one.name + (isNumbered ? "[" + number + "]" : "");
        }

        /// <summary>Call this when the hierarchy may have changed.</summary>
        internal void Clear()
        {
            parents.Clear();
            children.Clear();
            roots.Clear();
        }

        private string Above(Transform parent)
        {
            string path = "";
            if (parent != null && !parents.TryGetValue(parent, out path))
            {
                path = Of(parent);
                parents.Add(parent, path);
            }
            return path;
        }

        private Dictionary<Transform, int> NumbersBelow(Transform parent)
        {
            Dictionary<Transform, int> numbers;
            if (!children.TryGetValue(parent, out numbers))
            {
                numbers = new Dictionary<Transform, int>();
                Dictionary<string, int> counts = new Dictionary<string, int>(System.StringComparer.Ordinal);
                for (int at = 0, count = parent.childCount; at < count; at++)
                {
                    Count(parent.GetChild(at), counts, numbers);
                }
                children.Add(parent, numbers);
            }
            return numbers;
        }

        private Dictionary<Transform, int> NumbersIn(Scene scene)
        {
            Dictionary<Transform, int> numbers;
            if (!roots.TryGetValue(scene, out numbers))
            {
                numbers = new Dictionary<Transform, int>();
                Dictionary<string, int> counts = new Dictionary<string, int>(System.StringComparer.Ordinal);
                foreach (GameObject root in SceneTable.Roots(scene))
                {
                    Count(root.transform, counts, numbers);
                }
                roots.Add(scene, numbers);
            }
            return numbers;
        }

        private static void Count(Transform one, Dictionary<string, int> counts, Dictionary<Transform, int> numbers)
        {
            int before;
            string name = one.name;
            counts.TryGetValue(name, out before);
            counts[name] = before + 1;
            if (before > 0)
            {
                numbers.Add(one, before + 1);
            }
        }
    }
}
