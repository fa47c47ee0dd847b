using System;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>
    /// Finds prefabs by their asset paths and instantiates them. A player knows only those below a folder Resources; an
    /// editor replaces this class.
    /// </summary>
    internal class PrefabFiles
    {
        private const string Folder = "/Resources/";
        private const string Ending = ".prefab";

        /// <exception cref="Failure">There is no such prefab.</exception>
        internal virtual GameObject Find(string path)
        {
            int start = path.IndexOf(Folder, StringComparison.Ordinal);
            if (start < 0 || !path.EndsWith(Ending, StringComparison.Ordinal))
            {
                throw new Failure("unsupported", "prefab is \"" + path + "\", and a player has no prefabs by their paths, but for those below a folder Resources")
                {
                    Hint = "make the objects with create and set"
                };
            }
            string name = path.Substring(start + Folder.Length, path.Length - start - Folder.Length - Ending.Length);
            GameObject prefab = Resources.Load<GameObject>(name);
            if (prefab == null)
            {
                throw Failure.NotFound("there is no prefab \"" + path + "\" in the game's resources");
            }
            return prefab;
        }

        /// <summary>An instance that becomes a part of the scene.</summary>
        internal virtual GameObject Instantiate(GameObject prefab, Transform parent)
        {
            return Copy(prefab, parent);
        }

        /// <summary>A copy for a dry run, which is destroyed again.</summary>
        internal static GameObject Copy(GameObject prefab, Transform parent)
        {
            GameObject made = UnityEngine.Object.Instantiate(prefab, parent, false);
            made.name = prefab.name;
            return made;
        }
    }
}
