using System.Text;

namespace UnityTools.Bridge
{
    /// <summary>Sends the result frames of the queue to the caller.</summary>
    internal static class Answers
    {
        internal static void Give(CallJob job, Outcome outcome)
        {
            string frame = UnityFrames.Result(job.Call.Id, outcome);
            if (Encoding.UTF8.GetByteCount(frame) > Protocol.Frame)
            {
                Failure failure = job.IsWrite
                    ? Failure.Unknown("it was done, and its result is larger than a frame of 8 MiB", "{\"done\":true}")
                    : new Failure("too-large", "the answer is larger than a frame of 8 MiB: ask for less of it");
                job.Caller.Send(UnityFrames.Result(job.Call.Id, Outcome.Of(failure)), null);
                return;
            }
            job.Caller.Send(frame, outcome.Bytes == null ? null : UnityFrames.Binary(job.Call.Id, outcome.Bytes));
        }

        internal static void Withdrawn(CallJob job, bool cancelled)
        {
            job.Caller.Send(UnityFrames.Withdrawn(job.Call.Id, cancelled), null);
        }

        /// <summary>Sends one progress frame with the reason why a call cannot begin yet.</summary>
        internal static void Held(CallJob job, string why, long now)
        {
            if (job.HeldSince < 0)
            {
                job.HeldSince = now;
                job.Caller.Send(UnityFrames.Progress(job.Call.Id, 0, -1, why), null);
            }
        }

        internal static Failure Busy(string message)
        {
            return new Failure("busy", message) { Hint = "try again in a moment", RetryAfterMs = 250 };
        }
    }
}
