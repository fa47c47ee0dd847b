namespace UnityTools.Bridge
{
    /// <summary>The rows of changes of assets.</summary>
    internal static class AssetRows
    {
        private const string PathField = "path";

        /// <summary>An asset appears, disappears or gets another path.</summary>
        /// <param name="file">The path before the change; that of a new asset.</param>
        /// <param name="old">Null if the asset is new.</param>
        /// <param name="now">Null if the asset is deleted.</param>
        internal static PlanRow OfPath(int edit, string file, string old, string now)
        {
            return new PlanRow { Edit = edit, File = file, Field = PathField, Old = Quoted(old), New = Quoted(now) };
        }

        /// <summary>The row of the change that undoes the one of this row.</summary>
        internal static PlanRow Inverse(PlanRow row)
        {
            PlanRow inverse = row.Inverse();
            if (row.Field == PathField && row.Type == null && inverse.Old != null)
            {
                inverse.File = JsonReader.Read(inverse.Old).Text;
            }
            return inverse;
        }

        /// <summary>A text as JSON; null if there is none, so that the row leaves the member out.</summary>
        internal static string Quoted(string text)
        {
            return text == null ? null : new JsonWriter().Text(text).ToString();
        }
    }
}
