using System;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>
    /// How fast game time runs: `time-scale` with its lock, and time that was frozen, which stands whatever the speed. Each of the two is
    /// told where the other one is asked for.
    /// </summary>
    internal sealed class TimeScaleLock
    {
        private const float Fastest = 4;

        private bool locked;
        private bool stepping;

        // The speed that is locked, or that time goes on with once it is let go.
        private float kept = 1;

        // The speed that the game itself set last before and while it was locked.
        private float own = 1;

        /// <summary>Stopped by `play-edit/freeze`.</summary>
        internal bool IsFrozen { get; private set; }

        /// <summary>The speed of time that is not frozen. A call before this one in the same frame may have had the game set another.</summary>
        internal float Speed
        {
            get
            {
                Hold();
                return IsFrozen && !stepping ? kept : Time.timeScale;
            }
        }

        internal bool IsLocked
        {
            get { return locked; }
        }

        internal void AddTo(Functions functions, SingleEdits edits)
        {
            functions.Add("time-scale/get", Answer);
            functions.Add("time-scale-edit/set", (asked, value) => Set(asked, value, edits));
        }

        internal void Set(float speed, bool wanted)
        {
            float now = Speed;
            if (!locked)
            {
                own = now;
            }
            kept = speed;
            locked = wanted;
            if (!IsFrozen)
            {
                Time.timeScale = kept;
            }
        }

        /// <summary>Twice a frame, and before anything here looks at the speed: takes back what the game itself set.</summary>
        internal void Hold()
        {
            float wanted = IsFrozen && !stepping ? 0 : kept;
            if ((!locked && !IsFrozen) || stepping && !locked || Time.timeScale.Equals(wanted))
            {
                return;
            }
            // What the game set counts once time is let go, or the lock is.
            if (locked)
            {
                own = Time.timeScale;
            }
            else
            {
                kept = Time.timeScale;
            }
            Time.timeScale = wanted;
        }

        internal void Freeze(bool frozen)
        {
            Hold();
            if (frozen && !IsFrozen)
            {
                Stop();
            }
            else if (!frozen && IsFrozen)
            {
                Time.timeScale = kept;
            }
            IsFrozen = frozen;
        }

        /// <summary>Whether the game stands, or its speed is held, because a host asked for it.</summary>
        internal bool IsHeld
        {
            get { return locked || IsFrozen; }
        }

        /// <summary>Nobody is there any more who could let it go: time has the game's own speed again.</summary>
        internal void LetGo()
        {
            Hold();
            kept = locked ? own : kept;
            locked = false;
            if (IsFrozen)
            {
                Freeze(false);
            }
            else
            {
                Time.timeScale = kept;
            }
        }

        /// <summary>Frozen time passes until <see cref="EndStep"/>.</summary>
        internal void BeginStep()
        {
            Freeze(true);
            stepping = true;
            Time.timeScale = kept;
        }

        internal void EndStep()
        {
            Hold();
            stepping = false;
            Stop();
        }

        private void Stop()
        {
            if (!locked)
            {
                kept = Time.timeScale;
            }
            Time.timeScale = 0;
        }

        private void Set(CallJob asked, JsonWriter value, SingleEdits edits)
        {
            Arguments args = new Arguments(asked);
            double wanted = args.Number("value");
            if (double.IsNaN(wanted))
            {
                throw Arguments.Wrong("value", args.Any("value"), "a number from 0 to 4");
            }
            edits.Make(asked, new TimeChange(this, (float)Math.Max(0, Math.Min(Fastest, wanted)), args.BoolIfAny("lock") ?? locked));
            Answer(asked, value);
        }

        private void Answer(CallJob asked, JsonWriter value)
        {
            if (IsFrozen)
            {
                asked.Note("the game is frozen: time stands, and has this speed while it is stepped and once it is let go");
            }
            value.Object().Name("reply").Text("time-scale").Name("value").Object();
            value.Name("value").Number(Speed).Name("locked").Bool(locked).EndObject().EndObject();
        }
    }
}
