using System;
using System.Collections.Generic;

namespace UnityTools.Bridge
{
    /// <summary>Sets the time scale, and whether the game may change it.</summary>
    internal sealed class TimeChange : Change
    {
        private readonly TimeScaleLock time;
        private readonly float speed;
        private readonly bool locked;
        private readonly int game;

        internal TimeChange(TimeScaleLock time, float speed, bool locked)
        {
            this.time = time;
            this.speed = speed;
            this.locked = locked;
            game = time.Game;
        }

        internal override bool IsGone
        {
            get { return game != time.Game; }
        }

        internal override bool IsRecorded
        {
            get { return false; }
        }

        internal override IEnumerable<string> Places
        {
            get { return new[] { "x:time" }; }
        }

        internal override Change Make(SceneWriter writer)
        {
            TimeChange back = new TimeChange(time, time.Speed, time.IsLocked);
            time.Set(speed, locked);
            return back;
        }

        internal override IEnumerable<PlanRow> Rows(ObjectTable objects)
        {
            yield return Row("timeScale", Told(time.Speed), Told(speed));
            if (time.IsLocked != locked)
            {
                yield return Row("timeScaleLocked", time.IsLocked ? "true" : "false", locked ? "true" : "false");
            }
        }

        private static string Told(float number)
        {
            return new JsonWriter().Number(number).ToString();
        }

        private static PlanRow Row(string field, string old, string now)
        {
            return new PlanRow { Field = field, Old = old, New = now };
        }
    }
}
