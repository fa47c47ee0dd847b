using System;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>`time-scale`: how fast game time runs, and held there where that is asked for.</summary>
    internal sealed class TimeScaleLock
    {
        private const float Fastest = 4;

        private bool locked;
        private float held;

        internal void AddTo(Functions functions)
        {
            functions.Add("time-scale/get", (asked, value) => Answer(value));
            functions.Add("time-scale-edit/set", Set);
        }

        /// <summary>Twice a frame: takes back what the game itself set.</summary>
        internal void Hold()
        {
            if (locked && !Time.timeScale.Equals(held))
            {
                Time.timeScale = held;
            }
        }

        private void Set(CallJob asked, JsonWriter value)
        {
            Arguments args = new Arguments(asked);
            double wanted = args.Number("value");
            if (double.IsNaN(wanted))
            {
                throw Arguments.Wrong("value", args.Any("value"), "a number from 0 to 4");
            }
            held = (float)Math.Max(0, Math.Min(Fastest, wanted));
            Time.timeScale = held;
            locked = args.BoolIfAny("lock") ?? locked;
            Answer(value);
        }

        private void Answer(JsonWriter value)
        {
            value.Object().Name("reply").Text("time-scale").Name("value").Object();
            value.Name("value").Number(Time.timeScale).Name("locked").Bool(locked).EndObject().EndObject();
        }
    }
}
