using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>`values`: the values of the components of several objects in one call, under their C# names.</summary>
    internal sealed class ValueFunctions
    {
        /// <summary>One requested component.</summary>
        private struct Row
        {
            internal GameObject On;
            internal Component Component;
            internal int Index;
        }

        private readonly ObjectTable objects;

        internal ValueFunctions(ObjectTable objects)
        {
            this.objects = objects;
        }

        internal void AddTo(Functions functions)
        {
            functions.AddSteps("values/read", Read);
        }

        private IEnumerator<Rest> Read(CallJob asked, JsonWriter value)
        {
            Arguments request = new Arguments(asked).Inner("request");
            Arguments page = request.Inner("page");
            List<string> paths = request.Texts("paths");
            List<Row> rows = Rows(request.Texts("objects"), request.Texts("types"));
            string state = State(rows);
            int at = Begin(page.TextIfAny("cursor"), state);
            CheckPaths(rows, paths);
            int items = request.Whole("items");
            int limit = page.Whole("limit");
            int bytes = page.Whole("max-bytes");
            value.Object().Name("reply").Text("values").Name("value").Object();
            value.Name("total").Count(rows.Count).Name("rows").List();
            for (int given = 0; at < rows.Count && given < limit; at++, given++)
            {
                string row = Written(rows[at], paths, items, Math.Max(1024, bytes), asked);
                bytes -= Encoding.UTF8.GetByteCount(row) + 1;
                if (bytes < 0 && given > 0)
                {
                    break;
                }
                value.Raw(row);
                yield return Rest.None;
            }
            string next = at < rows.Count ? at.ToString(CultureInfo.InvariantCulture) + ":" + state : null;
            value.EndList().Name("next").TextOrNull(next).EndObject().EndObject();
        }

        private List<Row> Rows(List<string> ids, List<string> types)
        {
            List<Row> rows = new List<Row>();
            foreach (string id in ids)
            {
                GameObject on = objects.Find(id);
                Component[] all = on.GetComponents<Component>();
                for (int index = 0; index < all.Length; index++)
                {
                    Component component = all[index];
                    bool wanted = types.Count == 0
                        || (component != null && types.Exists(type => ComponentTypes.IsCalled(component.GetType(), type)));
                    if (wanted)
                    {
                        rows.Add(new Row { On = on, Component = component, Index = index });
                    }
                }
            }
            return rows;
        }

        /// <summary>A checksum that differs if the list of components changes: FNV-1a over their ids.</summary>
        private static string State(List<Row> rows)
        {
            uint hash = 2166136261;
            foreach (Row row in rows)
            {
                long id = row.Component == null ? 0 : NativeId.Of(row.Component);
                hash = (hash ^ (uint)(id ^ (id >> 32))) * 16777619;
            }
            return hash.ToString("x8", CultureInfo.InvariantCulture);
        }

        private static int Begin(string cursor, string state)
        {
            if (cursor == null)
            {
                return 0;
            }
            string[] parts = cursor.Split(':');
            int at;
            if (parts.Length != 2 || !int.TryParse(parts[0], NumberStyles.None, CultureInfo.InvariantCulture, out at))
            {
                throw Failure.Argument("`cursor` is none of this list");
            }
            if (parts[1] != state)
            {
                throw new Failure("conflict", "the components changed since the page before") { Hint = "begin again without `cursor`" };
            }
            return at;
        }

        /// <summary>A name that no component has is reported as an error, because it can never give a value.</summary>
        private static void CheckPaths(List<Row> rows, List<string> paths)
        {
            foreach (string path in paths)
            {
                string name = path.Split('.', '[')[0];
                if (rows.Count > 0 && !rows.Exists(row => row.Component != null && MemberTable.Find(row.Component.GetType(), name) != null))
                {
                    throw Failure.NotFound("none of these components has a member `" + name + "`");
                }
            }
        }

        private string Written(Row row, List<string> paths, int items, int bytes, CallJob asked)
        {
            JsonWriter to = new JsonWriter();
            List<string> cut = new List<string>();
            // The component may have been destroyed since the page began.
            bool there = row.Component != null;
            bool? enabled = there ? ComponentFunctions.Enabled(row.Component) : null;
            to.Object().Name("object").Text(objects.Id(row.On)).Name("index").Count(row.Index);
            to.Name("type-name").Text(ComponentTypes.Name(row.Component)).Name("enabled");
            if (enabled.HasValue)
            {
                to.Bool(enabled.Value);
            }
            else
            {
                to.Null();
            }
            to.Name("fields").List();
            foreach (string path in there ? Wanted(row.Component.GetType(), paths, enabled.HasValue) : new List<string>())
            {
                Field(to, row.Component, path, items, bytes, cut, asked);
            }
            to.EndList().Name("cut").List();
            foreach (string path in cut)
            {
                to.Text(path);
            }
            return to.EndList().EndObject().ToString();
        }

        /// <param name="switched">Whether the row itself contains the enabled flag of the component.</param>
        private static List<string> Wanted(Type type, List<string> paths, bool switched)
        {
            if (paths.Count > 0)
            {
                return paths.FindAll(path => MemberTable.Find(type, path.Split('.', '[')[0]) != null);
            }
            List<string> all = MemberTable.Of(type).ConvertAll(member => member.CSharpName ?? member.Name);
            return all.FindAll(name => !switched || name != "enabled");
        }

        private void Field(JsonWriter to, Component component, string path, int items, int bytes, List<string> cut, CallJob asked)
        {
            string shown;
            bool whole;
            try
            {
                Type type;
                object found = MemberPath.Read(component.GetType(), path).GetShown(component, out type);
                shown = ValueTypes.CanShow(type) ? ValueWriter.Write(found, objects, items, out whole) : Unshown(out whole);
            }
            catch (Failure failure)
            {
                // A property may throw, and null has no members; the other values are still returned.
                asked.Note("`" + path + "` of " + component.GetType().FullName + " cannot be read: " + failure.Message);
                return;
            }
            bool fits = shown != null && Encoding.UTF8.GetByteCount(shown) <= bytes;
            if (!whole || !fits)
            {
                cut.Add(path);
            }
            if (fits)
            {
                to.List().Text(path).Raw(shown).EndList();
            }
        }

        private static string Unshown(out bool whole)
        {
            whole = false;
            return null;
        }
    }
}
