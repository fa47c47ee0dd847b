using System.Collections.Generic;
using UnityEditor;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>The differences of an instance, or of a part of it, from its prefab. Values are read only for the rows of a page.</summary>
    internal sealed class OverridePlan : IDifferences
    {
        /// <summary>One row before its values are read.</summary>
        private struct Place
        {
            internal DifferenceRow Row;

            /// <summary>Null for a row without values.</summary>
            internal OverridePart Part;

            /// <summary>Path of the property, as Unity writes it.</summary>
            internal string Path;

            /// <summary>The added object, or the removed object of the prefab; null for another row.</summary>
            internal GameObject Whole;
        }

        private readonly List<Place> places = new List<Place>();
        private readonly Dictionary<Object, List<PropertyModification>> modifications = new Dictionary<Object, List<PropertyModification>>();
        private readonly PrefabInstanceParts instance;
        private readonly DifferenceRows rows;
        private readonly SerializedValue here;
        private readonly SerializedValue source;
        private readonly HashSet<Object> met = new HashSet<Object>();

        private readonly bool skipsDefaults;

        internal OverridePlan(ObjectTable objects, PrefabInstanceParts instance, GameObject top)
            : this(objects, instance, top, false)
        {
        }

        /// <param name="skipsDefaults">Whether the place and the name of the root are left out, which each instance has for itself.</param>
        internal OverridePlan(ObjectTable objects, PrefabInstanceParts instance, GameObject top, bool skipsDefaults)
        {
            this.skipsDefaults = skipsDefaults;
            this.instance = instance;
            rows = new DifferenceRows(objects);
            here = new SerializedValue(objects, null);
            source = new SerializedValue(objects, instance.Counterparts);
            Unused = new UnusedOverrides();
            Group(PrefabUtility.GetPropertyModifications(instance.Root) ?? new PropertyModification[0], top == instance.Root);
            foreach (GameObject one in instance.Objects)
            {
                if (one.transform.IsChildOf(top.transform))
                {
                    AddValues(one);
                    AddStructure(one, top);
                }
            }
            if (top == instance.Root)
            {
                AddUnmatched();
            }
        }

        internal UnusedOverrides Unused { get; private set; }

        public int Count
        {
            get { return places.Count; }
        }

        public string Key(int at)
        {
            return places[at].Row.Json() + places[at].Path;
        }

        public DifferenceRow Row(int at)
        {
            Place place = places[at];
            if (place.Part != null)
            {
                place.Row.Value = place.Part.Value(place.Path, here);
                place.Row.SourceValue = place.Part.SourceValue(place.Path, source);
            }
            return place.Row;
        }

        /// <summary>The object or component of the instance that a row is about, for a row with values; null for another row.</summary>
        internal Object Here(int at)
        {
            return places[at].Part == null ? null : places[at].Part.Here;
        }

        /// <summary>The added object, or the removed object of the prefab, that a row is about; null for another row.</summary>
        internal GameObject Whole(int at)
        {
            return places[at].Whole;
        }

        /// <summary>The path of the property of a row with values, as Unity writes it.</summary>
        internal string Path(int at)
        {
            return places[at].Path;
        }

        /// <param name="isWhole">Whether overrides of parts that are gone count; they belong to no object.</param>
        private void Group(PropertyModification[] all, bool isWhole)
        {
            foreach (PropertyModification one in all)
            {
                if (one.target == null)
                {
                    if (isWhole)
                    {
                        Unused.Add(SerializedPath.Shown(one.propertyPath), "its part is gone from the prefab, or its script is missing");
                    }
                    continue;
                }
                if (skipsDefaults && PrefabUtility.IsDefaultOverride(one))
                {
                    continue;
                }
                List<PropertyModification> known;
                if (!modifications.TryGetValue(one.target, out known))
                {
                    known = new List<PropertyModification>();
                    modifications.Add(one.target, known);
                }
                known.Add(one);
            }
        }

        private void AddValues(GameObject one)
        {
            AddValues(one, one, -1);
            Component[] components = one.GetComponents<Component>();
            for (int index = 0; index < components.Length; index++)
            {
                if (components[index] == null)
                {
                    continue;
                }
                if (PrefabInstanceParts.Source(components[index]) == null)
                {
                    if (instance.IsMissing)
                    {
                        continue;
                    }
                    Add(rows.OfComponent("added-component", one, components[index], index));
                    continue;
                }
                AddValues(one, components[index], index);
            }
            GameObject from = PrefabInstanceParts.Source(one);
            Component[] sources = from == null ? new Component[0] : from.GetComponents<Component>();
            for (int index = 0; index < sources.Length; index++)
            {
                if (sources[index] != null && !instance.Counterparts.ContainsKey(sources[index]))
                {
                    Add(rows.OfComponent("removed-component", one, sources[index], index));
                }
            }
        }

        private void AddValues(GameObject owner, Object part, int index)
        {
            Object from = PrefabInstanceParts.Source(part);
            List<PropertyModification> own;
            if (from == null || !modifications.TryGetValue(from, out own))
            {
                return;
            }
            met.Add(from);
            OverridePart values = new OverridePart(owner, part, from, index);
            foreach (string path in values.Paths(own, Unused))
            {
                DifferenceRow row = index < 0 ? rows.Of("value", owner) : rows.OfComponent("value", owner, (Component)part, index);
                row.Field = SerializedPath.Shown(path);
                places.Add(new Place { Row = row, Part = values, Path = path });
            }
        }

        private void AddStructure(GameObject one, GameObject top)
        {
            foreach (Transform child in one.transform)
            {
                if (!instance.Has(child.gameObject))
                {
                    places.Add(new Place { Row = rows.Of("added-object", child.gameObject), Whole = child.gameObject });
                }
            }
            GameObject from = PrefabInstanceParts.Source(one);
            if (from == null)
            {
                return;
            }
            foreach (Transform child in from.transform)
            {
                if (!instance.Counterparts.ContainsKey(child.gameObject))
                {
                    places.Add(new Place { Row = rows.Of("removed-object", child.gameObject), Whole = child.gameObject });
                }
            }
            // Play mode can move an object of an instance; the editor itself does not allow it.
            Transform parent = from.transform.parent;
            Object above;
            bool isKnown = one != top && parent != null && instance.Counterparts.TryGetValue(parent.gameObject, out above)
                && one.transform.parent != null && above == one.transform.parent.gameObject;
            if (one != top && parent != null && !isKnown)
            {
                Add(rows.Of("moved-object", one));
            }
        }

        private void AddUnmatched()
        {
            foreach (KeyValuePair<Object, List<PropertyModification>> each in modifications)
            {
                foreach (PropertyModification one in met.Contains(each.Key) ? new List<PropertyModification>() : each.Value)
                {
                    Unused.Add(SerializedPath.Shown(one.propertyPath), "its part is removed here, or its script is missing");
                }
            }
        }

        private void Add(DifferenceRow row)
        {
            places.Add(new Place { Row = row });
        }
    }
}
