using System;
using System.Collections.Generic;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace UnityTools.Bridge
{
    /// <summary>The results of a query so far, kept for the following pages.</summary>
    internal sealed class Found
    {
        /// <summary>Maximum rows of one query; beyond that, the answer is marked as not complete.</summary>
        internal const int Most = 1000000;

        internal sealed class Row
        {
            internal GameObject On;

            /// <summary>Null if a row is an object.</summary>
            internal Component Component;

            internal int Index;
            internal List<Json> Keys;
        }

        private static readonly Json Null = JsonReader.Read("null");

        internal readonly int Number;

        /// <summary>The request without its page.</summary>
        internal readonly string About;

        internal readonly List<Row> Rows = new List<Row>();
        internal readonly List<Column> Select;

        /// <summary>Files that were not searched, with the reason.</summary>
        internal readonly List<KeyValuePair<string, string>> NotSearched;

        internal readonly Filter Filter;

        private readonly TypeUse per;
        private readonly List<KeyValuePair<Column, bool>> order;
        private readonly IEnumerator<GameObject> walk;

        internal Found(
            int number,
            string about,
            Filter filter,
            TypeUse per,
            List<Column> select,
            List<KeyValuePair<Column, bool>> order,
            IEnumerable<GameObject> among,
            List<KeyValuePair<string, string>> notSearched)
        {
            Number = number;
            About = about;
            Filter = filter;
            this.per = per;
            Select = select;
            this.order = order;
            NotSearched = notSearched;
            walk = among.GetEnumerator();
        }

        internal bool IsComplete { get; private set; }

        internal bool IsOrdered
        {
            get { return order.Count > 0; }
        }

        internal bool IsFull
        {
            get { return Rows.Count >= Most; }
        }

        /// <summary>Checks the next object; returns false at the end.</summary>
        internal bool Next()
        {
            if (IsComplete || IsFull || !walk.MoveNext())
            {
                IsComplete = IsComplete || !IsFull;
                return false;
            }
            GameObject one = walk.Current;
            if (one == null)
            {
                return true;
            }
            Component[] all = one.GetComponents<Component>();
            foreach (int place in per == null ? new List<int> { -1 } : per.Places(all))
            {
                if (Filter.Takes(one, all, place))
                {
                    Component component = place < 0 ? null : all[place];
                    List<Json> keys = order.ConvertAll(key => Key(key.Key.Of(one, component)));
                    Rows.Add(new Row { On = one, Component = component, Index = place, Keys = keys });
                }
            }
            return true;
        }

        /// <summary>
        /// Sorts by the keys, then by the hierarchy, which is the order in which the rows were found.
        /// </summary>
        internal void Sort()
        {
            if (!IsOrdered)
            {
                return;
            }
            Dictionary<Row, int> came = new Dictionary<Row, int>();
            for (int at = 0; at < Rows.Count; at++)
            {
                came.Add(Rows[at], at);
            }
            Rows.Sort((one, other) =>
            {
                for (int key = 0; key < order.Count; key++)
                {
                    int by = Comparing.Order(one.Keys[key], other.Keys[key]);
                    if (by != 0)
                    {
                        return order[key].Value ? -by : by;
                    }
                }
                return came[one].CompareTo(came[other]);
            });
        }

        private static Json Key(string json)
        {
            return json == null ? Null : JsonReader.Read(json);
        }
    }
}
