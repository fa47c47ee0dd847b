using System.Collections.Generic;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>The differences of two objects with their descendants. Values are read only for the rows of a page.</summary>
    internal sealed class ComparisonPlan : IDifferences
    {
        private const int Most = 100000;

        /// <summary>One row before its values are read.</summary>
        private struct Place
        {
            internal DifferenceRow Row;

            /// <summary>Null for a row without values.</summary>
            internal OverridePart Part;

            internal string Path;
        }

        private readonly List<Place> places = new List<Place>();
        private readonly ObjectPairs pairs;
        private readonly DifferenceRows rows;
        private readonly SerializedValue reader;

        /// <exception cref="Failure">The two differ in too many places.</exception>
        internal ComparisonPlan(ObjectTable objects, ObjectPairs pairs)
        {
            this.pairs = pairs;
            rows = new DifferenceRows(objects);
            reader = new SerializedValue(objects, null);
            foreach (ObjectPairs.Pair pair in pairs.All)
            {
                Add(pair);
                if (places.Count > Most)
                {
                    throw new Failure("too-large", "the two differ in more than " + Most + " places") { Hint = "compare parts of them" };
                }
            }
        }

        /// <summary>Pairs of components whose scripts are missing.</summary>
        internal int Unread { get; private set; }

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
                place.Row.Value = place.Part.Value(place.Path, reader);
                place.Row.SourceValue = place.Part.SourceValue(place.Path, reader);
            }
            return place.Row;
        }

        private void Add(ObjectPairs.Pair pair)
        {
            AddValues(pair.First, pair.First, pair.Second, -1);
            foreach (KeyValuePair<ObjectPairs.Slot, ObjectPairs.Slot> both in pair.Components.Pairs)
            {
                if (both.Key.Component == null)
                {
                    Unread++;
                    continue;
                }
                AddValues(pair.First, both.Key.Component, both.Value.Component, both.Key.Index);
            }
            pair.Components.OnlyFirst.ForEach(one => Add(rows.OfComponent("added-component", pair.First, one.Component, one.Index)));
            pair.Components.OnlySecond.ForEach(one => Add(rows.OfComponent("removed-component", pair.First, one.Component, one.Index)));
            pair.Children.OnlyFirst.ForEach(child => Add(rows.Of("added-object", child)));
            pair.Children.OnlySecond.ForEach(child => Add(rows.Of("removed-object", child)));
        }

        private void AddValues(GameObject owner, Object one, Object two, int index)
        {
            OverridePart part = new OverridePart(owner, one, two, index);
            foreach (string path in SerializedDifference.Paths(part.HereObject, part.SourceObject, pairs, reader))
            {
                DifferenceRow row = index < 0 ? rows.Of("value", owner) : rows.OfComponent("value", owner, (Component)one, index);
                row.Field = SerializedPath.Shown(path);
                places.Add(new Place { Row = row, Part = part, Path = path });
            }
        }

        private void Add(DifferenceRow row)
        {
            places.Add(new Place { Row = row });
        }
    }
}
