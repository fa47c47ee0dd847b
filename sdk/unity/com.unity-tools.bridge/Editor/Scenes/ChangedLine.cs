namespace UnityTools.Bridge
{
    /// <summary>One changed, removed or added line of a file.</summary>
    internal struct ChangedLine
    {
        /// <summary>From 1, in the old file; for an added line, the line that it comes before.</summary>
        internal long Line;

        /// <summary>Null if the line is added.</summary>
        internal string Old;

        /// <summary>Null if the line is removed.</summary>
        internal string New;
    }
}
