using UnityEditor;

namespace UnityTools.Bridge
{
    /// <summary>
    /// A change of play mode as a job: it requests the mode, and ends when Unity has entered or left it. Unity reloads the
    /// scripts in between, unless the project switched that off.
    /// </summary>
    internal sealed class PlayModeKind : JobKind
    {
        internal const string KindName = "play-mode";
        internal const string Play = "play";
        internal const string Pause = "pause";
        internal const string Stop = "stop";

        /// <summary>Updates in which Unity neither changes the mode nor compiles, until the request counts as dropped.</summary>
        private const int QuietUpdates = 10;

        private const string Compiling = "waiting for the compilation of scripts";

        private readonly EditorMainThread mainThread = new EditorMainThread();
        private int quiet;

        internal override string Name
        {
            get { return KindName; }
        }

        /// <summary>Whether the editor is in edit mode, and stays there.</summary>
        internal static bool IsEditing
        {
            get { return !EditorApplication.isPlaying && !EditorApplication.isPlayingOrWillChangePlaymode; }
        }

        /// <summary>Whether the editor is in play mode, and stays there.</summary>
        private static bool IsPlaying
        {
            get { return EditorApplication.isPlaying && EditorApplication.isPlayingOrWillChangePlaymode; }
        }

        internal override void Start(JobStore jobs, Job job)
        {
            quiet = 0;
            string mode = Mode(job);
            jobs.Remember(job, new JsonWriter().Object().Name("entered").Count(PlayModeLog.Entered).EndObject().ToString());
            if (mode == Stop)
            {
                if (!IsEditing)
                {
                    jobs.Progress(job, 0, -1, "leaving play mode");
                    EditorApplication.isPlaying = false;
                }
            }
            else
            {
                if (!IsPlaying)
                {
                    CompileFailure.Check("play mode cannot begin");
                    jobs.Progress(job, 0, -1, "entering play mode");
                    EditorApplication.isPlaying = true;
                }
                EditorApplication.isPaused = mode == Pause;
            }
            Look(jobs, job);
        }

        internal override void Resume(JobStore jobs, Job job)
        {
            quiet = 0;
            Look(jobs, job);
        }

        internal override void Look(JobStore jobs, Job job)
        {
            // Unity updates an editor in the background only rarely. A compilation needs the processor itself.
            if (!EditorApplication.isCompiling)
            {
                mainThread.Wake();
            }
            bool isStop = Mode(job) == Stop;
            bool isThere = isStop ? IsEditing : IsPlaying;
            bool isSettled = IsEditing || IsPlaying;
            quiet = isSettled && !EditorApplication.isCompiling && !EditorApplication.isUpdating ? quiet + 1 : 0;
            if (job.IsCancelled)
            {
                if (IsEditing)
                {
                    jobs.Cancelled(job);
                }
            }
            // The event comes after the flags. A version of Unity that sends none must not block the job.
            else if (isThere && (PlayModeLog.IsOver(!isStop) || quiet > QuietUpdates))
            {
                // Otherwise the next game that the user starts would be paused. A job without a text had nothing to leave.
                if (isStop && job.Text != null)
                {
                    EditorApplication.isPaused = false;
                }
                jobs.Finish(job, "{\"reply\":\"done\"}");
            }
            else if (quiet > QuietUpdates)
            {
                Refused(jobs, job, isStop);
            }
            else if (EditorApplication.isCompiling && job.Text != Compiling)
            {
                jobs.Progress(job, 0, -1, Compiling);
            }
        }

        internal override bool Cancel(JobStore jobs, Job job)
        {
            if (Mode(job) == Stop)
            {
                return false;
            }
            EditorApplication.isPlaying = false;
            EditorApplication.isPaused = false;
            return true;
        }

        private static void Refused(JobStore jobs, Job job, bool isStop)
        {
            if (isStop)
            {
                jobs.Fail(job, new Failure("conflict", "play mode did not end: a script or the user started it again") { Hint = "read the console of Unity" });
                return;
            }
            // Set for the mode `pause`, and without meaning in edit mode.
            EditorApplication.isPaused = false;
            if (EditorUtility.scriptCompilationFailed)
            {
                jobs.Fail(job, CompileFailure.Of("play mode cannot begin"));
                return;
            }
            long before = new FrameMembers("memory", JsonReader.Read(job.Memory)).Number("entered");
            string what = PlayModeLog.Entered > before ? "play mode began and ended at once" : "play mode did not begin";
            jobs.Fail(job, new Failure("conflict", what + ": a script or the user stopped it") { Hint = "read the console of Unity" });
        }

        private static string Mode(Job job)
        {
            return JsonReader.Read(job.Arguments)["mode"].Text;
        }
    }
}
