using System;
using System.Collections.Generic;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace UnityTools.Bridge
{
    /// <summary>Maps game objects to their ids (based on Unity's instance ids) and back.</summary>
    internal sealed class ObjectTable
    {
        private const int Least = 4096;

        private readonly Dictionary<long, GameObject> told = new Dictionary<long, GameObject>();
        private int prunedAt = Least;

        /// <summary>The table of a player.</summary>
        internal ObjectTable()
            : this(new AssetNames())
        {
        }

        internal ObjectTable(AssetNames assets)
        {
            Assets = assets;
        }

        /// <summary>The names of objects that are in no scene.</summary>
        internal AssetNames Assets { get; private set; }

        /// <summary>Returns the static flags of an object; null in a player, which does not have them.</summary>
        internal Func<GameObject, uint> StaticFlags { get; set; }

        /// <summary>The id of the object on the link.</summary>
        internal string Id(GameObject found)
        {
            long number = NativeId.Of(found);
            told[number] = found;
            if (told.Count > prunedAt)
            {
                Prune();
            }
            return "obj:" + number;
        }

        /// <exception cref="Failure">The text is no object id, or the object is gone.</exception>
        internal GameObject Find(string id)
        {
            long number;
            if (!IsId(id, out number))
            {
                throw Failure.Argument("`" + id + "` is no id of an object such as obj:-12");
            }
            GameObject found = Find(number);
            if (found == null)
            {
                throw new Failure("not-found", "there is no object " + id + " (any more)") { Hint = "list the objects again" };
            }
            return found;
        }

        /// <summary>Null if there is no such object.</summary>
        internal GameObject FindIfAny(string id)
        {
            long number;
            return IsId(id, out number) ? Find(number) : null;
        }

        private static bool IsId(string text, out long number)
        {
            number = 0;
            return text.StartsWith("obj:", System.StringComparison.Ordinal) && Numbers.Long(text.Substring(4), out number);
        }

        private GameObject Find(long number)
        {
            GameObject found;
            if (told.TryGetValue(number, out found) && found != null)
            {
                return found;
            }
            found = Search(number);
            if (found != null)
            {
                told[number] = found;
            }
            return found;
        }

        /// <summary>
        /// Position of a component on its object, counting missing scripts; -1 if it is not on the object.
        /// </summary>
        internal static int IndexOf(Component component)
        {
            Component[] all = component.GetComponents<Component>();
            return System.Array.IndexOf(all, component);
        }

        private static GameObject Search(long number)
        {
            for (int at = 0; at < SceneManager.sceneCount; at++)
            {
                Scene scene = SceneManager.GetSceneAt(at);
                if (!scene.isLoaded)
                {
                    continue;
                }
                foreach (GameObject root in scene.GetRootGameObjects())
                {
                    foreach (Transform child in root.GetComponentsInChildren<Transform>(true))
                    {
                        if (NativeId.Of(child.gameObject) == number)
                        {
                            return child.gameObject;
                        }
                    }
                }
            }
            return null;
        }

        private void Prune()
        {
            List<long> gone = new List<long>();
            foreach (KeyValuePair<long, GameObject> entry in told)
            {
                if (entry.Value == null)
                {
                    gone.Add(entry.Key);
                }
            }
            foreach (long number in gone)
            {
                told.Remove(number);
            }
            prunedAt = System.Math.Max(Least, told.Count * 2);
        }
    }
}
