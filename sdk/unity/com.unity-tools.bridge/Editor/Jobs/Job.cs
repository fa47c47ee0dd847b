namespace UnityTools.Bridge
{
    internal enum JobState
    {
        /// <summary>Its call was answered, and it starts at the next update.</summary>
        Waiting,
        Running,
        Finished,
        Failed,
        Cancelled
    }

    /// <summary>A long write that continues after its call was answered. Only <see cref="JobStore"/> changes it.</summary>
    internal sealed class Job
    {
        /// <summary>32 hexadecimal digits.</summary>
        internal readonly string Id;

        /// <summary>The name of its <see cref="JobKind"/>.</summary>
        internal readonly string Kind;

        /// <summary>The arguments of the call, as one JSON object.</summary>
        internal readonly string Arguments;

        internal JobState State;
        internal long Done;

        /// <summary>-1 if unknown.</summary>
        internal long Total = -1;

        /// <summary>The current step, for the user; null if there is none.</summary>
        internal string Text;

        /// <summary>The memory of its kind over domain reloads, as JSON; null if there is none.</summary>
        internal string Memory;

        /// <summary>The reply of the function as JSON, if the job is finished.</summary>
        internal string Value;

        /// <summary>The error, if the job failed.</summary>
        internal Failure Failure;

        /// <summary>Whether a host requested its end.</summary>
        internal bool IsCancelled;

        internal Job(string id, string kind, string arguments)
        {
            Id = id;
            Kind = kind;
            Arguments = arguments;
        }

        internal bool HasEnded
        {
            get { return State != JobState.Waiting && State != JobState.Running; }
        }
    }
}
