using System.Collections.Generic;

namespace UnityTools.Bridge
{
    /// <summary>One call on its way through the main thread. A function sees it as what it was asked.</summary>
    internal sealed class CallJob
    {
        internal readonly Call Call;
        internal readonly ICaller Caller;

        /// <summary>In the clock's milliseconds.</summary>
        internal readonly long Deadline;

        private List<string> notes;

        internal CallJob(Call call, ICaller caller, long now)
        {
            Call = call;
            Caller = caller;
            Deadline = now + call.DeadlineMs;
        }

        /// <summary>Whether the host wants no answer any more. A read looks at it between its steps.</summary>
        internal volatile bool IsCancelled;

        /// <summary>Since when, in the clock's milliseconds, another call has kept it from beginning; -1 where none has.</summary>
        internal long HeldSince = -1;

        internal bool IsWrite
        {
            get { return Call.Key != null; }
        }

        /// <summary>What goes beside the value in a binary frame.</summary>
        internal byte[] Bytes { get; set; }

        internal List<string> Notes
        {
            get { return notes; }
        }

        /// <summary>Says something beside the answer.</summary>
        internal void Note(string text)
        {
            notes = notes ?? new List<string>();
            notes.Add(text);
        }
    }
}
