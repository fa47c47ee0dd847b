using System.Collections.Generic;
using UnityEditor;

namespace UnityTools.Bridge
{
    /// <summary>
    /// An import of all changed files as a job. It ends when Unity neither imports nor compiles any more, and has loaded the
    /// new assemblies.
    /// </summary>
    internal sealed class RefreshKind : JobKind
    {
        internal const string KindName = "asset-refresh";

        private const string What = "changed files cannot be imported";
        private const int Steps = 3;

        /// <summary>Updates and milliseconds without a compilation until the job ends without one.</summary>
        private const int QuietUpdates = 10;
        private const int QuietMs = 500;

        private readonly EditorMainThread mainThread = new EditorMainThread();
        private readonly Dictionary<Job, CompilationWatch> watches = new Dictionary<Job, CompilationWatch>();
        private readonly Clock clock;

        internal RefreshKind(Clock clock)
        {
            this.clock = clock;
        }

        internal override string Name
        {
            get { return KindName; }
        }

        /// <exception cref="Failure">The import is not possible now, or would open a dialog.</exception>
        internal static void Check()
        {
            WorkConditions.CheckMode(What);
            OpenSceneFiles.Check();
            if (UnsavedWork.HasPrefab)
            {
                throw new Failure("conflict", "the prefab that is open in prefab mode has unsaved changes, and Unity would open a dialog if its file changed")
                {
                    Hint = "save the prefab, or leave prefab mode"
                };
            }
        }

        internal override void Start(JobStore jobs, Job job)
        {
            // The user may have changed something since the call.
            Check();
            watches[job] = new CompilationWatch(clock, false);
            Show(jobs, job, 0, "importing changed files");
            jobs.Remember(job, new JsonWriter().Object().Name("after").Count(Compilations.Started).EndObject().ToString());
            AssetDatabase.Refresh();
            mainThread.Wake();
        }

        internal override void Resume(JobStore jobs, Job job)
        {
            if (job.Memory == null)
            {
                Start(jobs, job);
                return;
            }
            watches[job] = new CompilationWatch(clock, true);
        }

        internal override void Look(JobStore jobs, Job job)
        {
            long after = new FrameMembers("memory", JsonReader.Read(job.Memory)).Number("after");
            CompilationWatch watch = watches[job];
            // Unity updates an editor in the background only rarely.
            mainThread.Wake();
            switch (watch.Look(after))
            {
                case CompilationStep.Over:
                    if (!EditorApplication.isCompiling && !EditorApplication.isUpdating)
                    {
                        Finish(jobs, job, true);
                    }
                    break;
                case CompilationStep.Reloading:
                    Show(jobs, job, 2, "reloading");
                    break;
                case CompilationStep.AfterPlay:
                    Show(jobs, job, 1, "Unity compiles after play mode has ended (preference Script Changes While Playing)");
                    break;
                case CompilationStep.Compiling:
                    Show(jobs, job, 1, "compiling scripts");
                    break;
                case CompilationStep.Quiet:
                    if (watch.Quiet > QuietUpdates && watch.QuietMs > QuietMs)
                    {
                        Finish(jobs, job, false);
                    }
                    break;
            }
        }

        private void Finish(JobStore jobs, Job job, bool compiled)
        {
            watches.Remove(job);
            JsonWriter reply = new JsonWriter().Object().Name("reply").Text("compilation").Name("value").Object().Name("last");
            if (compiled)
            {
                Compilations.Write(reply);
            }
            else
            {
                reply.Null();
            }
            jobs.Progress(job, Steps, Steps, null);
            jobs.Finish(job, reply.EndObject().EndObject().ToString());
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
