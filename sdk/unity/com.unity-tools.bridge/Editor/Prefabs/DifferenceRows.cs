using System.Collections.Generic;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace UnityTools.Bridge
{
    /// <summary>Creates rows about objects of scenes and prefabs.</summary>
    internal sealed class DifferenceRows
    {
        private readonly ObjectTable objects;
        private readonly Dictionary<GameObject, string> paths = new Dictionary<GameObject, string>();

        internal DifferenceRows(ObjectTable objects)
        {
            this.objects = objects;
        }

        internal DifferenceRow Of(string difference, GameObject one)
        {
            return new DifferenceRow { Difference = difference, Object = objects.Id(one), Path = Path(one) };
        }

        /// <param name="component">A component of the object, or one of its source that the object lost.</param>
        internal DifferenceRow OfComponent(string difference, GameObject one, Component component, int index)
        {
            DifferenceRow row = Of(difference, one);
            row.Index = index;
            row.Type = ComponentTypes.Name(component);
            return row;
        }

        /// <summary>A unique path; objects of a prefab are in no scene.</summary>
        internal string Path(GameObject one)
        {
            string path;
            if (!paths.TryGetValue(one, out path))
            {
                Scene scene = one.scene;
                List<GameObject> roots = scene.IsValid() ? SceneTable.Roots(scene) : new List<GameObject> { one.transform.root.gameObject };
                path = Hierarchy.UniquePath(one.transform, roots);
                paths.Add(one, path);
            }
            return path;
        }
    }
}
