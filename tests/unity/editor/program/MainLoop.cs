using System.Collections.Generic;

namespace UnityDouble
{
    /// <summary>The main loop of the editor. It runs on the main thread.</summary>
    internal sealed class MainLoop
    {
        // Follows the manual, "General preferences": an editor in the background ticks less often.
        private const int FocusedInterval = 10;
        private const int UnfocusedInterval = 200;

        // Follows Editor/Mono/EditorApplication.cs: ScriptChangesDuringPlayOptions.
        private const string DuringPlay = "ScriptCompilationDuringPlay";
        private const long AfterPlaying = 1;
        private const long StopPlaying = 2;
        private readonly NativeStore store;
        private readonly ScriptDomain scripts;
        private readonly Commands commands;
        private readonly PlayMode play;
        private ScriptBuild build;

        internal MainLoop(NativeStore store)
        {
            this.store = store;
            scripts = new ScriptDomain(store);
            commands = new Commands(store, scripts);
            play = new PlayMode(store, scripts);
        }

        /// <summary>Opens the project and runs until the process must end; returns the exit code.</summary>
        internal int Run()
        {
            CompileAtStart();
            scripts.Load();
            store.Channel.Start();
            while (!store.Loop.Quitting)
            {
                store.Loop.WaitForTurn(store.Loop.Focused ? FocusedInterval : UnfocusedInterval);
                Turn();
            }
            if (store.Play.Playing)
            {
                play.Leave();
            }
            scripts.Gate.Quit();
            store.Channel.WriteEvent("quit", "code", store.Loop.ExitCode);
            return store.Loop.ExitCode;
        }

        private void Turn()
        {
            commands.RunWaiting();
            if (store.Loop.Quitting)
            {
                return;
            }
            scripts.Gate.Tick();
            TurnCompilation();
            if (store.Compile.MayReload)
            {
                scripts.Reload();
            }
            play.Turn();
        }

        // Follows Editor/Mono/Scripting/ScriptCompilation/EditorCompilation.cs: TickCompilationPipeline.
        private void TurnCompilation()
        {
            if (build == null && MayCompile() && store.Compile.TryStart())
            {
                build = new ScriptBuild(store.Options, store.Loop.Signal);
                scripts.Gate.CompilationStarted();
                build.Start();
            }
            else if (build != null && build.Finished)
            {
                ScriptBuild finished = build;
                build = null;
                finished.Install();
                Report(finished);
                store.Compile.Finish(finished.Failed);
                if (!finished.Failed && finished.Changes)
                {
                    store.Compile.RequestReload();
                }
                store.Channel.WriteEvent("compiled", "failed", finished.Failed);
            }
        }

        // Follows the manual, "General preferences": Script Changes While Playing.
        private bool MayCompile()
        {
            if (!store.Play.Playing || !store.Compile.IsCompiling)
            {
                return true;
            }
            object when = store.Prefs.Get(DuringPlay);
            if (Equals(when, StopPlaying))
            {
                store.Play.Wanted = false;
                return false;
            }
            return !Equals(when, AfterPlaying);
        }

        private void Report(ScriptBuild finished)
        {
            List<ScriptMessage> all = new List<ScriptMessage>();
            foreach (KeyValuePair<ScriptSources, ScriptMessage[]> one in finished.Compiled)
            {
                scripts.Gate.AssemblyCompiled(one.Key.Output, one.Value);
                all.AddRange(one.Value);
            }
            scripts.Gate.CompilationFinished(all.ToArray());
        }

        // The first compilation of a session blocks: no scripts are loaded that could wait for it.
        private void CompileAtStart()
        {
            if (!ScriptSources.AnyChanged(store.Options))
            {
                return;
            }
            store.Compile.Request();
            store.Compile.TryStart();
            ScriptBuild first = new ScriptBuild(store.Options, store.Loop.Signal);
            first.Run();
            first.Install();
            store.Compile.Finish(first.Failed);
            foreach (KeyValuePair<ScriptSources, ScriptMessage[]> one in first.Compiled)
            {
                foreach (ScriptMessage message in one.Value)
                {
                    store.Channel.WriteEvent("log", "level", message.IsError ? "error" : "warning", "text", message.Text);
                }
            }
            store.Channel.WriteEvent("compiled", "failed", first.Failed);
        }
    }
}
