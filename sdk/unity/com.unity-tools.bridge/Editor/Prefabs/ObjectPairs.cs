using System.Collections.Generic;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>The corresponding objects and components of two hierarchies, each pair after that of its parents.</summary>
    internal sealed class ObjectPairs
    {
        /// <summary>A component at its position; null if its script is missing.</summary>
        internal sealed class Slot
        {
            internal Component Component;
            internal int Index;
        }

        /// <summary>Two corresponding objects.</summary>
        internal sealed class Pair
        {
            internal GameObject First;
            internal GameObject Second;
            internal Matched<Slot> Components;
            internal Matched<GameObject> Children;
        }

        internal readonly List<Pair> All = new List<Pair>();

        /// <summary>The number of the pair that an object or component belongs to, for each side.</summary>
        private readonly Dictionary<Object, int> first = new Dictionary<Object, int>();
        private readonly Dictionary<Object, int> second = new Dictionary<Object, int>();
        private readonly List<GameObject> shared = new List<GameObject>();

        internal ObjectPairs(GameObject one, GameObject two)
        {
            List<GameObject> other = PrefabInstanceParts.Chain(two);
            shared = PrefabInstanceParts.Chain(one).FindAll(other.Contains);
            Stack<KeyValuePair<GameObject, GameObject>> open = new Stack<KeyValuePair<GameObject, GameObject>>();
            open.Push(new KeyValuePair<GameObject, GameObject>(one, two));
            while (open.Count > 0)
            {
                KeyValuePair<GameObject, GameObject> at = open.Pop();
                Pair pair = Match(at.Key, at.Value);
                first[at.Key] = All.Count;
                second[at.Value] = All.Count;
                All.Add(pair);
                for (int child = pair.Children.Pairs.Count - 1; child >= 0; child--)
                {
                    open.Push(pair.Children.Pairs[child]);
                }
            }
        }

        /// <summary>The objects of prefabs that both hierarchies come from, the outermost first.</summary>
        internal List<GameObject> Shared
        {
            get { return shared; }
        }

        /// <summary>Whether references to these objects mean the same in both hierarchies.</summary>
        internal bool Correspond(Object one, Object two)
        {
            int pair = Number(one, first);
            int other = Number(two, second);
            if (pair < 0 && other < 0)
            {
                return one == two;
            }
            return pair == other && Place(one) == Place(two);
        }

        private static int Number(Object one, Dictionary<Object, int> known)
        {
            Component component = one as Component;
            Object owner = component == null ? one : component.gameObject;
            int number;
            return owner != null && known.TryGetValue(owner, out number) ? number : -1;
        }

        private static int Place(Object one)
        {
            Component component = one as Component;
            return component == null ? -1 : ObjectTable.IndexOf(component);
        }

        private Pair Match(GameObject one, GameObject two)
        {
            // Sources are compared only below two instances of one prefab.
            Object own = shared.Count == 0 ? null : PrefabInstanceParts.Source(one);
            bool isSame = own != null && own == PrefabInstanceParts.Source(two);
            return new Pair
            {
                First = one,
                Second = two,
                Components = new Matched<Slot>(Components(one, isSame), Components(two, isSame)),
                Children = new Matched<GameObject>(Children(one), Children(two))
            };
        }

        private static List<Matched<Slot>.Item> Components(GameObject one, bool isSame)
        {
            List<Matched<Slot>.Item> items = new List<Matched<Slot>.Item>();
            foreach (Component component in one.GetComponents<Component>())
            {
                Object source = isSame ? PrefabInstanceParts.Source(component) : null;
                items.Add(new Matched<Slot>.Item
                {
                    Value = new Slot { Component = component, Index = items.Count },
                    Source = source == null ? null : source,
                    Name = ComponentTypes.Name(component)
                });
            }
            return items;
        }

        private List<Matched<GameObject>.Item> Children(GameObject one)
        {
            List<Matched<GameObject>.Item> items = new List<Matched<GameObject>.Item>();
            foreach (Transform child in one.transform)
            {
                items.Add(new Matched<GameObject>.Item { Value = child.gameObject, Source = Origin(child.gameObject), Name = child.name });
            }
            return items;
        }

        /// <summary>The object of the shared prefab that this one comes from; null if there is none.</summary>
        private object Origin(GameObject one)
        {
            if (shared.Count == 0)
            {
                return null;
            }
            Transform root = shared[0].transform.root;
            GameObject found = PrefabInstanceParts.Chain(one).Find(source => source.transform.root == root);
            return found == null ? null : found;
        }
    }
}
