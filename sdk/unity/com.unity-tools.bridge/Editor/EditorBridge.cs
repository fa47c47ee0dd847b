using System;
using System.Collections.Generic;
using UnityEditor;

namespace UnityTools.Bridge
{
    /// <summary>
    /// The bridge of an editor: created in each domain load, pumped by the updates of the editor, stopped before the next
    /// reload and at the end.
    /// </summary>
    internal sealed class EditorBridge
    {
        /// <summary>
        /// Milliseconds of an update in which steps of calls may begin, in edit mode and in play mode. A step of a long read
        /// lasts 4 ms, so that it ends within 30 ms in edit mode.
        /// </summary>
        private const int EditBudgetMs = 26;
        private const int PlayBudgetMs = 4;

        /// <summary>Milliseconds that the threads get to end before a reload.</summary>
        private const int ReloadMs = 200;
        private const int QuitMs = 500;

        private const string Reloading = "reloading";

        private readonly EditorFunctions served = new EditorFunctions();
        private readonly Bridge bridge;
        private readonly SessionJournal journal;
        private readonly EditorStates states;
        private readonly EditorEvents events;
        private readonly ConsoleLines console;
        private readonly CompilerLines compiler;
        private readonly EditorPlay play;
        private readonly EditorHooks hooks;
        private readonly Clock clock = new Clock();
        private bool isOpen = true;

        private EditorBridge(HostFolder folder)
        {
            Functions functions = new Functions();
            play = new EditorPlay(clock, Pump, () => bridge.AloneFor);
            hooks = new EditorHooks(clock, (signature, times, texts) => HookReport.Send(bridge, signature, times, texts), () => bridge.Main.Loaded());
            served.AddTo(functions, play, clock, () => bridge.Main.Loaded());
            hooks.AddTo(functions);
            journal = new SessionJournal();
            Identity identity = EditorIdentity.Read(EditorFunctions.Capabilities(functions));
            Journal writes = new Journal(identity.Epoch, journal, journal.Read(), clock.Milliseconds);
            bridge = new Bridge(identity, functions, folder, writes, clock, EditorStates.Current, ConsoleLines.Say, new EditorMainThread());
            bridge.Main.FindDialog = ModalDialog.Finder;
            states = new EditorStates(bridge);
            events = new EditorEvents(bridge, served.Scenes);
            compiler = new CompilerLines(bridge.Logs, clock);
            console = new ConsoleLines(bridge.Logs, clock, compiler.Repeats);
        }

        /// <summary>Opens the bridge of this domain load. Call it on the main thread.</summary>
        /// <returns>Null if the environment names an invalid host; the console says why.</returns>
        internal static EditorBridge Open(Func<string, string> variable)
        {
            string why;
            HostFolder folder = HostFolder.OfEnvironment(variable, out why);
            if (folder == null)
            {
                ConsoleLines.Say("error", "no link to a host: " + why);
                return null;
            }
            EditorBridge opened = new EditorBridge(folder);
            opened.Start();
            return opened;
        }

        /// <summary>The links to all known hosts.</summary>
        internal List<LinkStatus> Status
        {
            get { return bridge.Status(); }
        }

        /// <summary>Ends all links because the user withdrew the consent.</summary>
        internal void Close()
        {
            Stop("quitting", QuitMs, false);
        }

        /// <summary>Ends all links because the bridge opens again at once. Hosts wait for it as for a domain reload.</summary>
        internal void CloseForRestart()
        {
            Stop(Reloading, QuitMs, false);
        }

        private void Start()
        {
            console.Listen();
            compiler.Listen();
            served.Listen();
            states.Listen();
            events.Listen();
            play.Listen();
            hooks.Begin();
            EditorApplication.update += Update;
            EditorApplication.quitting += Quit;
            AssemblyReloadEvents.beforeAssemblyReload += Reload;
            bridge.Start();
        }

        private void Update()
        {
            states.Look();
            journal.Flush();
            hooks.Frame();
            play.Look();
            if (ExclusiveJobs.HoldsCalls())
            {
                bridge.Main.Ran();
            }
            else if (!play.Pumps)
            {
                Pump();
            }
        }

        private void Pump()
        {
            bridge.Pump(EditorApplication.isPlaying ? PlayBudgetMs : EditBudgetMs);
        }

        private void Reload()
        {
            Stop(Reloading, ReloadMs, true);
        }

        private void Quit()
        {
            Stop("quitting", QuitMs, false);
        }

        /// <param name="reloads">Whether the state of game time is kept for the next domain load.</param>
        private void Stop(string state, int withinMs, bool reloads)
        {
            if (!isOpen)
            {
                return;
            }
            isOpen = false;
            EditorApplication.update -= Update;
            EditorApplication.quitting -= Quit;
            AssemblyReloadEvents.beforeAssemblyReload -= Reload;
            play.Leave(reloads);
            hooks.End();
            events.Leave();
            states.Leave();
            served.Leave();
            if (!bridge.Stop(state, withinMs))
            {
                ConsoleLines.Say("warn", "a thread of a link did not end within " + withinMs + " ms");
            }
            journal.Flush();
            compiler.Leave();
            console.Leave();
        }
    }
}
