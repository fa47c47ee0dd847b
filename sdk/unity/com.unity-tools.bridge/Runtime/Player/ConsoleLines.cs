using System;
using System.Threading;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>Copies the lines of Unity's console for the hosts, and writes those of the bridge.</summary>
    internal sealed class ConsoleLines
    {
        private readonly LogRing lines;
        private readonly Clock clock;
        private readonly Predicate<string> repeats;

        /// <param name="repeats">Whether a line is known from elsewhere and left out; called from any thread. May be null.</param>
        internal ConsoleLines(LogRing lines, Clock clock, Predicate<string> repeats = null)
        {
            this.lines = lines;
            this.clock = clock;
            this.repeats = repeats;
        }

        internal void Listen()
        {
            Application.logMessageReceivedThreaded += Add;
        }

        internal void Leave()
        {
            Application.logMessageReceivedThreaded -= Add;
        }

        /// <summary>Writes a line of the bridge to Unity's console; called from any thread.</summary>
        internal static void Say(string level, string text)
        {
            string line = "[Unity Tools] " + text;
            switch (level)
            {
                case "error":
                    Debug.LogError(line);
                    break;
                case "warn":
                    Debug.LogWarning(line);
                    break;
                default:
                    Debug.Log(line);
                    break;
            }
        }

        /// <summary>Called from any thread.</summary>
        private void Add(string text, string stack, LogType type)
        {
            if (repeats != null && repeats(text))
            {
                return;
            }
            bool bad = type == LogType.Error || type == LogType.Exception || type == LogType.Assert;
            lines.Add(new LogLine
            {
                Level = bad ? "error" : type == LogType.Warning ? "warn" : "info",
                Text = text,
                Stack = string.IsNullOrEmpty(stack) && bad ? CalledFrom.Now() : stack,
                TimeMs = clock.SinceEpoch,
                Thread = Thread.CurrentThread.ManagedThreadId
            });
        }
    }
}
