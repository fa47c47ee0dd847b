namespace UnityTools.Bridge
{
    /// <summary>`link/job` and `link/cancel-job`: a host follows a job, and stops it.</summary>
    internal sealed class JobFunctions
    {
        private readonly JobStore jobs;

        internal JobFunctions(JobStore jobs)
        {
            this.jobs = jobs;
        }

        internal void AddTo(Functions functions)
        {
            functions.Add("link/job", Read);
            functions.Add("link/cancel-job", Cancel);
        }

        /// <summary>The answer of a function that began a job.</summary>
        internal static void Began(JsonWriter value, Job job)
        {
            value.Object().Name("reply").Text("job").Name("value").Object().Name("job").Text(job.Id).EndObject().EndObject();
        }

        private void Read(CallJob asked, JsonWriter value)
        {
            JobText.WriteStatus(value.Object(), jobs.Find(Id(asked)));
            value.EndObject();
        }

        private void Cancel(CallJob asked, JsonWriter value)
        {
            jobs.Cancel(Id(asked));
            value.Object().EndObject();
        }

        private static string Id(CallJob asked)
        {
            string id = new Arguments(asked).Text("job");
            if (!Hex.Is(id, 32))
            {
                throw Failure.Argument("`job` is \"" + Surrogates.Cut(id, 80) + "\", and must have 32 hexadecimal digits");
            }
            return id;
        }
    }
}
