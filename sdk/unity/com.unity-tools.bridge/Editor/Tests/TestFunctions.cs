namespace UnityTools.Bridge
{
    /// <summary>`editor-run/run-tests`, which needs Unity's Test Framework.</summary>
    internal static class TestFunctions
    {
        /// <summary>Called by <see cref="EditorParts"/>, by its name.</summary>
        internal static void AddTo(Functions functions, JobStore jobs)
        {
            // The bridge can open several times in a domain load; the jobs stay.
            if (!jobs.Serves(TestRunKind.KindName))
            {
                TestRunKind kind = new TestRunKind();
                jobs.Serve(kind);
                ExclusiveJobs.HoldsCalls = () => kind.IsBeginning;
                ExclusiveJobs.Others.Add(() => TestFramework.IsAnyRunActive ? TestConditions.Busy() : null);
            }
            functions.Add("editor-run/run-tests", (asked, value) => Run(jobs, asked, value));
        }

        private static void Run(JobStore jobs, CallJob asked, JsonWriter value)
        {
            Arguments arguments = new Arguments(asked);
            string mode = arguments.Text("mode");
            if (mode != "edit" && mode != "play")
            {
                throw Failure.Argument("`mode` is \"" + Surrogates.Cut(mode, 80) + "\", and can be edit or play");
            }
            string filter = arguments.TextIfAny("filter") ?? "";
            TestFilter.Check(filter);
            ExclusiveJobs.Check(jobs, TestRunKind.KindName);
            TestConditions.Check();
            string kept = new JsonWriter().Object().Name("mode").Text(mode).Name("filter").Text(filter).EndObject().ToString();
            JobFunctions.Began(value, jobs.Begin(TestRunKind.KindName, kept));
        }
    }
}
