namespace UnityTools.Bridge
{
    /// <summary>`build-run/build`: builds a player as a job.</summary>
    internal sealed class BuildFunctions
    {
        private readonly JobStore jobs;

        internal BuildFunctions(JobStore jobs, Clock clock)
        {
            this.jobs = jobs;
            // The bridge can open several times in a domain load; the jobs stay.
            if (!jobs.Serves(BuildKind.KindName))
            {
                jobs.Serve(new BuildKind(clock));
            }
        }

        internal void AddTo(Functions functions)
        {
            functions.Add("build-run/build", Build);
        }

        private void Build(CallJob asked, JsonWriter value)
        {
            BuildRequest request = BuildRequest.Read(new Arguments(asked));
            ExclusiveJobs.CheckOnly(jobs, BuildKind.KindName);
            ExclusiveJobs.Check(jobs, BuildKind.KindName);
            BuildKind.Check();
            JobFunctions.Began(value, jobs.Begin(BuildKind.KindName, request.Write()));
        }
    }
}
