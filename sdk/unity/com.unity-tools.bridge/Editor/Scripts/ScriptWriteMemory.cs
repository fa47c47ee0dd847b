namespace UnityTools.Bridge
{
    /// <summary>What the job of a written script keeps over domain reloads.</summary>
    internal sealed class ScriptWriteMemory
    {
        /// <summary>The entry of the edit journal; 0 if the file already had the text.</summary>
        internal long Entry;

        /// <summary>Whether the file is new.</summary>
        internal bool IsCreated;

        /// <summary>The compilations that had begun when the script was imported; -1 before.</summary>
        internal long After = -1;

        internal static ScriptWriteMemory Of(Job job)
        {
            Json source = JsonReader.Read(job.Memory);
            FrameMembers members = new FrameMembers("memory", source);
            return new ScriptWriteMemory
            {
                Entry = members.Number("entry"),
                IsCreated = members.Any("created").Kind == JsonKind.True,
                After = members.NumberIfAny("after")
            };
        }

        internal string Write()
        {
            JsonWriter text = new JsonWriter().Object().Name("entry").Count(Entry).Name("created").Bool(IsCreated);
            if (After >= 0)
            {
                text.Name("after").Count(After);
            }
            return text.EndObject().ToString();
        }
    }
}
