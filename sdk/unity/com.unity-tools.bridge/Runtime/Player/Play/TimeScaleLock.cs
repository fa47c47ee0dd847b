using System;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>
    /// The time scale: `time-scale` with its lock, and the freeze, which takes precedence over the speed. The answers
    /// about each of the two include the other one.
    /// </summary>
    internal sealed class TimeScaleLock
    {
        private const float Fastest = 4;

        private bool locked;
        private bool stepping;

        // The speed that is locked, or that applies after the freeze ends.
        private float kept = 1;

        // The last speed that the game itself set before and during the lock.
        private float own = 1;

        /// <summary>Stopped by `play-edit/freeze`.</summary>
        internal bool IsFrozen { get; private set; }

        /// <summary>
        /// The speed without the freeze. An earlier call in the same frame may have made the game set another speed.
        /// </summary>
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

        /// <summary>The number of the game in this process. An editor plays several, one after the other.</summary>
        internal int Game { get; private set; }

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

        /// <summary>
        /// Overwrites a speed that the game itself set. Called twice in each frame, and before each read of the speed.
        /// </summary>
        internal void Hold()
        {
            float wanted = IsFrozen && !stepping ? 0 : kept;
            if ((!locked && !IsFrozen) || stepping && !locked || Time.timeScale.Equals(wanted))
            {
                return;
            }
            // The speed that the game set applies after the freeze or the lock ends.
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

        /// <summary>Whether the game is frozen, or its speed is locked, on request of a host.</summary>
        internal bool IsHeld
        {
            get { return locked || IsFrozen; }
        }

        /// <summary>Restores the speed of the game after the last host that could have released it is gone.</summary>
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

        /// <summary>The game ends: its speed is restored, and an undo cannot change it any more.</summary>
        internal void End()
        {
            if (IsHeld)
            {
                LetGo();
            }
            Game++;
        }

        /// <summary>The lock and the freeze as JSON, for a domain load of the same game.</summary>
        internal string Keep()
        {
            Hold();
            JsonWriter text = new JsonWriter().Object().Name("frozen").Bool(IsFrozen).Name("locked").Bool(locked);
            return text.Name("kept").Number(kept).Name("own").Number(own).EndObject().ToString();
        }

        internal void Restore(string text)
        {
            Arguments from = new Arguments(JsonReader.Read(text));
            IsFrozen = from.Bool("frozen");
            locked = from.Bool("locked");
            kept = (float)from.Number("kept");
            own = (float)from.Number("own");
        }

        /// <summary>Lets frozen time advance until <see cref="EndStep"/>.</summary>
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
                asked.Note("the game is frozen: time does not pass; it has this speed during steps and after the release");
            }
            value.Object().Name("reply").Text("time-scale").Name("value").Object();
            value.Name("value").Number(Speed).Name("locked").Bool(locked).EndObject().EndObject();
        }
    }
}
