using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>`query`: finds objects by facts about them and by values of their components.</summary>
    internal sealed class QueryFunctions
    {
        /// <summary>The approximate time of one step; the next step continues from there.</summary>
        private const long GuardMs = 3000;

        /// <summary>Queries that are kept for their further pages, because several clients may page at once.</summary>
        private const int Kept = 4;

        private readonly ObjectTable objects;
        private readonly SceneTable scenes;
        private readonly Clock clock;
        private readonly Facts facts;
        private readonly StepClock step;
        private readonly QueryPage rows;
        private readonly List<Found> kept = new List<Found>();
        private int numbers;

        internal QueryFunctions(ObjectTable objects, SceneTable scenes, Clock clock)
        {
            this.objects = objects;
            this.scenes = scenes;
            this.clock = clock;
            facts = new Facts(objects);
            step = new StepClock(clock);
            rows = new QueryPage(objects, facts, step);
        }

        internal void AddTo(Functions functions)
        {
            functions.AddSteps("query/find", Find);
        }

        private IEnumerator<Rest> Find(CallJob asked, JsonWriter value)
        {
            Arguments request = new Arguments(asked).Inner("request");
            Arguments page = request.Inner("page");
            string cursor = page.TextIfAny("cursor");
            string about = About(request);
            int at = 0;
            Found found = cursor == null ? Begin(request, about) : Resume(cursor, about, out at);
            bool ended = found.IsComplete;
            long until = clock.Milliseconds + GuardMs;
            // The first query of a domain load also compiles this code, which takes longer than any step.
            yield return Rest.None;
            BeginStep();
            while (!ended && clock.Milliseconds < until && found.Next())
            {
                if (step.IsOver)
                {
                    yield return Rest.None;
                    BeginStep();
                }
            }
            if (!ended)
            {
                found.Sort();
            }
            if (found.IsComplete)
            {
                found.Filter.Check();
            }
            foreach (Rest rest in rows.Write(value, found, at, page))
            {
                yield return rest;
                BeginStep();
            }
            if (cursor == null && found.Rows.Count > 0)
            {
                Remark(asked, found);
            }
        }

        private void BeginStep()
        {
            facts.BeginStep();
            step.Begin();
        }

        private static string About(Arguments request)
        {
            StringBuilder about = new StringBuilder();
            foreach (string name in new[] { "scope", "filter", "per", "select", "order" })
            {
                about.Append(request.Any(name).Raw).Append('\n');
            }
            return about.ToString();
        }

        private Found Begin(Arguments request, string about)
        {
            Json perGiven = request.Any("per");
            TypeUse per = null;
            if (perGiven.Kind == JsonKind.Object)
            {
                per = new TypeUse(new Arguments(perGiven).Text("component"));
                per.Check("type");
            }
            else if (perGiven.Text != "object")
            {
                throw Failure.Unsupported("rows per " + perGiven.Raw + " are not known here");
            }
            Filter filter = new Filter(request.Any("filter").Items, per, facts, objects);
            List<Column> select = request.Any("select").Items.ConvertAll(one => new Column("select", one, facts, objects));
            List<KeyValuePair<Column, bool>> order = request.Any("order").Items.ConvertAll(one =>
            {
                Arguments key = new Arguments(one);
                return new KeyValuePair<Column, bool>(new Column("order", key.Any("column"), facts, objects), key.Bool("descending"));
            });
            QueryScope scope = new QueryScope(scenes, objects, request.Any("scope"));
            filter.Under().ForEach(scope.MustHold);
            List<KeyValuePair<string, string>> notSearched = new List<KeyValuePair<string, string>>();
            IEnumerable<GameObject> among = scope.Among(filter.NamedIds(), notSearched);
            return Keep(new Found(++numbers, about, filter, per, select, order, among, notSearched));
        }

        private Found Keep(Found found)
        {
            kept.Remove(found);
            kept.Add(found);
            if (kept.Count > Kept)
            {
                kept.RemoveAt(0);
            }
            return found;
        }

        private Found Resume(string cursor, string about, out int at)
        {
            string[] parts = cursor.Split(':');
            int number;
            at = 0;
            bool read = parts.Length == 2 & int.TryParse(parts[0], NumberStyles.None, CultureInfo.InvariantCulture, out number)
                && int.TryParse(parts[1], NumberStyles.None, CultureInfo.InvariantCulture, out at);
            Found found = read ? kept.Find(one => one.Number == number) : null;
            if (!read || (found != null && found.About != about))
            {
                throw Failure.Argument("`cursor` is none of this query");
            }
            if (found == null)
            {
                throw new Failure("conflict", "what this query had found is not kept any more") { Hint = "begin again without `cursor`" };
            }
            return Keep(found);
        }

        private static void Remark(CallJob asked, Found found)
        {
            List<string> told = new List<string>();
            foreach (Column column in found.Select)
            {
                if (column.Unmet != null && !told.Contains(column.Unmet))
                {
                    told.Add(column.Unmet);
                    asked.Note("select: no object of this page has a " + column.Unmet + " itself; those of its children are not read");
                }
            }
        }
    }
}
