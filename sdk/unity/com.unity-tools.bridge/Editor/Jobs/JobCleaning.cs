using System;
using System.Collections.Generic;

namespace UnityTools.Bridge
{
    /// <summary>Settles the jobs of earlier processes, and removes old ones.</summary>
    internal static class JobCleaning
    {
        /// <summary>The error of a job whose process ended before it.</summary>
        internal static Failure Ended()
        {
            return new Failure("unity", "the editor ended while it ran")
            {
                Hint = "start it again; it may have changed something before the editor ended"
            };
        }

        /// <summary>Ends a job of an earlier process.</summary>
        internal static void End(Job job)
        {
            job.State = JobState.Failed;
            job.Failure = Ended();
            job.Memory = null;
            job.Text = null;
        }

        /// <summary>Called once for each process, before it begins jobs.</summary>
        internal static void Settle(JobFolder folder)
        {
            folder.RemoveUnfinished();
            foreach (string id in folder.Ids())
            {
                if (IsOld(folder, id))
                {
                    folder.Remove(id);
                }
                else if (folder.IsUnfinished(id))
                {
                    Settle(folder, id);
                }
            }
        }

        /// <summary>Makes room for one more job.</summary>
        internal static void Prune(JobFolder folder, List<Job> active)
        {
            List<string> ended = folder.Ids().FindAll(id => !active.Exists(job => job.Id == id));
            int kept = JobStore.Most - 1 - active.Count;
            if (kept < 0)
            {
                throw Answers.Busy("so many jobs have not ended: " + active.Count);
            }
            for (int at = 0; at < ended.Count; at++)
            {
                if (at >= kept || IsOld(folder, ended[at]))
                {
                    folder.Remove(ended[at]);
                }
            }
        }

        private static void Settle(JobFolder folder, string id)
        {
            Job job = folder.Read(id);
            if (job == null)
            {
                folder.Remove(id);
                return;
            }
            End(job);
            folder.Write(id, JobText.Write(job));
        }

        private static bool IsOld(JobFolder folder, string id)
        {
            return DateTime.UtcNow - folder.LastWrite(id) > TimeSpan.FromDays(JobStore.DaysKept);
        }
    }
}
