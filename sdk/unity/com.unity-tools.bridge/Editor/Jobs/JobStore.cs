using System;
using System.Collections.Generic;
using System.Text;
using UnityEditor;

namespace UnityTools.Bridge
{
    /// <summary>
    /// The jobs of this project. State and result of each job survive domain reloads, restarts and crashes of the editor.
    /// Used on the main thread only.
    /// </summary>
    internal sealed class JobStore
    {
        /// <summary>Maximum files; the oldest ended jobs are removed first.</summary>
        internal const int Most = 64;

        internal const int DaysKept = 7;

        /// <summary>Maximum bytes of a result; its file and its frame have at most 8 MiB.</summary>
        private const int LargestValue = 7 << 20;
        private const int LargestText = 512;

        private readonly Dictionary<string, JobKind> kinds = new Dictionary<string, JobKind>(StringComparer.Ordinal);

        /// <summary>The jobs that have not ended, and those whose end is not on disk yet.</summary>
        private readonly List<Job> active = new List<Job>();

        /// <summary>Running jobs of an earlier domain load that no kind has continued yet.</summary>
        private readonly HashSet<Job> interrupted = new HashSet<Job>();

        private readonly JobFolder folder;
        private readonly JobDisk disk;

        internal JobStore(JobFolder folder, Clock clock)
        {
            this.folder = folder;
            disk = new JobDisk(folder, clock);
        }

        /// <summary>Reads the jobs of this process, and settles those of earlier processes.</summary>
        internal void Open()
        {
            foreach (Job job in JobSession.Read())
            {
                active.Add(job);
                if (job.State == JobState.Running)
                {
                    interrupted.Add(job);
                }
                // Its end could not be written before the reload.
                if (job.HasEnded)
                {
                    disk.Changed(job);
                }
            }
            if (JobSession.TakeFirst())
            {
                disk.Try(() => JobCleaning.Settle(folder));
            }
            EditorApplication.update += Update;
            AssemblyReloadEvents.beforeAssemblyReload += Save;
            EditorApplication.quitting += Quit;
        }

        internal bool Serves(string kind)
        {
            return kinds.ContainsKey(kind);
        }

        /// <summary>
        /// Adds a kind of job, and continues its job of the last domain load at once: the work may go on in this update.
        /// </summary>
        internal void Serve(JobKind kind)
        {
            kinds.Add(kind.Name, kind);
            active.FindAll(job => job.Kind == kind.Name && interrupted.Contains(job)).ForEach(Step);
        }

        /// <summary>The job of that kind that has not ended; null if there is none.</summary>
        internal Job Current(string kind)
        {
            return active.Find(job => job.Kind == kind && !job.HasEnded);
        }

        /// <summary>Begins a job, which starts after the running call was answered.</summary>
        /// <param name="arguments">One JSON object.</param>
        internal Job Begin(string kind, string arguments)
        {
            Job job = new Job(Chance.Digits(16), kind, arguments);
            try
            {
                JobCleaning.Prune(folder, active);
                folder.Write(job.Id, JobText.Write(job));
            }
            catch (Exception error) when (AtomicFile.IsDiskError(error))
            {
                throw new Failure("unity", "cannot write the file of the job to Library/UnityTools/jobs: " + error.Message);
            }
            active.Add(job);
            JobSession.Put(job);
            return job;
        }

        /// <summary>Removes a job whose call failed after it had begun the job.</summary>
        internal void Withdraw(Job job)
        {
            active.Remove(job);
            JobSession.Remove(job);
            disk.Forget(job);
            disk.Try(() => folder.Remove(job.Id));
        }

        /// <summary>Stores how far a job is.</summary>
        /// <param name="total">-1 if unknown.</param>
        internal void Progress(Job job, long done, long total, string text)
        {
            job.Done = done;
            job.Total = total;
            job.Text = text == null ? null : Surrogates.Cut(text, LargestText);
            Change(job);
        }

        /// <summary>Stores what the kind needs to continue after a domain reload, as JSON.</summary>
        internal void Remember(Job job, string memory)
        {
            job.Memory = memory;
            Change(job);
        }

        /// <param name="value">The reply of the function, as JSON.</param>
        internal void Finish(Job job, string value)
        {
            int bytes = Encoding.UTF8.GetByteCount(value);
            if (bytes > LargestValue)
            {
                Fail(job, new Failure("too-large", "the job finished, and its result of " + bytes + " bytes is larger than " + LargestValue));
                return;
            }
            job.Value = value;
            End(job, JobState.Finished);
        }

        internal void Fail(Job job, Failure failure)
        {
            job.Failure = failure;
            End(job, JobState.Failed);
        }

        /// <summary>The work has stopped because a host requested it.</summary>
        internal void Cancelled(Job job)
        {
            End(job, JobState.Cancelled);
        }

        /// <exception cref="Failure">There is no such job.</exception>
        internal Job Find(string id)
        {
            Job found = active.Find(job => job.Id == id) ?? folder.Read(id);
            if (found == null)
            {
                throw Failure.NotFound("there is no job " + id + ": this project keeps " + Most + " jobs for " + DaysKept + " days");
            }
            // Its process ended, and its file could not be changed when this one began.
            if (!found.HasEnded && !active.Contains(found))
            {
                JobCleaning.End(found);
                disk.Save(found);
            }
            return found;
        }

        /// <summary>Stops a job; has no effect if it has ended.</summary>
        internal void Cancel(string id)
        {
            Job job = Find(id);
            if (job.HasEnded)
            {
                return;
            }
            JobKind kind;
            bool isKnown = kinds.TryGetValue(job.Kind, out kind);
            if (job.State == JobState.Waiting && (!isKnown || kind.CanCancelBeforeStart))
            {
                Cancelled(job);
                return;
            }
            if (!isKnown || !kind.Cancel(this, job))
            {
                throw Failure.Unsupported("the job cannot be stopped" + (job.Text == null ? "" : " now (" + job.Text + ")"));
            }
            if (!job.HasEnded)
            {
                job.IsCancelled = true;
                Change(job);
            }
        }

        private void Update()
        {
            // Most updates have no job, and must not allocate.
            if (active.Count > 0)
            {
                StepAll();
            }
            if (disk.IsDue)
            {
                Save();
            }
        }

        private void StepAll()
        {
            foreach (Job job in active.ToArray())
            {
                if (!job.HasEnded)
                {
                    Step(job);
                }
            }
        }

        private void Step(Job job)
        {
            JobKind kind;
            if (!kinds.TryGetValue(job.Kind, out kind))
            {
                Fail(job, Failure.Unsupported("no assembly of this editor continues jobs of kind " + job.Kind));
                return;
            }
            try
            {
                if (job.State == JobState.Waiting)
                {
                    job.State = JobState.Running;
                    Change(job);
                    SaveOne(job);
                    kind.Start(this, job);
                }
                else if (interrupted.Remove(job))
                {
                    kind.Resume(this, job);
                }
                else
                {
                    kind.Look(this, job);
                }
            }
            catch (Failure failure)
            {
                Fail(job, failure);
            }
            catch (Exception error)
            {
                Fail(job, Failure.Thrown(error));
            }
        }

        private void Change(Job job)
        {
            disk.Changed(job);
            JobSession.Put(job);
        }

        private void End(Job job, JobState state)
        {
            job.State = state;
            job.Memory = null;
            job.Text = null;
            Change(job);
            SaveOne(job);
        }

        private void Save()
        {
            disk.Unsaved.ForEach(SaveOne);
        }

        private void SaveOne(Job job)
        {
            if (disk.Save(job) && job.HasEnded)
            {
                active.Remove(job);
                JobSession.Remove(job);
            }
        }

        private void Quit()
        {
            foreach (Job job in active.FindAll(one => !one.HasEnded))
            {
                Fail(job, JobCleaning.Ended());
            }
            Save();
        }
    }
}
