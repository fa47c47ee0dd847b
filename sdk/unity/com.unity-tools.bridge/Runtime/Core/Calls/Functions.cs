using System;
using System.Collections.Generic;

namespace UnityTools.Bridge
{
    /// <summary>Answers in one go.</summary>
    internal delegate void Answering(CallJob asked, JsonWriter value);

    /// <summary>Answers in steps, each short; the main thread goes on with its frame in between. What is yielded is not looked at.</summary>
    internal delegate IEnumerator<int> Stepping(CallJob asked, JsonWriter value);

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
        internal IEnumerator<int> Begin(CallJob asked, JsonWriter value)
        {
            Stepping function;
            if (!served.TryGetValue(asked.Call.Function, out function))
            {
                string name = Surrogates.Cut(asked.Call.Function, 128);
                throw Failure.Unsupported("this Unity does not serve `" + name + "`");
            }
            return function(asked, value);
        }

        private static IEnumerator<int> Once(Answering answering, CallJob asked, JsonWriter value)
        {
            answering(asked, value);
            yield break;
        }
    }
}
