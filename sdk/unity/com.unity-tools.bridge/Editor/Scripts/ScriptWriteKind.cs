using System;
using System.Collections.Generic;
using System.IO;
using UnityEditor;
using UnityEditor.Compilation;

namespace UnityTools.Bridge
{
    /// <summary>
    /// The job of a written script: it imports the file, and ends with the result of the first compilation that began after
    /// that, once the new assemblies are loaded. Several such jobs can run at the same time.
    /// </summary>
    internal sealed class ScriptWriteKind : JobKind
    {
        internal const string KindName = "script-write";

        private const int Steps = 3;

        /// <summary>Updates without a compilation until more is done to get one.</summary>
        private const int QuietUntilRefresh = 10;
        private const int QuietUntilRequest = 20;
        private const int QuietUntilEnd = 100;
        private const int QuietMs = 10 * 1000;

        private readonly EditorMainThread mainThread = new EditorMainThread();
        private readonly Dictionary<Job, CompilationWatch> watches = new Dictionary<Job, CompilationWatch>();
        private readonly Clock clock;

        internal ScriptWriteKind(Clock clock)
        {
            this.clock = clock;
        }

        internal override string Name
        {
            get { return KindName; }
        }

        /// <summary>The script is written, and its entry is in the journal.</summary>
        internal override bool CanCancelBeforeStart
        {
            get { return false; }
        }

        internal override void Start(JobStore jobs, Job job)
        {
            ScriptWriteMemory memory = ScriptWriteMemory.Of(job);
            if (memory.Entry == 0)
            {
                Finish(jobs, job, memory);
                return;
            }
            Show(jobs, job, 0, "importing " + PathOf(job));
            memory.After = Compilations.Started;
            jobs.Remember(job, memory.Write());
            ScriptImports.Run();
            mainThread.Wake();
        }

        internal override void Resume(JobStore jobs, Job job)
        {
            ScriptWriteMemory memory = ScriptWriteMemory.Of(job);
            if (memory.After < 0)
            {
                Start(jobs, job);
            }
            else if (Compilations.Finished > memory.After)
            {
                Finish(jobs, job, memory);
            }
        }

        internal override void Look(JobStore jobs, Job job)
        {
            ScriptWriteMemory memory = ScriptWriteMemory.Of(job);
            CompilationWatch watch = WatchOf(job);
            // Unity updates an editor in the background only rarely.
            mainThread.Wake();
            switch (watch.Look(memory.After))
            {
                case CompilationStep.Over:
                    Finish(jobs, job, memory);
                    break;
                case CompilationStep.Reloading:
                    Show(jobs, job, 2, "reloading");
                    break;
                case CompilationStep.AfterPlay:
                    Show(jobs, job, 1, "Unity compiles after play mode has ended (preference Script Changes While Playing)");
                    break;
                case CompilationStep.Compiling:
                    Show(jobs, job, 1, "compiling " + AssemblyOf(job));
                    break;
                case CompilationStep.Quiet:
                    LookForCompilation(jobs, job, memory, watch);
                    break;
            }
        }

        /// <summary>
        /// An import usually compiles. Where it does not, such as for a script that belongs to no assembly, a compilation is
        /// requested; it begins unless an assembly definition has an error.
        /// </summary>
        private void LookForCompilation(JobStore jobs, Job job, ScriptWriteMemory memory, CompilationWatch watch)
        {
            if (watch.Quiet == QuietUntilRefresh)
            {
                AssetDatabase.Refresh();
            }
            else if (watch.Quiet == QuietUntilRequest)
            {
                CompilationPipeline.RequestScriptCompilation();
            }
            else if (watch.Quiet > QuietUntilEnd && watch.QuietMs > QuietMs)
            {
                watches.Remove(job);
                jobs.Fail(job, new Failure("unity", "Unity compiled no scripts, although " + PathOf(job) + " is written (entry " + memory.Entry + " of the edits)")
                {
                    Hint = "the console of Unity says why; often an assembly definition has an error"
                });
            }
        }

        private void Finish(JobStore jobs, Job job, ScriptWriteMemory memory)
        {
            watches.Remove(job);
            JsonWriter reply = new JsonWriter().Object().Name("reply").Text("source-written").Name("value").Object();
            reply.Name("path").Text(PathOf(job)).Name("entry").Count(memory.Entry).Name("created").Bool(memory.IsCreated);
            reply.Name("digest").Text(JsonReader.Read(job.Arguments)["digest"].Text).Name("compilation");
            Compilations.Write(reply);
            jobs.Progress(job, Steps, Steps, null);
            jobs.Finish(job, reply.EndObject().EndObject().ToString());
        }

        private CompilationWatch WatchOf(Job job)
        {
            CompilationWatch watch;
            if (!watches.TryGetValue(job, out watch))
            {
                watch = new CompilationWatch(clock, false);
                watches.Add(job, watch);
            }
            return watch;
        }

        private static void Show(JobStore jobs, Job job, int done, string text)
        {
            if (job.Text != text)
            {
                jobs.Progress(job, done, Steps, text);
            }
        }

        private static string PathOf(Job job)
        {
            return JsonReader.Read(job.Arguments)["path"].Text;
        }

        /// <summary>The name of the assembly of the script; "scripts" if it belongs to none.</summary>
        private static string AssemblyOf(Job job)
        {
            string file = CompilationPipeline.GetAssemblyNameFromScriptPath(PathOf(job));
            return string.IsNullOrEmpty(file) ? "scripts" : Path.GetFileNameWithoutExtension(file);
        }
    }
}
