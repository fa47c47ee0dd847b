using System.Collections.Generic;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace UnityTools.Bridge
{
    /// <summary>
    /// Assigns numbers to scenes: scenes with files first, in their order, all others in the order in which they were first
    /// seen. A number never changes.
    /// </summary>
    internal sealed class SceneTable
    {
        /// <summary>One scene, loaded or only known from the build.</summary>
        internal struct Entry
        {
            internal int Number;

            /// <summary>Not valid if the scene is not loaded.</summary>
            internal Scene Scene;

            internal string Name;
            internal string Path;

            /// <summary>-1 if it is not in the build.</summary>
            internal int BuildIndex;

            internal string Id
            {
                get { return "scn:" + Number; }
            }
        }

        private readonly Dictionary<string, int> numbers = new Dictionary<string, int>(System.StringComparer.Ordinal);

        /// <summary>The numbers of scenes without a path.</summary>
        private readonly Dictionary<Scene, int> withoutPath = new Dictionary<Scene, int>();

        private readonly GameObject kept;
        private readonly SceneFiles files;

        /// <param name="kept">An object of the scene whose objects stay loaded when scenes change; null if there is none.</param>
        internal SceneTable(GameObject kept, SceneFiles files)
        {
            this.kept = kept;
            this.files = files;
        }

        private int Given
        {
            get { return numbers.Count + withoutPath.Count; }
        }

        internal string Id(Scene scene)
        {
            return "scn:" + Number(scene);
        }

        /// <summary>
        /// All loaded scenes in Unity's order. The scene of persistent objects is last, if it has objects other than
        /// the bridge's.
        /// </summary>
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
            if (kept != null && kept.scene.IsValid() && kept.scene.isLoaded && Roots(kept.scene).Count > 0 && !loaded.Contains(kept.scene))
            {
                loaded.Add(kept.scene);
            }
            return loaded;
        }

        /// <summary>
        /// The file of a scene for answers; for a scene that the game created, which has no file, its name.
        /// </summary>
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

        /// <summary>The scenes that have files, then the other loaded scenes.</summary>
        internal List<Entry> All()
        {
            List<Scene> loaded = Loaded();
            List<Entry> all = new List<Entry>();
            foreach (SceneFiles.File file in files.All())
            {
                string path = file.Path;
                int found = loaded.FindIndex(scene => scene.path == path);
                all.Add(new Entry
                {
                    Number = Number(path),
                    Scene = found < 0 ? new Scene() : loaded[found],
                    Name = System.IO.Path.GetFileNameWithoutExtension(path),
                    Path = path,
                    BuildIndex = file.BuildIndex
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

        /// <exception cref="Failure">No scene has that id.</exception>
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

        /// <summary>Finds a scene by id, asset path, or a unique name.</summary>
        /// <exception cref="Failure">No scene matches, or several do.</exception>
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

        /// <exception cref="Failure">No scene has that id, or it is not loaded.</exception>
        internal Scene FindLoaded(string id)
        {
            return Loaded(Find(id));
        }

        /// <exception cref="Failure">The scene is not loaded.</exception>
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
            if (Given == 0)
            {
                // Scenes with files come first.
                files.All().ForEach(file => Number(file.Path));
            }
            return string.IsNullOrEmpty(scene.path) ? Number(scene, withoutPath) : Number(scene.path);
        }

        private int Number(string path)
        {
            return Number(path, numbers);
        }

        private int Number<T>(T key, Dictionary<T, int> known)
        {
            int number;
            if (!known.TryGetValue(key, out number))
            {
                number = Given;
                known.Add(key, number);
            }
            return number;
        }
    }
}
