using System;
using System.Collections;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>
    /// Lets frozen time advance by a number of ticks. In a step of physics ticks each frame advances slightly less than
    /// one tick of game time, so that no frame contains two ticks, independent of the speed of the machine.
    /// </summary>
    internal sealed class Stepper
    {
        /// <summary>Milliseconds that are reserved for sending the answer.</summary>
        private const int Margin = 150;

        private readonly TimeScaleLock time;
        private readonly Clock clock;
        private readonly WaitForFixedUpdate tick = new WaitForFixedUpdate();
        private Step step;
        private int begun;
        private int captureRate;
        private int frameRate;
        private int syncCount;

        internal Stepper(TimeScaleLock time, Clock clock)
        {
            this.time = time;
            this.clock = clock;
        }

        /// <summary>The behaviour of the game that runs the coroutines.</summary>
        internal MonoBehaviour Runner { get; set; }

        internal bool IsBusy
        {
            get { return step != null; }
        }

        /// <exception cref="Failure">No tick would ever occur.</exception>
        internal void Begin(Step next)
        {
            time.Freeze(true);
            if (next.IsPhysics && time.Speed <= 0)
            {
                throw new Failure("conflict", "the time scale is 0: no physics tick would come however many frames passed")
                {
                    Hint = "set the time scale first; the game stays frozen"
                };
            }
            step = next;
            begun = Time.frameCount;
            time.BeginStep();
            if (next.IsPhysics)
            {
                captureRate = Time.captureFramerate;
                frameRate = Application.targetFrameRate;
                syncCount = QualitySettings.vSyncCount;
                Time.captureFramerate = (int)Math.Ceiling(time.Speed / Time.fixedDeltaTime) + 1;
                // Frames run as fast as the machine can: wall-clock time does not matter during the step.
                Application.targetFrameRate = -1;
                QualitySettings.vSyncCount = 0;
                Runner.StartCoroutine(Ticks());
            }
        }

        /// <summary>Called when a frame is complete except for rendering.</summary>
        internal void FrameOver()
        {
            if (step == null || Time.frameCount == begun)
            {
                return;
            }
            if (!step.IsPhysics)
            {
                step.Ticked();
            }
            if (step.IsOver)
            {
                End();
            }
            else if (step.Asked.IsCancelled)
            {
                step.CutShort("the call was cancelled");
                End();
            }
            else if (clock.Milliseconds >= step.Asked.Deadline - Margin)
            {
                step.CutShort("the call's time is over");
                End();
            }
            else if (step.IsPhysics && Time.timeScale <= 0)
            {
                step.CutShort("the game set its time scale to 0");
                End();
            }
        }

        /// <summary>
        /// Called after each physics tick; a frame may contain several if the game changes its speed.
        /// </summary>
        private IEnumerator Ticks()
        {
            Step own = step;
            while (step == own)
            {
                yield return tick;
                if (step == own)
                {
                    own.Ticked();
                }
            }
        }

        /// <summary>Ends the step because its game ends; without effect if there is none.</summary>
        internal void Abort(Failure why)
        {
            if (step != null)
            {
                step.Abort(why);
                End();
            }
        }

        private void End()
        {
            if (step.IsPhysics)
            {
                Time.captureFramerate = captureRate;
                Application.targetFrameRate = frameRate;
                QualitySettings.vSyncCount = syncCount;
            }
            step = null;
            time.EndStep();
        }
    }
}
