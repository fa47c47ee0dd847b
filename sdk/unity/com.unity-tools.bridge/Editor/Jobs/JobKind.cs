namespace UnityTools.Bridge
{
    /// <summary>
    /// The work of one kind of job. All methods run on the main thread, in an update of the editor. A <see cref="Failure"/>
    /// or another exception that they throw ends the job as failed.
    /// </summary>
    internal abstract class JobKind
    {
        /// <summary>The name in the files of the jobs.</summary>
        internal abstract string Name { get; }

        /// <summary>Starts the work, after the call was answered and its journal entry is `done`.</summary>
        internal abstract void Start(JobStore jobs, Job job);

        /// <summary>Continues a running job after a domain reload, in the first update.</summary>
        internal abstract void Resume(JobStore jobs, Job job);

        /// <summary>Called at each update while the job runs.</summary>
        internal virtual void Look(JobStore jobs, Job job)
        {
        }

        /// <summary>Whether a waiting job can be cancelled. False if its effect happened with the call.</summary>
        internal virtual bool CanCancelBeforeStart
        {
            get { return true; }
        }

        /// <summary>
        /// Stops the work as soon as possible. The kind ends the job itself when the work has stopped.
        /// </summary>
        /// <returns>False if the work cannot be stopped now.</returns>
        internal virtual bool Cancel(JobStore jobs, Job job)
        {
            return false;
        }
    }
}
