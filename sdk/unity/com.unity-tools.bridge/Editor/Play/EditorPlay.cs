using System;
using UnityEditor;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>
    /// The game in play mode of an editor: its time and its frames. Calls run inside of its frames as in a player, so that
    /// they see the screen, the time and the input of the game.
    /// </summary>
    internal sealed class EditorPlay
    {
        /// <summary>Without a frame for this long, calls run in the updates of the editor.</summary>
        private const int StillMs = 500;

        private const string KeptKey = "UnityTools.Bridge.GameTime";

        /// <summary>Updates between two looks at the links, which take a lock.</summary>
        private const int LinkUpdates = 30;

        private readonly GameTime time;
        private readonly Clock clock;
        private readonly BackgroundRun background = new BackgroundRun();
        private readonly EditorMainThread mainThread = new EditorMainThread();
        private readonly Action pump;
        private readonly Func<long?> alone;
        private GameFrames frames;
        private long framedAt = -StillMs;
        private int updates;

        /// <summary>The frame after which the next one was requested from a paused editor.</summary>
        private int requestedAt = -1;

        /// <param name="pump">Runs calls.</param>
        /// <param name="alone">Milliseconds without a linked host; null while one is linked.</param>
        internal EditorPlay(Clock clock, Action pump, Func<long?> alone)
        {
            this.clock = clock;
            this.pump = pump;
            this.alone = alone;
            time = new GameTime(clock);
        }

        /// <summary>Whether frames of a game run calls now.</summary>
        internal bool Pumps
        {
            get { return frames != null && !EditorApplication.isPaused && clock.Milliseconds - framedAt < StillMs; }
        }

        internal void AddTo(Functions functions, ObjectTable objects, SingleEdits edits)
        {
            time.AddTo(functions, objects, edits);
            functions.Require("play/get-clock", RequireGame);
            functions.Require("play/stats", RequireCosts);
            functions.Require("play-edit/freeze", RequireGame);
            functions.Require("play-edit/step", RequireGame);
            functions.Require("play-edit/act", RequireInput);
            functions.Require("time-scale/get", RequireGame);
            functions.Require("time-scale-edit/set", RequireGame);
        }

        internal void Listen()
        {
            EditorApplication.playModeStateChanged += Changes;
            if (EditorApplication.isPlaying)
            {
                string kept = SessionState.GetString(KeptKey, "");
                if (kept.Length > 0)
                {
                    time.Restore(kept);
                }
            }
            SessionState.EraseString(KeptKey);
        }

        /// <param name="reloads">Whether the same game goes on after a domain load.</param>
        internal void Leave(bool reloads)
        {
            EditorApplication.playModeStateChanged -= Changes;
            if (reloads && EditorApplication.isPlaying)
            {
                SessionState.SetString(KeptKey, time.Keep());
            }
            else
            {
                time.End(Ended());
            }
            RemoveFrames();
            background.Keep(false);
        }

        /// <summary>Called at each update of the editor.</summary>
        internal void Look()
        {
            if (!EditorApplication.isPlaying || !EditorApplication.isPlayingOrWillChangePlaymode)
            {
                return;
            }
            Begin();
            if (++updates % LinkUpdates == 0)
            {
                // A game in the background normally pauses.
                background.Keep(alone() == null);
                time.LetGo(alone());
            }
            if (EditorApplication.isPaused)
            {
                time.Pause();
            }
            if (time.IsStepping)
            {
                Step();
            }
        }

        private void Step()
        {
            // Unity updates an editor in the background only rarely.
            mainThread.Wake();
            if (EditorApplication.isPaused && requestedAt != Time.frameCount)
            {
                requestedAt = Time.frameCount;
                EditorApplication.Step();
            }
        }

        private void Changes(PlayModeStateChange change)
        {
            if (change == PlayModeStateChange.EnteredPlayMode)
            {
                Begin();
            }
            else if (change == PlayModeStateChange.ExitingPlayMode)
            {
                time.End(Ended());
                RemoveFrames();
                background.Keep(false);
            }
        }

        /// <summary>
        /// Lets frames run calls. A game that no host needs gets no object of the bridge; one that destroys even hidden
        /// objects gets another one.
        /// </summary>
        private void Begin()
        {
            if (frames == null && alone() == null)
            {
                requestedAt = -1;
                framedAt = clock.Milliseconds;
                frames = GameFrames.Create(BeginFrame, time.EndFrame);
                time.Begin(frames);
            }
        }

        private void BeginFrame()
        {
            framedAt = clock.Milliseconds;
            time.BeginFrame();
            pump();
        }

        private void RemoveFrames()
        {
            if (frames != null)
            {
                frames.Remove();
            }
            frames = null;
        }

        private void RequireGame(CallJob asked)
        {
            if (!EditorApplication.isPlaying || !EditorApplication.isPlayingOrWillChangePlaymode)
            {
                throw new Failure("not-ready", "the editor is in edit mode, so no game runs") { Hint = "enter play mode first: set its mode to play" };
            }
            // The host may have linked since the last update.
            Begin();
            if (EditorApplication.isPaused)
            {
                asked.Note("the editor is paused: only a step lets a frame pass, and the editor stays paused after it");
            }
        }

        private void RequireCosts(CallJob asked)
        {
            RequireGame(asked);
            asked.Note("the frames of an editor contain the work of its windows");
        }

        private void RequireInput(CallJob asked)
        {
            RequireGame(asked);
            if (EditorApplication.isPaused)
            {
                throw new Failure("not-ready", "the editor is paused, so the game takes no input")
                {
                    Hint = "set the mode to play; to hold the game meanwhile, freeze it"
                };
            }
        }

        private static Failure Ended()
        {
            return new Failure("not-ready", "play mode ended during the step") { Hint = "enter play mode again: set its mode to play" };
        }
    }
}
