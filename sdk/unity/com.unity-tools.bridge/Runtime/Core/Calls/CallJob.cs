using System.Collections.Generic;

namespace UnityTools.Bridge
{
    /// <summary>One call on its way through the main thread, with the request that its function reads.</summary>
    internal sealed class CallJob
    {
        internal readonly Call Call;
        internal readonly ICaller Caller;

        /// <summary>In milliseconds of the clock.</summary>
        internal readonly long Deadline;

        private List<string> notes;

        internal CallJob(Call call, ICaller caller, long now)
        {
            Call = call;
            Caller = caller;
            Deadline = now + call.DeadlineMs;
        }

        /// <summary>Whether the host cancelled the call. A read checks it between its steps.</summary>
        internal volatile bool IsCancelled;

        /// <summary>
        /// The clock time in milliseconds since which another call has blocked this one; -1 if no call blocks it.
        /// </summary>
        internal long HeldSince = -1;

        internal bool IsWrite
        {
            get { return Call.Effect != Effect.Read; }
        }

        /// <summary>The bytes that are sent next to the value in a binary frame.</summary>
        internal byte[] Bytes { get; set; }

        internal List<string> Notes
        {
            get { return notes; }
        }

        /// <summary>Adds a note to the answer.</summary>
        internal void Note(string text)
        {
            notes = notes ?? new List<string>();
            notes.Add(text);
        }
    }
}
