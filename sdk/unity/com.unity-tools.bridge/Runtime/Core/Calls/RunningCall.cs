using System.Collections.Generic;

namespace UnityTools.Bridge
{
    /// <summary>A call that began and did not end: its progress, and its value so far.</summary>
    internal sealed class RunningCall
    {
        internal readonly CallJob Job;
        internal readonly Way Way;
        internal readonly JsonWriter Value = new JsonWriter();

        /// <summary>Null before its first step.</summary>
        internal IEnumerator<Rest> Steps;

        internal RunningCall(CallJob job, Way way)
        {
            Job = job;
            Way = way;
        }

        /// <summary>Whether it continues only in a later frame.</summary>
        internal bool Rests
        {
            get { return Steps != null && Steps.Current == Rest.Frame; }
        }
    }
}
