namespace UnityTools.Bridge
{
    /// <summary>What a test run keeps over domain reloads.</summary>
    internal sealed class TestRunMemory
    {
        /// <summary>The id that the Test Framework gave to the run; null while the tests are looked up.</summary>
        internal string Run;

        /// <summary>The reply, once all tests have run; null before. Unity then still restores the scenes.</summary>
        internal string Reply;

        /// <summary>The error that the Test Framework reported for the run; null if there is none.</summary>
        internal string Error;

        internal static TestRunMemory Of(Job job)
        {
            TestRunMemory memory = new TestRunMemory();
            if (job.Memory != null)
            {
                Json source = JsonReader.Read(job.Memory);
                FrameMembers members = new FrameMembers("memory", source);
                memory.Run = members.TextIfAny("run");
                memory.Reply = source["reply"] == null ? null : source["reply"].Raw;
                memory.Error = members.TextIfAny("error");
            }
            return memory;
        }

        internal string Write()
        {
            JsonWriter text = new JsonWriter().Object().Name("run").TextOrNull(Run).Name("error").TextOrNull(Error);
            if (Reply != null)
            {
                text.Name("reply").Raw(Reply);
            }
            return text.EndObject().ToString();
        }
    }
}
