namespace UnityTools.Bridge
{
    /// <summary>`refresh-run/refresh`: imports files that other programs changed, as a job.</summary>
    internal sealed class RefreshFunctions
    {
        private readonly JobStore jobs;

        internal RefreshFunctions(JobStore jobs, Clock clock)
        {
            this.jobs = jobs;
            // The bridge can open several times in a domain load; the jobs stay.
            if (!jobs.Serves(RefreshKind.KindName))
            {
                jobs.Serve(new RefreshKind(clock));
            }
        }

        internal void AddTo(Functions functions)
        {
            functions.Add("refresh-run/refresh", Refresh);
        }

        private void Refresh(CallJob asked, JsonWriter value)
        {
            ExclusiveJobs.Check(jobs, RefreshKind.KindName);
            RefreshKind.Check();
            JobFunctions.Began(value, jobs.Begin(RefreshKind.KindName, "{}"));
        }
    }
}
