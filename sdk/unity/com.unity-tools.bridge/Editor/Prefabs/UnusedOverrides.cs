using System.Collections.Generic;

namespace UnityTools.Bridge
{
    /// <summary>Overrides that Unity ignores: their number, and the first ones with the reason.</summary>
    internal sealed class UnusedOverrides
    {
        private const int Named = 5;

        private readonly List<string> first = new List<string>();

        internal int Count { get; private set; }

        internal void Add(string path, string why)
        {
            Count++;
            if (first.Count < Named)
            {
                first.Add(path + " (" + why + ")");
            }
        }

        /// <summary>Null if there are none.</summary>
        internal string Note()
        {
            if (Count == 0)
            {
                return null;
            }
            string more = Count > first.Count ? " and " + (Count - first.Count) + " more" : "";
            return Count + " overrides are in the instance and change nothing: " + string.Join(", ", first.ToArray()) + more;
        }
    }
}
