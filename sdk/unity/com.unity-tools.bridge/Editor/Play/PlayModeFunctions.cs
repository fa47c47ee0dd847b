namespace UnityTools.Bridge
{
    /// <summary>`play-edit/set-mode`: begins a job that changes play mode of the editor.</summary>
    internal sealed class PlayModeFunctions
    {
        private readonly JobStore jobs;

        internal PlayModeFunctions(JobStore jobs)
        {
            this.jobs = jobs;
            // The bridge can open several times in a domain load; the jobs stay.
            if (!jobs.Serves(PlayModeKind.KindName))
            {
                jobs.Serve(new PlayModeKind());
            }
        }

        internal void AddTo(Functions functions)
        {
            functions.Add("play-edit/set-mode", Set);
        }

        private void Set(CallJob asked, JsonWriter value)
        {
            Arguments arguments = new Arguments(asked);
            Json given = arguments.Any("mode");
            string mode = given.Kind == JsonKind.Text ? given.Text : null;
            if (mode != PlayModeKind.Play && mode != PlayModeKind.Pause && mode != PlayModeKind.Stop)
            {
                throw Arguments.Wrong("mode", given, "play, pause or stop");
            }
            ExclusiveJobs.Check(jobs, PlayModeKind.KindName);
            if (mode != PlayModeKind.Stop && PlayModeKind.IsEditing)
            {
                CompileFailure.Check("play mode cannot begin");
            }
            string kept = new JsonWriter().Object().Name("mode").Text(mode).EndObject().ToString();
            JobFunctions.Began(value, jobs.Begin(PlayModeKind.KindName, kept));
        }
    }
}
