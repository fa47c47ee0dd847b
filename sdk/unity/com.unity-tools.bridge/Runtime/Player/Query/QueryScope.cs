using System;
using System.Collections.Generic;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace UnityTools.Bridge
{
    /// <summary>
    /// The objects that a query searches. A player searches its loaded scenes; the answer lists files as not searched.
    /// </summary>
    internal sealed class QueryScope
    {
        private readonly ObjectTable objects;
        private readonly List<Scene> searched = new List<Scene>();
        private readonly List<string> skipped = new List<string>();

        internal QueryScope(SceneTable scenes, ObjectTable objects, Json given)
        {
            this.objects = objects;
            string word = given.Kind == JsonKind.Text ? given.Text : "files";
            List<SceneTable.Entry> all = scenes.All();
            switch (word)
            {
                case "loaded":
                    searched.AddRange(scenes.Loaded());
                    break;
                case "prefabs":
                    skipped.Add("*.prefab");
                    break;
                case "scenes":
                case "project":
                    all.ForEach(Add);
                    if (word == "project")
                    {
                        skipped.Add("*.prefab");
                    }
                    break;
                case "files":
                    foreach (string path in new Arguments(given).Texts("files"))
                    {
                        AddFile(all, path);
                    }
                    break;
                default:
                    throw Failure.Unsupported("the scope " + word + " is not known here");
            }
        }

        /// <exception cref="Failure">The object is in no searched scene, so nothing below it can be found.</exception>
        internal void MustHold(GameObject one)
        {
            if (searched.Contains(one.scene))
            {
                return;
            }
            string file = SceneTable.File(one.scene);
            throw new Failure("invalid-argument", "under is " + objects.Id(one) + ", which is in " + file + ", and that file is not searched")
            {
                Hint = "give files: [\"" + file + "\"], or an object of a file that is searched"
            };
        }

        /// <param name="ids">The only objects that may be found; null for all.</param>
        internal IEnumerable<GameObject> Among(List<string> ids, List<KeyValuePair<string, string>> notSearched)
        {
            if (ids != null)
            {
                List<GameObject> named = Named(ids);
                if (named.Count == ids.Count)
                {
                    return named;
                }
            }
            foreach (string file in skipped)
            {
                bool prefab = file.EndsWith(".prefab", StringComparison.Ordinal);
                notSearched.Add(new KeyValuePair<string, string>(file, prefab ? objects.Assets.NoPrefabs : objects.Assets.OnlyLoaded));
            }
            return Walk.All(searched);
        }

        /// <summary>In hierarchy order.</summary>
        private List<GameObject> Named(List<string> ids)
        {
            List<GameObject> named = new List<GameObject>();
            foreach (string id in ids)
            {
                GameObject one = objects.FindIfAny(id);
                if (one != null && searched.Contains(one.scene))
                {
                    named.Add(one);
                }
            }
            if (named.Count < 2)
            {
                return named;
            }
            List<GameObject> ordered = new List<GameObject>();
            foreach (GameObject one in Walk.All(searched))
            {
                if (named.Contains(one))
                {
                    ordered.Add(one);
                }
            }
            return ordered;
        }

        private void Add(SceneTable.Entry entry)
        {
            if (entry.Scene.IsValid())
            {
                searched.Add(entry.Scene);
            }
            else
            {
                skipped.Add(entry.Path);
            }
        }

        private void AddFile(List<SceneTable.Entry> all, string path)
        {
            List<SceneTable.Entry> same = all.FindAll(entry => entry.Path == path);
            same.ForEach(Add);
            if (same.Count > 0)
            {
                return;
            }
            List<string> known = all.ConvertAll(entry => entry.Path);
            if (path.EndsWith(".prefab", StringComparison.OrdinalIgnoreCase))
            {
                throw Failure.Unsupported(path + " is a prefab: " + objects.Assets.NoPrefabs);
            }
            string message = "there is no scene or prefab " + path + " in the project";
            throw Near.None("scope.files", path, message, known, "there are: " + string.Join(", ", known.ToArray()));
        }
    }
}
