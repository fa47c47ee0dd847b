using System;
using System.Collections.Generic;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>`selection` and `selection-edit`.</summary>
    internal sealed class SelectionFunctions
    {
        private readonly ObjectTable objects;
        private readonly Action changed;
        private readonly SelectedObjects selection;

        /// <param name="changed">Called after each change that Unity does not report itself.</param>
        internal SelectionFunctions(ObjectTable objects, SelectedObjects selection, Action changed)
        {
            this.selection = selection;
            this.objects = objects;
            this.changed = changed;
        }

        internal void AddTo(Functions functions)
        {
            functions.Add("selection/get", (asked, value) => Answer(value));
            functions.Add("selection-edit/select", Select);
        }

        /// <summary>The last given object becomes the active one, and the newest is first in the list.</summary>
        private void Select(CallJob asked, JsonWriter value)
        {
            List<GameObject> chosen = new List<GameObject>();
            foreach (string id in new Arguments(asked).Texts("objects"))
            {
                GameObject found = objects.Find(id);
                chosen.Remove(found);
                chosen.Insert(0, found);
            }
            if (selection.Set(chosen))
            {
                changed();
            }
            Answer(value);
        }

        private void Answer(JsonWriter value)
        {
            List<GameObject> selected = selection.Get();
            value.Object().Name("reply").Text("selection").Name("value").Object();
            value.Name("active").TextOrNull(selected.Count == 0 ? null : objects.Id(selected[0])).Name("items").List();
            foreach (GameObject one in selected)
            {
                value.Text(objects.Id(one));
            }
            value.EndList().EndObject().EndObject();
        }
    }
}
