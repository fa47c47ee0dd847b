using System.Collections.Generic;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>A column of a query, or a sort key: a fact, or a field.</summary>
    internal sealed class Column
    {
        /// <summary>Maximum list items that are shown.</summary>
        private const int Shown = 50;

        private readonly string fact;
        private readonly TypeUse type;
        private readonly FieldUse field;
        private readonly Facts facts;

        internal Column(string argument, Json given, Facts facts, ObjectTable objects)
        {
            this.facts = facts;
            Arguments column = new Arguments(given);
            if (column.Has("fact"))
            {
                fact = Facts.Named(argument, column.Text("fact"));
                if (fact == "prefab-root")
                {
                    throw new Failure("invalid-argument", argument + ": prefab_root is for conditions alone")
                    {
                        Hint = "select prefab for the outermost prefab; prefab_overrides lists all levels of one object"
                    };
                }
            }
            else if (column.Has("field"))
            {
                Arguments named = column.Inner("field");
                string rest;
                type = TypeUse.Split(named.Text("component"), out rest);
                string path = named.Text("path");
                field = new FieldUse(type, rest.Length == 0 ? path : rest + "." + path, objects);
                type.Check(argument);
                field.Check(argument);
            }
            else
            {
                throw Failure.Unsupported("the column " + given.Raw + " is not known here");
            }
        }

        /// <summary>Whether some object had a component of the type.</summary>
        internal bool IsMet { get; private set; }

        internal string Unmet
        {
            get { return type == null || IsMet ? null : type.Name; }
        }

        /// <summary>
        /// The value as JSON; null if absent. For several components an array in their order; for the component of the
        /// row only its value.
        /// </summary>
        internal string Of(GameObject one, Component row)
        {
            if (fact != null)
            {
                Item item = facts.Of(fact, one);
                return item == null ? null : item.Value.Raw;
            }
            List<Component> all = new List<Component>();
            bool own = row != null && type.Is(row);
            foreach (Component component in one.GetComponents<Component>())
            {
                if (own ? component == row : type.Is(component))
                {
                    all.Add(component);
                }
            }
            IsMet |= all.Count > 0;
            List<Item> found = all.ConvertAll(component => field.Read(component, Shown));
            if (found.Count < 2)
            {
                return found.Count == 0 || found[0] == null ? null : found[0].Value.Raw;
            }
            if (found.TrueForAll(item => item == null))
            {
                return null;
            }
            // Missing values stay as null, so that the same index means the same component in every column.
            JsonWriter list = new JsonWriter().List();
            found.ForEach(item => list.Raw(item == null ? "null" : item.Value.Raw));
            return list.EndList().ToString();
        }
    }
}
