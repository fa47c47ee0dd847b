using System;
using System.Collections.Generic;
using System.Security.Cryptography;
using System.Text;

namespace UnityTools.Bridge
{
    /// <summary>The rows of a batch, and their digest, which binds an approval to exactly these rows.</summary>
    internal static class Plan
    {
        private const int Most = 500;

        internal static string Digest(List<PlanRow> rows)
        {
            StringBuilder all = new StringBuilder();
            // Each row is prefixed with its length, so that two different lists of rows never give the same text.
            rows.ForEach(row => all.Append(row.Bound().Length).Append(':').Append(row.Bound()).Append('\n'));
            using (SHA256 hash = SHA256.Create())
            {
                return Hex.Of(hash.ComputeHash(Encoding.UTF8.GetBytes(all.ToString())));
            }
        }

        /// <exception cref="Failure">The approved plan is another one.</exception>
        internal static void Check(Arguments args, string digest)
        {
            string meant = args.TextIfAny("digest");
            if (meant != null && meant != digest)
            {
                throw new Failure("conflict", "the changes would not be the planned ones: what they are about was changed since")
                {
                    Hint = "nothing was changed; look at what they would be now, by a dry run, or call again"
                };
            }
        }

        internal static void Write(JsonWriter to, List<PlanRow> rows, string digest)
        {
            to.Object().Name("digest").Text(digest).Name("changes");
            WriteRows(to, rows);
            to.Name("total").Count(rows.Count).Name("touches").Object().Name("objects").List();
            List<string> told = new List<string>();
            foreach (PlanRow row in rows)
            {
                if (row.MadeBy < 0 && row.Object != null && !told.Contains(row.Object))
                {
                    told.Add(row.Object);
                    to.Text(row.Object);
                }
            }
            to.EndList().Name("needs").List();
            foreach (PlanRow row in rows)
            {
                if (row.Need != null && !told.Contains(row.Need))
                {
                    told.Add(row.Need);
                    to.Raw(row.Need);
                }
            }
            to.EndList().EndObject().EndObject();
        }

        internal static void WriteRows(JsonWriter to, List<PlanRow> rows)
        {
            to.List();
            for (int at = 0; at < rows.Count && at < Most; at++)
            {
                rows[at].Write(to);
            }
            to.EndList();
        }
    }
}
