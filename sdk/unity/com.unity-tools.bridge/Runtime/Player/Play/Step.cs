using System.Collections.Generic;

namespace UnityTools.Bridge
{
    /// <summary>One running step: its ticks, the watched values, and the reason for its end.</summary>
    internal sealed class Step
    {
        private const int MostRows = 1000;

        /// <summary>
        /// Maximum characters of all rows: an answer of this size is stored, so that it can be sent again if the first
        /// one is lost.
        /// </summary>
        private const int MostLetters = 160 << 10;

        private readonly CallJob asked;
        private readonly List<WatchedValue> watched;
        private readonly Queue<string> rows = new Queue<string>();
        private readonly int wanted;
        private int letters;
        private int leftOut;
        private int passed;
        private bool met;

        internal readonly bool IsPhysics;

        internal Step(CallJob asked, ObjectTable objects)
        {
            this.asked = asked;
            Arguments args = new Arguments(asked);
            Arguments ticks = args.Inner("ticks");
            IsPhysics = ticks.Has("physics");
            wanted = ticks.Whole(IsPhysics ? "physics" : "frames");
            watched = new List<WatchedValue>();
            foreach (Json watch in args.Any("watched").Items)
            {
                watched.Add(new WatchedValue(new Arguments(watch), objects));
            }
        }

        internal CallJob Asked
        {
            get { return asked; }
        }

        /// <summary>All ticks have passed, or a condition holds.</summary>
        internal bool IsOver
        {
            get { return met || passed >= wanted; }
        }

        /// <summary>Counts a tick and reads the watched values.</summary>
        internal void Ticked()
        {
            if (met)
            {
                asked.Note("one more tick passed in the frame in which the condition was met");
            }
            passed++;
            if (watched.Count == 0)
            {
                return;
            }
            JsonWriter row = new JsonWriter();
            row.List();
            foreach (WatchedValue one in watched)
            {
                met |= one.Look(asked, row);
            }
            string text = row.EndList().ToString();
            rows.Enqueue(text);
            letters += text.Length;
            while (rows.Count > MostRows || (letters > MostLetters && rows.Count > 1))
            {
                letters -= rows.Dequeue().Length;
                leftOut++;
            }
        }

        /// <summary>The error of the step; null if there is none.</summary>
        internal Failure Failure { get; private set; }

        /// <summary>Ends the step before all ticks passed.</summary>
        internal void CutShort(string why)
        {
            asked.Note(why + ": " + Passed + ", and the game is frozen");
        }

        /// <summary>The game ended before all ticks passed.</summary>
        internal void Abort(Failure why)
        {
            Failure = why;
            asked.Note("the step was aborted: " + Passed);
        }

        private string Passed
        {
            get { return passed + " of " + wanted + (IsPhysics ? " physics ticks" : " frames") + " passed"; }
        }

        internal void Write(JsonWriter value)
        {
            value.Object().Name("reply").Text("stepped").Name("value").Object();
            value.Name("passed").Count(passed).Name("met").Bool(met).Name("values").List();
            foreach (string row in rows)
            {
                value.Raw(row);
            }
            value.EndList().Name("left-out").Count(leftOut).Name("clock");
        }
    }
}
