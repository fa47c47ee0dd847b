using System;

namespace UnityTools.Bridge
{
    /// <summary>The answer to a write whose key is in the journal: the write never runs twice.</summary>
    internal static class RepeatedWrite
    {
        /// <summary>
        /// Answers with the stored result, or makes the call wait for the one that executes it. Called under the lock of
        /// the journal.
        /// </summary>
        internal static void Answer(CallJob job, JournalEntry entry, Journal journal)
        {
            if (!string.Equals(entry.Digest, job.Call.Digest, StringComparison.OrdinalIgnoreCase))
            {
                string message = "the idempotency key was used before, for another change; nothing was changed now";
                Answers.Give(job, Outcome.Of(new Failure("conflict", message) { Hint = "list_edits shows earlier changes; use a new key for another change" }));
                return;
            }
            journal.Owe(entry, job.Caller.Run);
            if (entry.Kept != null)
            {
                Answers.Give(job, entry.Kept);
            }
            else if (entry.IsDone)
            {
                Answers.Give(job, Outcome.Of(Failure.Unknown("it was done, and its result was too large to keep", "{\"done\":true}")));
            }
            else if (journal.IsOrphan(entry))
            {
                Answers.Give(job, Outcome.Of(Failure.Unknown("it was begun before the scripts were reloaded", "{\"started\":true}")));
            }
            else
            {
                entry.Waiting.Add(job);
            }
        }
    }
}
