using System;
using System.Collections.Generic;
using UnityEditor;
using UnityEditor.PackageManager;
using UnityEditor.PackageManager.Requests;

namespace UnityTools.Bridge
{
    /// <summary>
    /// A change of packages as a job: it sends one request to Unity's package manager, and ends when the packages are
    /// registered and the compilation and the reload that follow are over.
    /// </summary>
    internal sealed class PackageChangeKind : JobKind
    {
        internal const string KindName = "package-change";

        private const string What = "packages cannot be changed";
        private const int Steps = 4;

        /// <summary>Updates and milliseconds without a compilation until the job ends without one.</summary>
        private const int QuietUpdates = 20;
        private const int QuietMs = 1500;

        /// <summary>How long the job waits until Unity has registered what the package manager answered.</summary>
        private const int RegisterMs = 15 * 1000;

        private readonly EditorMainThread mainThread = new EditorMainThread();
        private readonly Clock clock;
        private CompilationWatch watch;
        private long answeredAt = -1;

        internal PackageChangeKind(Clock clock)
        {
            this.clock = clock;
        }

        internal override string Name
        {
            get { return KindName; }
        }

        /// <exception cref="Failure">A change is not possible now, or would open a dialog.</exception>
        internal static void Check()
        {
            WorkConditions.CheckIdle(What);
            // Unity imports changed files together with the packages.
            RefreshKind.Check();
        }

        internal override void Start(JobStore jobs, Job job)
        {
            // The user may have changed something since the call.
            Check();
            string[] add = Texts(job, "add");
            string[] remove = Texts(job, "remove");
            Follow(false);
            Show(jobs, job, 0, "the package manager " + (add.Length > 0 ? "adds " + string.Join(", ", add) : "")
                + (add.Length > 0 && remove.Length > 0 ? " and " : "") + (remove.Length > 0 ? "removes " + string.Join(", ", remove) : ""));
            jobs.Remember(job, new PackageChangeMemory { After = Compilations.Started }.Write());
            PackageRequest.instance.Send(job.Id, add, remove);
            mainThread.Wake();
        }

        internal override void Resume(JobStore jobs, Job job)
        {
            if (job.Memory == null)
            {
                Start(jobs, job);
                return;
            }
            Follow(true);
        }

        internal override void Look(JobStore jobs, Job job)
        {
            PackageChangeMemory memory = PackageChangeMemory.Of(job);
            // Unity updates an editor in the background only rarely.
            mainThread.Wake();
            if (memory.Packages == null)
            {
                LookForAnswer(jobs, job, memory);
            }
            else
            {
                LookForEnd(jobs, job, memory);
            }
        }

        private void LookForAnswer(JobStore jobs, Job job, PackageChangeMemory memory)
        {
            AddAndRemoveRequest request = PackageRequest.instance.Of(job.Id);
            if (request == null)
            {
                throw new Failure("unity", "the scripts were reloaded while the package manager worked, and its answer is lost")
                {
                    Hint = "look at the packages of the project, then change them again if necessary"
                };
            }
            if (request.Status == StatusCode.Failure)
            {
                Failure failure = Refused(request.Error);
                PackageRequest.instance.Forget();
                jobs.Fail(job, failure);
            }
            else if (request.Status == StatusCode.Success)
            {
                memory.Packages = ProjectPackages.Ids(ProjectPackages.Direct(request.Result));
                PackageRequest.instance.Forget();
                jobs.Remember(job, memory.Write());
                Show(jobs, job, 1, "importing the packages");
            }
        }

        private void LookForEnd(JobStore jobs, Job job, PackageChangeMemory memory)
        {
            answeredAt = answeredAt < 0 ? clock.Milliseconds : answeredAt;
            bool isRegistered = IsRegistered(memory.Packages) || clock.Milliseconds - answeredAt > RegisterMs;
            switch (watch.Look(memory.After))
            {
                case CompilationStep.Over:
                    if (isRegistered && !EditorApplication.isCompiling && !EditorApplication.isUpdating)
                    {
                        Finish(jobs, job);
                    }
                    break;
                case CompilationStep.Reloading:
                    Show(jobs, job, 3, "reloading");
                    break;
                case CompilationStep.AfterPlay:
                    Show(jobs, job, 2, "Unity compiles after play mode has ended (preference Script Changes While Playing)");
                    break;
                case CompilationStep.Compiling:
                    Show(jobs, job, 2, "compiling scripts");
                    break;
                case CompilationStep.Quiet:
                    if (isRegistered && watch.Quiet > QuietUpdates && watch.QuietMs > QuietMs)
                    {
                        Finish(jobs, job);
                    }
                    break;
            }
        }

        private void Follow(bool afterReload)
        {
            watch = new CompilationWatch(clock, afterReload);
            answeredAt = -1;
        }

        private static void Finish(JobStore jobs, Job job)
        {
            JsonWriter reply = new JsonWriter().Object().Name("reply").Text("packages").Name("value");
            ProjectPackages.Write(reply, ProjectPackages.Direct());
            jobs.Progress(job, Steps, Steps, null);
            jobs.Finish(job, reply.EndObject().ToString());
        }

        private static bool IsRegistered(string[] packages)
        {
            HashSet<string> now = new HashSet<string>(ProjectPackages.Ids(ProjectPackages.Direct()), StringComparer.Ordinal);
            return packages.Length == 0 || now.SetEquals(packages);
        }

        private static Failure Refused(Error error)
        {
            string message = "the package manager of Unity refused the change: " + (error == null ? "it gave no reason" : Surrogates.Cut(error.message ?? "", 8 << 10));
            switch (error == null ? ErrorCode.Unknown : error.errorCode)
            {
                case ErrorCode.NotFound:
                    return new Failure("not-found", message) { Hint = "check the names and versions; the console of Unity may say more" };
                case ErrorCode.InvalidParameter:
                    return new Failure("invalid-argument", message);
                case ErrorCode.Conflict:
                    return new Failure("conflict", message) { Hint = "the packages depend on different versions of another package, or the user changes packages at the same time" };
                default:
                    return new Failure("unity", message) { Hint = "the console of Unity may say more" };
            }
        }

        private static string[] Texts(Job job, string name)
        {
            return new FrameMembers("arguments", JsonReader.Read(job.Arguments)).Texts(name);
        }

        private static void Show(JobStore jobs, Job job, int done, string text)
        {
            if (job.Text != text)
            {
                jobs.Progress(job, done, Steps, text);
            }
        }
    }
}
