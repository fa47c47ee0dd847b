namespace UnityTools.Bridge
{
    /// <summary>One line of Unity's console.</summary>
    internal sealed class LogLine
    {
        internal const int LongestText = 16 << 10;
        internal const int LongestStack = 16 << 10;

        internal LogLine()
        {
            Thread = -1;
        }

        /// <summary>`debug`, `info`, `warn` or `error`.</summary>
        internal string Level { get; set; }

        internal string Text { get; set; }

        /// <summary>Null if absent.</summary>
        internal string Stack { get; set; }

        /// <summary>Milliseconds since 1970.</summary>
        internal long TimeMs { get; set; }

        /// <summary>The id of the managed thread; -1 if unknown.</summary>
        internal long Thread { get; set; }

        /// <summary>The origin of the line, such as `compiler`; null for a line of the console.</summary>
        internal string Source { get; set; }

        /// <summary>The approximate size in memory.</summary>
        internal int Weight
        {
            get { return 64 + 2 * (Text.Length + (Stack == null ? 0 : Stack.Length)); }
        }

        internal void Write(JsonWriter to)
        {
            to.Object().Name("level").Text(Level).Name("text").Text(Text);
            if (!string.IsNullOrEmpty(Stack))
            {
                to.Name("stack").Text(Stack);
            }
            to.Name("time-ms").Count(TimeMs);
            if (Thread >= 0)
            {
                to.Name("thread").Count(Thread);
            }
            if (Source != null)
            {
                to.Name("source").Text(Source);
            }
            to.EndObject();
        }
    }
}
