using System.Collections.Generic;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace UnityTools.Bridge
{
    /// <summary>
    /// Numbers of scenes: those of the build by their place in it, all others behind them in the order in which they were met.
    /// </summary>
    internal sealed class SceneTable
    {
        /// <summary>One scene, loaded or only known from the build.</summary>
        internal struct Entry
        {
            internal int Number;

            /// <summary>Of a scene that is not loaded: not valid.</summary>
            internal Scene Scene;

            internal string Name;
            internal string Path;

            /// <summary>-1 where it is in no build.</summary>
            internal int BuildIndex;

            internal string Id
            {
                get { return "scn:" + Number; }
            }
        }

        private readonly Dictionary<int, int> others = new Dictionary<int, int>();
        private readonly GameObject kept;

        /// <param name="kept">An object of the scene whose objects stay when scenes change.</param>
        internal SceneTable(GameObject kept)
        {
            this.kept = kept;
        }

        internal string Id(Scene scene)
        {
            return "scn:" + Number(scene);
        }

        /// <summary>All that are loaded, as Unity orders them; the one of objects that stay last, where it has any but our own.</summary>
        internal List<Scene> Loaded()
        {
            List<Scene> loaded = new List<Scene>();
            for (int at = 0; at < SceneManager.sceneCount; at++)
            {
                Scene scene = SceneManager.GetSceneAt(at);
                if (scene.isLoaded)
                {
                    loaded.Add(scene);
                }
            }
            if (kept.scene.IsValid() && kept.scene.isLoaded && Roots(kept.scene).Count > 0 && !loaded.Contains(kept.scene))
            {
                loaded.Add(kept.scene);
            }
            return loaded;
        }

        /// <summary>How a scene's file is told: of one that the game made, which has none, its name.</summary>
        internal static string File(Scene scene)
        {
            return string.IsNullOrEmpty(scene.path) ? scene.name : scene.path;
        }

        /// <summary>The roots that are not hidden.</summary>
        internal static List<GameObject> Roots(Scene scene)
        {
            List<GameObject> roots = new List<GameObject>();
            foreach (GameObject root in scene.GetRootGameObjects())
            {
                if ((root.hideFlags & HideFlags.HideInHierarchy) == 0)
                {
                    roots.Add(root);
                }
            }
            return roots;
        }

        /// <summary>Those of the build, then the others that are loaded.</summary>
        internal List<Entry> All()
        {
            List<Scene> loaded = Loaded();
            List<Entry> all = new List<Entry>();
            for (int at = 0; at < SceneManager.sceneCountInBuildSettings; at++)
            {
                int place = at;
                int found = loaded.FindIndex(scene => scene.buildIndex == place);
                string path = SceneUtility.GetScenePathByBuildIndex(at);
                all.Add(new Entry
                {
                    Number = at,
                    Scene = found < 0 ? new Scene() : loaded[found],
                    Name = System.IO.Path.GetFileNameWithoutExtension(path),
                    Path = path,
                    BuildIndex = at
                });
                if (found >= 0)
                {
                    loaded.RemoveAt(found);
                }
            }
            foreach (Scene scene in loaded)
            {
                all.Add(new Entry { Number = Number(scene), Scene = scene, Name = scene.name, Path = File(scene), BuildIndex = -1 });
            }
            return all;
        }

        /// <exception cref="Failure">Where there is none of that id.</exception>
        internal Entry Find(string id)
        {
            foreach (Entry entry in All())
            {
                if (entry.Id == id)
                {
                    return entry;
                }
            }
            throw Failure.NotFound("there is no scene " + id + " (any more)");
        }

        /// <summary>By id, asset path, or a name that only one has.</summary>
        /// <exception cref="Failure">Where there is none, or several.</exception>
        internal Entry Named(string name)
        {
            List<Entry> all = All();
            List<Entry> found = all.FindAll(entry => entry.Id == name || entry.Path == name);
            if (found.Count == 0)
            {
                found = all.FindAll(entry => string.Equals(entry.Name, name, System.StringComparison.OrdinalIgnoreCase));
            }
            if (found.Count == 0)
            {
                List<string> names = all.ConvertAll(entry => entry.Name);
                throw Failure.NotFound("no scene is called `" + name + "`; there are " + string.Join(", ", names.ToArray()));
            }
            if (found.Count > 1)
            {
                List<string> paths = found.ConvertAll(entry => entry.Id + " " + entry.Path);
                throw Failure.Argument("`" + name + "` is the name of " + string.Join(", ", paths.ToArray()) + ": give one's id");
            }
            return found[0];
        }

        /// <exception cref="Failure">Where there is none of that id, or it is not loaded.</exception>
        internal Scene FindLoaded(string id)
        {
            return Loaded(Find(id));
        }

        /// <exception cref="Failure">Where it is not loaded.</exception>
        internal Scene Loaded(Entry entry)
        {
            if (!entry.Scene.IsValid())
            {
                throw new Failure("not-ready", "the scene " + entry.Name + " is not loaded") { Hint = "open it first" };
            }
            return entry.Scene;
        }

        private int Number(Scene scene)
        {
            if (scene.buildIndex >= 0 && scene.buildIndex < SceneManager.sceneCountInBuildSettings)
            {
                return scene.buildIndex;
            }
            int handle = scene.GetHashCode();
            int number;
            if (!others.TryGetValue(handle, out number))
            {
                number = SceneManager.sceneCountInBuildSettings + others.Count;
                others.Add(handle, number);
            }
            return number;
        }
    }
}
