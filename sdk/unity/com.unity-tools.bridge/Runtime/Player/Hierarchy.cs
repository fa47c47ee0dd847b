using System.Collections.Generic;
using System.Text;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>Paths of objects in the hierarchy.</summary>
    internal static class Hierarchy
    {
        /// <summary>A path such as `/World/Door`; not unique.</summary>
        internal static string Path(Transform of)
        {
            if (of.parent == null)
            {
                return "/" + of.name;
            }
            List<string> names = new List<string>();
            for (Transform at = of; at != null; at = at.parent)
            {
                names.Add(at.name);
            }
            StringBuilder path = new StringBuilder();
            for (int at = names.Count - 1; at >= 0; at--)
            {
                path.Append('/').Append(names[at]);
            }
            return path.ToString();
        }

        /// <summary>
        /// A unique path: from the second sibling of the same name on, it contains a number: `/Spawn[2]/Point`.
        /// </summary>
        internal static string UniquePath(Transform of, IList<GameObject> roots)
        {
            string above = of.parent == null ? "" : UniquePath(of.parent, roots);
            int number = 1;
            if (of.parent == null)
            {
                foreach (GameObject root in roots)
                {
                    if (root.transform == of)
                    {
                        break;
                    }
                    number += root.name == of.name ? 1 : 0;
                }
            }
            else
            {
                for (int at = 0; at < of.GetSiblingIndex(); at++)
                {
                    number += of.parent.GetChild(at).name == of.name ? 1 : 0;
                }
            }
            return above + "/" + of.name + (number > 1 ? "[" + number + "]" : "");
        }
    }
}
