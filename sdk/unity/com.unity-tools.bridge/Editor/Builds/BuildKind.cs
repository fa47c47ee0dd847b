using System;
using System.IO;
using UnityEditor;
using UnityEditor.Build.Reporting;

namespace UnityTools.Bridge
{
    /// <summary>
    /// A build of a player as a job. Unity builds in one update, and its main thread answers nothing meanwhile. So the job
    /// waits a moment before, in which the hosts read that.
    /// </summary>
    internal sealed class BuildKind : JobKind
    {
        internal const string KindName = "player-build";

        private const string What = "no player can be built";

        /// <summary>Hosts read a job every 500 ms.</summary>
        private const int LeadMs = 750;

        private readonly EditorMainThread mainThread = new EditorMainThread();
        private readonly Clock clock;
        private long announcedAt;

        /// <summary>Whether Unity builds now. It may run updates of the editor meanwhile.</summary>
        private bool isBuilding;

        internal BuildKind(Clock clock)
        {
            this.clock = clock;
        }

        internal override string Name
        {
            get { return KindName; }
        }

        /// <exception cref="Failure">A build is not possible now, or would open a dialog.</exception>
        internal static void Check()
        {
            WorkConditions.CheckIdle(What);
            CompileFailure.Check(What);
            UnsavedWork.Check("a build closes the open scenes for a while");
            OpenSceneFiles.Check();
        }

        internal override void Start(JobStore jobs, Job job)
        {
            BuildRequest request = RequestOf(job);
            announcedAt = clock.Milliseconds;
            jobs.Progress(job, 0, 1, "builds " + BuildTargets.Name(request.Target) + " to " + request.Path + ", the editor answers nothing meanwhile");
            mainThread.Wake();
        }

        internal override void Resume(JobStore jobs, Job job)
        {
            if (job.Memory != null)
            {
                throw new Failure("unity", "the scripts were reloaded during the build, and its result is lost") { Hint = "build again" };
            }
            Start(jobs, job);
        }

        internal override void Look(JobStore jobs, Job job)
        {
            if (isBuilding)
            {
                return;
            }
            // Unity updates an editor in the background only rarely.
            mainThread.Wake();
            if (clock.Milliseconds - announcedAt < LeadMs)
            {
                return;
            }
            // The user may have changed something since the call.
            BuildRequest request = RequestOf(job);
            Check();
            jobs.Remember(job, "{}");
            BuildReport report = Build(request);
            jobs.Progress(job, 1, 1, null);
            jobs.Finish(job, BuildResultText.Of(request, report));
        }

        /// <summary>Before Unity builds; afterwards, no call reaches the main thread until the job has ended.</summary>
        internal override bool Cancel(JobStore jobs, Job job)
        {
            if (isBuilding)
            {
                return false;
            }
            jobs.Cancelled(job);
            return true;
        }

        private BuildReport Build(BuildRequest request)
        {
            string path = ProjectFolder.Full(request.Path);
            try
            {
                Directory.CreateDirectory(Path.GetDirectoryName(path));
            }
            catch (Exception error) when (AtomicFile.IsDiskError(error))
            {
                throw new Failure("unity", "cannot create the folder of " + request.Path + ": " + error.Message);
            }
            isBuilding = true;
            try
            {
                BuildOptions options = request.IsDevelopment ? BuildOptions.Development : BuildOptions.None;
                return BuildPipeline.BuildPlayer(request.Scenes.ToArray(), path, request.Target, options);
            }
            finally
            {
                isBuilding = false;
            }
        }

        private static BuildRequest RequestOf(Job job)
        {
            return BuildRequest.Read(new Arguments(JsonReader.Read(job.Arguments)));
        }
    }
}
