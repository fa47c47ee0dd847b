using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text;

namespace UnityTools.Bridge
{
    /// <summary>Writes one page of a query.</summary>
    internal sealed class QueryPage
    {
        private const int MostNamed = 20;

        /// <summary>JSON bytes of a row without its texts.</summary>
        private const int RowBytes = 60;

        private readonly ObjectTable objects;
        private readonly Facts facts;
        private readonly StepClock step;

        internal QueryPage(ObjectTable objects, Facts facts, StepClock step)
        {
            this.objects = objects;
            this.facts = facts;
            this.step = step;
        }

        /// <summary>Each element of the result ends a step.</summary>
        /// <param name="at">The first row.</param>
        internal IEnumerable<Rest> Write(JsonWriter value, Found found, int at, Arguments page)
        {
            int limit = page.Whole("limit");
            int bytes = page.Whole("max-bytes");
            value.Object().Name("reply").Text("found").Name("value").Object();
            value.Name("total").Count(found.Rows.Count).Name("complete").Bool(found.IsComplete).Name("rows").List();
            for (int given = 0; at < found.Rows.Count && given < limit; at++)
            {
                if (step.IsOver)
                {
                    yield return Rest.None;
                }
                // The object may have been destroyed since it was found.
                if (found.Rows[at].On == null)
                {
                    continue;
                }
                int weight;
                string row = Row(found, found.Rows[at], out weight);
                bytes -= weight;
                if (bytes < 0 && given > 0)
                {
                    break;
                }
                value.Raw(row);
                given++;
            }
            bool more = at < found.Rows.Count || (!found.IsComplete && !found.IsFull && !found.IsOrdered);
            string next = found.Number.ToString(CultureInfo.InvariantCulture) + ":" + at.ToString(CultureInfo.InvariantCulture);
            value.EndList().Name("next").TextOrNull(more ? next : null).Name("not-searched").List();
            foreach (KeyValuePair<string, string> skipped in found.NotSearched.GetRange(0, Math.Min(MostNamed, found.NotSearched.Count)))
            {
                value.Object().Name("file").Text(skipped.Key).Name("why").Text(skipped.Value).EndObject();
            }
            value.EndList().Name("not-searched-total").Count(found.NotSearched.Count).EndObject().EndObject();
        }

        private string Row(Found found, Found.Row row, out int weight)
        {
            string file = SceneTable.File(row.On.scene);
            string path = facts.Path(row.On);
            weight = RowBytes + Encoding.UTF8.GetByteCount(file) + Encoding.UTF8.GetByteCount(path) + 4;
            JsonWriter to = new JsonWriter();
            to.Object().Name("object").Text(objects.Id(row.On)).Name("file").Text(file).Name("path").Text(path).Name("component");
            if (row.Index < 0)
            {
                to.Null();
            }
            else
            {
                to.Count(row.Index);
            }
            to.Name("cells").List();
            foreach (Column column in found.Select)
            {
                string cell = column.Of(row.On, row.Component);
                weight += cell == null ? 2 : Encoding.UTF8.GetByteCount(cell) + 24;
                to.List();
                if (cell != null)
                {
                    to.Raw(cell);
                }
                to.EndList();
            }
            return to.EndList().EndObject().ToString();
        }
    }
}
