using System;
using System.Collections.Generic;

namespace UnityTools.Bridge
{
    /// <summary>
    /// Writes changed jobs to their files, at most once a second unless the caller needs it at once. A file that cannot be
    /// written is written again later, and the console gets one warning.
    /// </summary>
    internal sealed class JobDisk
    {
        private const int SaveMs = 1000;

        private readonly HashSet<Job> unsaved = new HashSet<Job>();
        private readonly JobFolder folder;
        private readonly Clock clock;
        private long savedAt;
        private bool reportedProblem;

        internal JobDisk(JobFolder folder, Clock clock)
        {
            this.folder = folder;
            this.clock = clock;
        }

        /// <summary>Whether the changed jobs are to be written now.</summary>
        internal bool IsDue
        {
            get { return unsaved.Count > 0 && clock.Milliseconds - savedAt >= SaveMs; }
        }

        internal List<Job> Unsaved
        {
            get { return new List<Job>(unsaved); }
        }

        internal void Changed(Job job)
        {
            unsaved.Add(job);
        }

        internal void Forget(Job job)
        {
            unsaved.Remove(job);
        }

        /// <returns>Whether the file has the current state of the job.</returns>
        internal bool Save(Job job)
        {
            savedAt = clock.Milliseconds;
            bool saved = Try(() => folder.Write(job.Id, JobText.Write(job)));
            if (saved)
            {
                unsaved.Remove(job);
            }
            return saved;
        }

        internal bool Try(Action write)
        {
            try
            {
                write();
                return true;
            }
            catch (Exception error) when (AtomicFile.IsDiskError(error))
            {
                if (!reportedProblem)
                {
                    reportedProblem = true;
                    ConsoleLines.Say("warn", "cannot write to Library/UnityTools/jobs: " + error.Message);
                }
                return false;
            }
        }
    }
}
