using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>
    /// The time of a game: its speed, its steps, and the costs of its frames. A behaviour of the game reports each frame.
    /// </summary>
    internal sealed class GameTime
    {
        /// <summary>
        /// If no host is linked for this long, a frozen game or a locked speed is released, because only a host could
        /// do it.
        /// </summary>
        private const long LetGoMs = 10 * 1000;

        private readonly TimeScaleLock scale = new TimeScaleLock();
        private readonly FrameCosts costs = new FrameCosts();
        private readonly Stepper stepper;

        internal GameTime(Clock clock)
        {
            stepper = new Stepper(scale, clock);
        }

        /// <summary>Whether a step is under way.</summary>
        internal bool IsStepping
        {
            get { return stepper.IsBusy; }
        }

        internal void AddTo(Functions functions, ObjectTable objects, SingleEdits edits)
        {
            scale.AddTo(functions, edits);
            new PlayFunctions(objects, scale, stepper, costs).AddTo(functions);
        }

        /// <summary>The game began.</summary>
        /// <param name="runner">A behaviour of the game, which runs coroutines.</param>
        internal void Begin(MonoBehaviour runner)
        {
            stepper.Runner = runner;
        }

        /// <summary>Called once in each frame, before calls run.</summary>
        internal void BeginFrame()
        {
            costs.Frame();
            scale.Hold();
        }

        /// <summary>Called when a frame is complete except for rendering.</summary>
        internal void EndFrame()
        {
            stepper.FrameOver();
            scale.Hold();
        }

        /// <summary>The time until the next frame is not its cost, because frames do not follow each other now.</summary>
        internal void Pause()
        {
            costs.Pause();
        }

        /// <summary>Releases the game if no host is linked that could do it.</summary>
        /// <param name="alone">Milliseconds without a linked host; null while one is linked.</param>
        internal void LetGo(long? alone)
        {
            if (alone > LetGoMs && scale.IsHeld && !stepper.IsBusy)
            {
                scale.LetGo();
                ConsoleLines.Say("info", "no host has been linked for " + LetGoMs / 1000 + " s: the time of the game, which one held, runs as the game set it");
            }
        }

        /// <summary>The game ends, and another one may begin later in this process.</summary>
        /// <param name="why">The error of a step that is under way.</param>
        internal void End(Failure why)
        {
            stepper.Abort(why);
            scale.End();
            costs.Forget();
        }

        /// <summary>What is needed to hold the time after a domain load of the same game, as JSON.</summary>
        internal string Keep()
        {
            return scale.Keep();
        }

        internal void Restore(string kept)
        {
            scale.Restore(kept);
        }
    }
}
