namespace UnityTools.Bridge
{
    /// <summary>A list of differences whose values are read one row at a time.</summary>
    internal interface IDifferences
    {
        int Count { get; }

        /// <summary>A text that changes if another difference is at that position.</summary>
        string Key(int at);

        DifferenceRow Row(int at);
    }
}
