using System;
using System.Collections.Generic;
using System.IO;
using System.Threading;

namespace UnityDouble
{
    /// <summary>One compilation of the changed project scripts. It runs on its own thread.</summary>
    internal sealed class ScriptBuild
    {
        private readonly EditorOptions options;
        private readonly Action done;
        private readonly List<KeyValuePair<ScriptSources, ScriptMessage[]>> compiled = new List<KeyValuePair<ScriptSources, ScriptMessage[]>>();
        private readonly List<Action> installs = new List<Action>();
        private volatile bool finished;
        private Exception failure;

        internal ScriptBuild(EditorOptions options, Action done)
        {
            this.options = options;
            this.done = done;
        }

        /// <summary>True once all results can be read.</summary>
        internal bool Finished
        {
            get { return finished; }
        }

        /// <summary>
        /// The assemblies that changed or failed, with the messages of the compiler, in order. An assembly that was
        /// compiled again with the sources of its file is not one of them.
        /// </summary>
        // Follows Editor/Mono/Scripting/ScriptCompilation/EditorCompilation.cs: InvokeAssemblyCompilationFinished.
        internal IEnumerable<KeyValuePair<ScriptSources, ScriptMessage[]>> Compiled
        {
            get { return compiled; }
        }

        /// <summary>True if any message is an error.</summary>
        internal bool Failed { get; private set; }

        /// <summary>True if an assembly is another one than before, or gone.</summary>
        internal bool Changes { get; private set; }

        /// <summary>Starts the thread.</summary>
        internal void Start()
        {
            Thread worker = new Thread(Run) { IsBackground = true, Name = "script compilation" };
            worker.Start();
        }

        /// <summary>Compiles on the calling thread.</summary>
        internal void Run()
        {
            try
            {
                Compile();
            }
            catch (Exception error)
            {
                // Rethrown on the main thread by Install.
                failure = error;
                Failed = true;
            }
            finished = true;
            done();
        }

        /// <summary>Replaces the assemblies of the project after a compilation without errors.</summary>
        internal void Install()
        {
            if (failure != null)
            {
                throw new InvalidOperationException("cannot compile the project scripts: " + failure);
            }
            if (!Failed)
            {
                installs.ForEach(delegate(Action install) { install(); });
            }
        }

        private void Compile()
        {
            string folder = Path.Combine(options.Project, "Temp", "ScriptBuild");
            Directory.CreateDirectory(folder);
            Directory.CreateDirectory(options.ScriptAssemblies);
            string game = null;
            bool gameChanged = false;
            List<Action> notes = new List<Action>();
            foreach (ScriptSources sources in ScriptSources.Find(options))
            {
                bool isGame = sources.Name == ScriptSources.Game;
                bool exists = sources.Files.Count > 0;
                if (!exists || Failed)
                {
                    string unread = sources.Stamp();
                    notes.Add(delegate { sources.NoteFailure(unread); });
                    gameChanged |= isGame && sources.Changed;
                    Changes |= !exists && sources.Changed;
                    installs.Add(delegate { sources.Install(null, null); });
                    continue;
                }
                if (!sources.Changed && !gameChanged)
                {
                    game = sources.OutputFile;
                    continue;
                }
                string output = Path.Combine(folder, sources.Name + ".dll");
                string stamp = sources.Stamp();
                ScriptMessage[] messages = ScriptCompiler.Compile(options, sources, output, isGame ? null : game).ToArray();
                bool fails = Array.Exists(messages, delegate(ScriptMessage message) { return message.IsError; });
                Failed |= fails;
                if (fails || !sources.IsInstalled(stamp))
                {
                    Changes = true;
                    compiled.Add(new KeyValuePair<ScriptSources, ScriptMessage[]>(sources, messages));
                }
                installs.Add(delegate { sources.Install(output, stamp); });
                notes.Add(delegate { sources.NoteFailure(stamp); });
                game = output;
                gameChanged |= isGame;
            }
            if (Failed)
            {
                notes.ForEach(delegate(Action note) { note(); });
            }
        }
    }
}
