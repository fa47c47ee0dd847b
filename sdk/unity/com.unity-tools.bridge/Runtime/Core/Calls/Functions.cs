using System;
using System.Collections.Generic;

namespace UnityTools.Bridge
{
    /// <summary>A function that returns its answer in one step.</summary>
    internal delegate void Answering(CallJob asked, JsonWriter value);

    /// <summary>What a function that answers in steps needs before its next step.</summary>
    internal enum Rest
    {
        /// <summary>Nothing: it continues within the budget of this frame.</summary>
        None,

        /// <summary>The next frame of Unity.</summary>
        Frame
    }

    /// <summary>How a call that answers in steps shares the main thread while it waits for frames.</summary>
    internal enum Way
    {
        /// <summary>All other calls wait until it ends, after one or a few frames.</summary>
        InTurn,

        /// <summary>The other calls continue meanwhile.</summary>
        Aside,

        /// <summary>
        /// Reads continue meanwhile. No write begins before it ends; this includes further calls of the same function.
        /// </summary>
        Alone
    }

    /// <summary>
    /// A function that answers in short steps; the main thread continues with its frame between them.
    /// </summary>
    internal delegate IEnumerator<Rest> Stepping(CallJob asked, JsonWriter value);

    /// <summary>The functions that this instance serves, by their names in the contract.</summary>
    internal sealed class Functions
    {
        private readonly SortedDictionary<string, Stepping> served =
            new SortedDictionary<string, Stepping>(StringComparer.Ordinal);

        // The functions that do not run in queue order.
        private readonly Dictionary<string, Way> ways = new Dictionary<string, Way>(StringComparer.Ordinal);

        // Checked before a function begins.
        private readonly Dictionary<string, Action<CallJob>> conditions =
            new Dictionary<string, Action<CallJob>>(StringComparer.Ordinal);

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

        /// <summary>A function that may wait for many frames.</summary>
        internal void AddLong(string name, Way way, Stepping stepping)
        {
            served.Add(name, stepping);
            ways.Add(name, way);
        }

        /// <summary>Calls <paramref name="check"/> before each call of that function begins; a failure is its answer.</summary>
        internal void Require(string name, Action<CallJob> check)
        {
            conditions.Add(name, check);
        }

        internal Way WayOf(string name)
        {
            Way way;
            return ways.TryGetValue(name, out way) ? way : Way.InTurn;
        }

        /// <exception cref="Failure">No function has that name.</exception>
        internal IEnumerator<Rest> Begin(CallJob asked, JsonWriter value)
        {
            Stepping function;
            if (!served.TryGetValue(asked.Call.Function, out function))
            {
                string name = Surrogates.Cut(asked.Call.Function, 128);
                throw Failure.Unsupported("this Unity does not serve `" + name + "`");
            }
            Action<CallJob> check;
            if (conditions.TryGetValue(asked.Call.Function, out check))
            {
                check(asked);
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
