using System.Collections.Generic;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>The filter of a query, prepared once and evaluated for each object.</summary>
    internal sealed class Filter
    {
        /// <summary>Maximum list items that a test checks.</summary>
        private const int Items = 10000;

        private sealed class Test
        {
            internal string Fact;
            internal FieldUse Field;
            internal string Op;
            internal Json Given;
            internal Wanted Wanted;

            /// <summary>The asset path with which a fact about prefabs is compared; null for other tests.</summary>
            internal string Prefab;

            /// <summary>Whether any static flag must be set; null for other tests.</summary>
            internal bool? IsStatic;
        }

        private sealed class Node
        {
            internal string Kind;
            internal List<int> Of = new List<int>();
            internal TypeUse Type;
            internal List<Test> Tests = new List<Test>();
            internal GameObject Under;
        }

        private static readonly Json Null = JsonReader.Read("null");

        private readonly List<Node> nodes = new List<Node>();
        private readonly ObjectTable objects;
        private readonly Facts facts;
        private readonly TypeUse per;

        /// <param name="per">The type whose components are the rows; null if the rows are objects.</param>
        internal Filter(List<Json> given, TypeUse per, Facts facts, ObjectTable objects)
        {
            this.objects = objects;
            this.facts = facts;
            this.per = per;
            foreach (Json node in given)
            {
                nodes.Add(Read(node));
            }
        }

        /// <summary>
        /// The only objects for which the filter can be true; null if it is not limited to some objects.
        /// </summary>
        internal List<string> NamedIds()
        {
            return nodes.Count == 0 ? null : NamedIds(nodes.Count - 1);
        }

        /// <summary>The objects below which the query searches.</summary>
        internal List<GameObject> Under()
        {
            return nodes.FindAll(node => node.Kind == "under").ConvertAll(node => node.Under);
        }

        internal bool Takes(GameObject one, Component[] all, int row)
        {
            return nodes.Count == 0 || Holds(nodes.Count - 1, one, all, row);
        }

        /// <summary>Called after all objects were checked.</summary>
        /// <exception cref="Failure">A value is compared that no component could have.</exception>
        internal void Check()
        {
            foreach (Node node in nodes)
            {
                foreach (Test test in node.Tests)
                {
                    if (test.Field != null)
                    {
                        test.Wanted.Check(test.Field.Name);
                    }
                }
            }
        }

        private Node Read(Json given)
        {
            Arguments node = new Arguments(given);
            string kind = given.Names.Count == 1 ? given.Names[0] : "";
            switch (kind)
            {
                case "all":
                case "any":
                    return new Node { Kind = kind, Of = given.Items[0].Items.ConvertAll(one => Earlier(one)) };
                case "not":
                    return new Node { Kind = kind, Of = new List<int> { Earlier(given.Items[0]) } };
                case "under":
                    return new Node { Kind = kind, Under = objects.Find(node.Text(kind)) };
                case "fact":
                    return new Node { Kind = kind, Tests = new List<Test> { OfFact(node.Inner(kind)) } };
                case "component":
                    return OfComponent(node.Inner(kind));
                default:
                    throw Failure.Unsupported("the filter node " + kind + " is not known here");
            }
        }

        private int Earlier(Json number)
        {
            long at;
            if (number.Kind != JsonKind.Number || !Numbers.Long(number.Text, out at) || at < 0 || at >= nodes.Count)
            {
                throw Failure.Argument("`filter` names the node " + number.Raw + ", and nodes may name earlier ones only");
            }
            return (int)at;
        }

        private static Test Common(Arguments given)
        {
            return new Test { Op = given.Text("op"), Given = given.Has("value") ? given.Any("value") : Null };
        }

        private Test OfFact(Arguments given)
        {
            Test test = Common(given);
            test.Fact = Facts.Named("where", given.Text("path"));
            bool equals = test.Op == "equal" || test.Op == "unequal";
            if (test.Fact == "tag" && equals)
            {
                Facts.CheckTag(test.Given);
            }
            else if (test.Fact == "layer" && equals)
            {
                test.Given = Facts.LayerNumber(test.Given);
            }
            else if (test.Fact == "static" && equals && (test.Given.Kind == JsonKind.True || test.Given.Kind == JsonKind.False))
            {
                test.IsStatic = test.Given.Kind == JsonKind.True;
            }
            else if (test.Fact == "static" && equals && !test.Given.IsNull)
            {
                test.Given = StaticFlags.Number(test.Given);
            }
            else if (IsPrefab(test.Fact) && equals && !test.Given.IsNull)
            {
                test.Prefab = facts.PrefabPath(test.Fact, test.Given);
            }
            return test;
        }

        private static bool IsPrefab(string fact)
        {
            return fact == "prefab" || fact == "prefab-root";
        }

        private Node OfComponent(Arguments given)
        {
            string rest;
            TypeUse type = TypeUse.Split(given.Text("type-name"), out rest);
            Node node = new Node { Kind = "component", Type = type };
            List<Json> tests = given.Any("tests").Items;
            type.Check(tests.Count == 0 ? "type" : "where");
            foreach (Json one in tests)
            {
                Test test = Common(new Arguments(one));
                string path = new Arguments(one).Text("path");
                test.Field = new FieldUse(type, rest.Length == 0 ? path : rest + "." + path, objects);
                test.Field.Check("where");
                test.Wanted = new Wanted(test.Given);
                node.Tests.Add(test);
            }
            return node;
        }

        private List<string> NamedIds(int at)
        {
            Node node = nodes[at];
            if (node.Kind == "fact" && node.Tests[0].Fact == "id" && node.Tests[0].Op == "equal" && node.Tests[0].Given.Kind == JsonKind.Text)
            {
                return new List<string> { node.Tests[0].Given.Text };
            }
            List<string> all = new List<string>();
            foreach (int below in node.Of)
            {
                List<string> ids = node.Kind == "not" ? null : NamedIds(below);
                if (ids != null && node.Kind == "all")
                {
                    return ids;
                }
                if (ids == null && node.Kind != "all")
                {
                    return null;
                }
                all.AddRange(ids ?? new List<string>());
            }
            return node.Kind == "any" ? all : null;
        }

        private bool Holds(int at, GameObject one, Component[] all, int row)
        {
            Node node = nodes[at];
            switch (node.Kind)
            {
                case "all":
                    return node.Of.TrueForAll(below => Holds(below, one, all, row));
                case "any":
                    return node.Of.Exists(below => Holds(below, one, all, row));
                case "not":
                    return !Holds(node.Of[0], one, all, row);
                case "under":
                    return node.Under != null && node.Under != one && one.transform.IsChildOf(node.Under.transform);
                case "fact":
                    return OfObject(node.Tests[0], one);
                default:
                    // If rows are components of this type, its tests apply to the component of the row.
                    bool own = per != null && per.Name == node.Type.Name;
                    return node.Type.Places(all).Exists(place => (!own || place == row) && Passes(node.Tests, all[place]));
            }
        }

        private static bool Passes(List<Test> tests, Component component)
        {
            return tests.TrueForAll(test =>
            {
                Item item = test.Field.Read(component, Items);
                return item != null && test.Wanted.Holds(item, test.Op);
            });
        }

        private bool OfObject(Test test, GameObject one)
        {
            bool text = test.Given.Kind == JsonKind.Text;
            string given = test.Given.Text;
            if (test.Fact == "path" && text && given.IndexOf('[') < 0)
            {
                // Most callers use the path without sibling numbers; if several objects have it, `equal` matches the
                // first.
                bool holds = Comparing.Passes(Item.Of(Hierarchy.Path(one.transform)), test.Op, test.Given);
                return holds && (test.Op != "equal" || facts.Path(one) == given);
            }
            if (test.Fact == "parent" && test.Op == "missing")
            {
                return one.transform.parent == null;
            }
            if (test.Fact == "parent" && text && given.StartsWith("/", System.StringComparison.Ordinal) && (test.Op == "equal" || test.Op == "unequal"))
            {
                Transform parent = one.transform.parent;
                bool same = parent != null && facts.Path(parent.gameObject) == given;
                return same == (test.Op == "equal");
            }
            if (test.Fact == "components" && text && test.Op == "contains")
            {
                // By short or full name, like component types.
                return facts.Of(test.Fact, one).Value.Items.Exists(full =>
                    full.Text == given || full.Text.Substring(full.Text.LastIndexOf('.') + 1) == given);
            }
            Item item = facts.Of(test.Fact, one);
            if (item != null && test.Prefab != null)
            {
                return facts.IsInstance(one, test.Prefab, test.Fact == "prefab-root") == (test.Op == "equal");
            }
            if (item != null && test.IsStatic.HasValue)
            {
                return ((item.Number != 0) == test.IsStatic.Value) == (test.Op == "equal");
            }
            return item != null && Comparing.Passes(item, test.Op, test.Given);
        }
    }
}
