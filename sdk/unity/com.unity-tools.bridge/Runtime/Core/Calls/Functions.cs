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

    /// <summary>Answers in steps, each short; the main thread goes on with its frame in between.</summary>
    internal delegate IEnumerator<Rest> Stepping(CallJob asked, JsonWriter value);

    /// <summary>What this Unity serves, by the names of the contract.</summary>
    internal sealed class Functions
    {
        private readonly SortedDictionary<string, Stepping> served =
            new SortedDictionary<string, Stepping>(StringComparer.Ordinal);

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
