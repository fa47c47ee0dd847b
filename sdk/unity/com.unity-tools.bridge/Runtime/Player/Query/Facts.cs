using System;
using System.Collections.Generic;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>The facts about an object, by the names that filters and columns use.</summary>
    internal sealed class Facts
    {
        private static readonly string[] Names =
        {
            "name", "path", "tag", "layer", "active", "active-self", "static", "prefab", "prefab-root", "component-count", "position", "parent",
            "components", "id", "depth", "child-count"
        };

        private readonly ObjectTable objects;
        private readonly UniquePaths paths = new UniquePaths();

        internal Facts(ObjectTable objects)
        {
            this.objects = objects;
        }

        /// <summary>Forgets what was read: the hierarchy may have changed since the last step.</summary>
        internal void BeginStep()
        {
            paths.Clear();
        }

        internal string Path(GameObject one)
        {
            return paths.Of(one.transform);
        }

        /// <exception cref="Failure">The fact does not exist; the message lists the valid facts.</exception>
        internal static string Named(string argument, string name)
        {
            string plain = name.Replace('_', '-');
            if (Array.IndexOf(Names, plain) >= 0)
            {
                return plain;
            }
            string[] known = Array.ConvertAll(Names, one => one.Replace('-', '_'));
            string listed = "there are: " + string.Join(", ", known) + "; a field is Type.path";
            Failure none = Near.None(argument, name, argument + ": there is no fact " + name + " of an object", known, listed);
            none.Hint = none.Hint == listed ? listed : none.Hint + " " + listed;
            throw none;
        }

        /// <summary>Null if a player cannot know the fact, because only the editor has it.</summary>
        internal Item Of(string fact, GameObject one)
        {
            Transform at = one.transform;
            switch (fact)
            {
                case "name":
                    return Item.Of(one.name);
                case "path":
                    return Item.Of(Path(one));
                case "tag":
                    return Item.Of(one.tag);
                case "layer":
                    return Layer(one.layer);
                case "active":
                    return Item.Of(one.activeInHierarchy);
                case "active-self":
                    return Item.Of(one.activeSelf);
                case "static":
                    return objects.StaticFlags == null ? null : StaticFlags.Item(objects.StaticFlags(one));
                case "component-count":
                    return Item.Of(one.GetComponents<Component>().Length);
                case "prefab":
                case "prefab-root":
                    return Prefab(one);
                case "position":
                    return new Item(Position(at.position), null, null);
                case "parent":
                    return new Item(at.parent == null ? "null" : Reference(at.parent.gameObject), null, null);
                case "components":
                    return new Item(Components(one), null, null);
                case "id":
                    return Item.Of(objects.Id(one));
                case "depth":
                    return Item.Of(Depth(at));
                case "child-count":
                    return Item.Of(at.childCount);
                default:
                    return null;
            }
        }

        internal string Reference(GameObject one)
        {
            JsonWriter to = new JsonWriter();
            to.Object().Name("ref").Text(objects.Id(one)).Name("name").Text(one.name).Name("type").Text("UnityEngine.GameObject").EndObject();
            return to.ToString();
        }

        /// <exception cref="Failure">The game has no such tag.</exception>
        internal static void CheckTag(Json given)
        {
            string tag = given.Kind == JsonKind.Text ? given.Text : "no text";
            try
            {
                // The only way to check a tag in a player: the call throws if the tag does not exist.
                GameObject.FindWithTag(tag);
            }
            catch (UnityException)
            {
                string[] known = ProjectFunctions.BuiltInTags;
                throw Near.None("tag", tag, "the project has no tag \"" + tag + "\"", known, "a player lists no tags; those of every game are: " + string.Join(", ", known));
            }
        }

        /// <summary>The number of the layer, which comparisons use.</summary>
        /// <exception cref="Failure">No layer has that name or number.</exception>
        internal static Json LayerNumber(Json given)
        {
            int number = given.Kind == JsonKind.Text && given.Text.Length > 0 ? LayerMask.NameToLayer(given.Text) : -1;
            double written;
            if (number < 0 && Numbers.Double((given.Text ?? "").Trim(), out written))
            {
                bool fits = written >= 0 && written < 32 && written.Equals(Math.Floor(written));
                if (!fits)
                {
                    throw Failure.Argument("layer is " + given.Raw + ", which no layer has: a layer has a name or a number from 0 to 31");
                }
                number = (int)written;
            }
            if (number < 0 && given.Kind == JsonKind.Text)
            {
                List<string> known = new List<string>();
                for (int layer = 0; layer < 32; layer++)
                {
                    string name = LayerMask.LayerToName(layer);
                    if (!string.IsNullOrEmpty(name))
                    {
                        known.Add(name);
                    }
                }
                throw Near.None("layer", given.Text, "the project has no layer \"" + given.Text + "\"", known, "layers are: " + string.Join(", ", known.ToArray()));
            }
            if (number < 0)
            {
                throw Failure.Argument("layer is " + given.Raw + ", which no layer has: a layer has a name or a number from 0 to 31");
            }
            return JsonReader.Read(new JsonWriter().Count(number).ToString());
        }

        internal static string Components(GameObject one)
        {
            JsonWriter to = new JsonWriter().List();
            foreach (Component component in one.GetComponents<Component>())
            {
                to.Text(ComponentTypes.Name(component));
            }
            return to.EndList().ToString();
        }

        /// <summary>Whether the object belongs to an instance of the prefab or model, also to a nested one.</summary>
        internal bool IsInstance(GameObject one, string path, bool isRoot)
        {
            return objects.Assets.IsInstance(one, path, isRoot);
        }

        internal string PrefabPath(string fact, Json given)
        {
            return objects.Assets.PrefabPath(fact, given);
        }

        private Item Prefab(GameObject one)
        {
            string path = objects.Assets.Prefab(one);
            return path == null ? null : path.Length == 0 ? new Item("null", null, null) : Item.Of(path);
        }

        private static Item Layer(int layer)
        {
            string name = LayerMask.LayerToName(layer);
            JsonWriter to = new JsonWriter();
            string written = string.IsNullOrEmpty(name) ? to.Count(layer).ToString() : to.Text(name).ToString();
            return new Item(written, layer, null);
        }

        /// <summary>Rounded, because digits beyond single precision have no meaning.</summary>
        private static string Position(Vector3 at)
        {
            JsonWriter to = new JsonWriter().List();
            foreach (float part in new[] { at.x, at.y, at.z })
            {
                double rounded = Math.Round(part * 1e5) / 1e5;
                to.Number(float.IsNaN(part) || float.IsInfinity(part) ? part : rounded.Equals(0.0) ? 0.0 : rounded);
            }
            return to.EndList().ToString();
        }

        private static int Depth(Transform at)
        {
            int depth = 0;
            for (Transform above = at.parent; above != null; above = above.parent)
            {
                depth++;
            }
            return depth;
        }
    }
}
