using System;
using System.Collections.Generic;

namespace UnityTools.Bridge
{
    /// <summary>Answers in one go.</summary>
    internal delegate void Answering(CallJob asked, JsonWriter value);

    /// <summary>What a function that answers in steps wants before its next one.</summary>
    internal enum Rest
    {
        /// <summary>Nothing: it goes on within this frame's budget.</summary>
        None,

        /// <summary>Another frame of Unity.</summary>
        Frame
    }

    /// <summary>How a call that answers in steps shares the main thread while it waits for frames.</summary>
    internal enum Way
    {
        /// <summary>All others wait for its end: it is through in a frame or a few.</summary>
        InTurn,

        /// <summary>The others go on meanwhile.</summary>
        Aside,

        /// <summary>Reads go on meanwhile; no write begins before its end, another one of its kind least of all.</summary>
        Alone
    }

    /// <summary>Answers in steps, each short; the main thread goes on with its frame in between.</summary>
    internal delegate IEnumerator<Rest> Stepping(CallJob asked, JsonWriter value);

    /// <summary>What this Unity serves, by the names of the contract.</summary>
    internal sealed class Functions
    {
        private readonly SortedDictionary<string, Stepping> served =
            new SortedDictionary<string, Stepping>(StringComparer.Ordinal);

        // Those that are not done in turn.
        private readonly Dictionary<string, Way> ways = new Dictionary<string, Way>(StringComparer.Ordinal);

        internal IList<string> Names
        {
            get { return new List<string>(served.Keys); }
        }

        internal void Add(string name, Answering answering)
        {
            served.Add(name, (asked, value) => Once(answering, asked, value));
        }

        internal void AddSteps(string name, Stepping stepping)
        {
            served.Add(name, stepping);
        }

        /// <summary>One that may wait for many frames.</summary>
        internal void AddLong(string name, Way way, Stepping stepping)
        {
            served.Add(name, stepping);
            ways.Add(name, way);
        }

        internal Way WayOf(string name)
        {
            Way way;
            return ways.TryGetValue(name, out way) ? way : Way.InTurn;
        }

        /// <exception cref="Failure">Where there is none of that name.</exception>
        internal IEnumerator<Rest> Begin(CallJob asked, JsonWriter value)
        {
            Stepping function;
            if (!served.TryGetValue(asked.Call.Function, out function))
            {
                string name = Surrogates.Cut(asked.Call.Function, 128);
                throw Failure.Unsupported("this Unity does not serve `" + name + "`");
            }
            return function(asked, value);
        }

        private static IEnumerator<Rest> Once(Answering answering, CallJob asked, JsonWriter value)
        {
            answering(asked, value);
            yield break;
        }
    }
}
