using System.Collections.Generic;

namespace UnityTools.Bridge
{
    /// <summary>A call that has begun and not ended: how far it is, and what it has written.</summary>
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

        /// <summary>Whether it goes on only in another frame.</summary>
        internal bool Rests
        {
            get { return Steps != null && Steps.Current == Rest.Frame; }
        }
    }
}
