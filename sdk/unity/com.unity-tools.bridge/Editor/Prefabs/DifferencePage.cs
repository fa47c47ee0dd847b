using System.Collections.Generic;
using System.Globalization;

namespace UnityTools.Bridge
{
    /// <summary>Writes one page of differences.</summary>
    internal static class DifferencePage
    {
        /// <exception cref="Failure">The cursor is of another list, or the list changed since.</exception>
        internal static void Write(JsonWriter value, Arguments page, IDifferences all, IEnumerable<string> sources, int unused)
        {
            string state = State(all);
            int at = Begin(page.TextIfAny("cursor"), state);
            int limit = page.Whole("limit");
            long bytes = page.Whole("max-bytes");
            value.Object().Name("reply").Text("overrides").Name("value").Object().Name("sources").List();
            foreach (string source in sources)
            {
                value.Text(source);
            }
            value.EndList().Name("total").Count(all.Count).Name("complete").Bool(true).Name("rows").List();
            for (int given = 0; at < all.Count && given < limit; at++, given++)
            {
                DifferenceRow row = all.Row(at);
                bytes -= row.Bytes() + 1;
                if (bytes < 0 && given > 0)
                {
                    break;
                }
                value.Raw(row.Json());
            }
            string next = at < all.Count ? at.ToString(CultureInfo.InvariantCulture) + ":" + state : null;
            value.EndList().Name("next").TextOrNull(next).Name("unused").Count(unused).EndObject().EndObject();
        }

        /// <summary>A checksum that differs if the list changes: FNV-1a over its rows.</summary>
        private static string State(IDifferences all)
        {
            uint hash = 2166136261;
            for (int at = 0; at < all.Count; at++)
            {
                foreach (char letter in all.Key(at))
                {
                    hash = unchecked((hash ^ letter) * 16777619);
                }
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
                throw new Failure("conflict", "the differences changed since the page before") { Hint = "begin again without `cursor`" };
            }
            return at;
        }
    }
}
