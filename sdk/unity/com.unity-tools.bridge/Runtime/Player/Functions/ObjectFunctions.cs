using System;
using System.Collections.Generic;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace UnityTools.Bridge
{
    /// <summary>`objects`: the objects of the loaded scenes.</summary>
    internal sealed class ObjectFunctions
    {
        private readonly ObjectTable objects;
        private readonly SceneTable scenes;

        internal ObjectFunctions(ObjectTable objects, SceneTable scenes)
        {
            this.objects = objects;
            this.scenes = scenes;
        }

        internal void AddTo(Functions functions)
        {
            functions.AddSteps("objects/list-objects", List);
            functions.Add("objects/get", Get);
            functions.AddSteps("objects/find", Find);
        }

        private IEnumerator<Rest> List(CallJob asked, JsonWriter value)
        {
            Arguments args = new Arguments(asked);
            Arguments given = args.Inner("filter");
            ObjectFilter filter = new ObjectFilter(given);
            string order = given.Text("order");
            if (order != "hierarchy" && order != "path")
            {
                throw Failure.Argument("`order` is \"" + order + "\", wanted: hierarchy or path");
            }
            List<GameObject> found = new List<GameObject>();
            int seen = 0;
            foreach (GameObject one in Among(given))
            {
                if (one != null && filter.Takes(one))
                {
                    found.Add(one);
                }
                if (++seen % Walk.Step == 0)
                {
                    yield return Rest.None;
                }
            }
            found.RemoveAll(one => one == null);
            if (order == "path")
            {
                Sort(found);
            }
            Paged.Write(value, "objects", args.Inner("page"), found, Card);
        }

        private IEnumerable<GameObject> Among(Arguments filter)
        {
            string under = filter.TextIfAny("under");
            string scene = filter.TextIfAny("scene");
            if (under != null)
            {
                GameObject top = objects.Find(under);
                return scene != null && scenes.Id(top.scene) != scene ? new GameObject[0] : Walk.Below(top, false);
            }
            return Walk.All(scene == null ? scenes.Loaded() : new List<Scene> { scenes.FindLoaded(scene) });
        }

        private static void Sort(List<GameObject> found)
        {
            List<KeyValuePair<string, int>> keys = new List<KeyValuePair<string, int>>();
            for (int at = 0; at < found.Count; at++)
            {
                keys.Add(new KeyValuePair<string, int>(Hierarchy.Path(found[at].transform), at));
            }
            // Objects with equal paths keep their hierarchy order.
            keys.Sort((a, b) =>
            {
                int by = string.CompareOrdinal(a.Key, b.Key);
                return by != 0 ? by : a.Value.CompareTo(b.Value);
            });
            List<GameObject> sorted = keys.ConvertAll(key => found[key.Value]);
            found.Clear();
            found.AddRange(sorted);
        }

        private void Get(CallJob asked, JsonWriter value)
        {
            GameObject found = objects.Find(new Arguments(asked).Text("object"));
            value.Object().Name("reply").Text("object").Name("value");
            Card(found, value);
            value.EndObject();
        }

        private IEnumerator<Rest> Find(CallJob asked, JsonWriter value)
        {
            Arguments args = new Arguments(asked);
            string path = args.Text("path");
            path = path.StartsWith("/", StringComparison.Ordinal) ? path : "/" + path;
            bool numbered = path.IndexOf('[') >= 0;
            List<GameObject> found = new List<GameObject>();
            int seen = 0;
            foreach (Scene scene in scenes.Loaded())
            {
                List<GameObject> roots = SceneTable.Roots(scene);
                foreach (GameObject one in Walk.All(new[] { scene }))
                {
                    Transform at = one == null ? null : one.transform;
                    if (at != null && (Hierarchy.Path(at) == path || (numbered && Hierarchy.UniquePath(at, roots) == path)))
                    {
                        found.Add(one);
                    }
                    if (++seen % Walk.Step == 0)
                    {
                        yield return Rest.None;
                    }
                }
            }
            found.RemoveAll(one => one == null);
            Paged.Write(value, "objects", args.Inner("page"), found, Card);
        }

        private void Card(GameObject one, JsonWriter value)
        {
            Transform at = one.transform;
            value.Object().Name("id").Text(objects.Id(one)).Name("name").Text(one.name).Name("path").Text(Hierarchy.Path(at));
            value.Name("tag").Text(one.tag).Name("layer").Count(one.layer).Name("active").Bool(one.activeSelf);
            value.Name("active-in-hierarchy").Bool(one.activeInHierarchy);
            value.Name("component-count").Count(one.GetComponents<Component>().Length);
            value.Name("scene").Text(scenes.Id(one.scene));
            value.Name("parent").TextOrNull(at.parent == null ? null : objects.Id(at.parent.gameObject));
            value.Name("child-count").Count(at.childCount).Name("opaque").Bool(false).Name("global-id").Null().EndObject();
        }
    }
}
