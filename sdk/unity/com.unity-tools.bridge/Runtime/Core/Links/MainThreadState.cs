using System;
using System.Collections.Generic;
using System.Threading;

namespace UnityTools.Bridge
{
    /// <summary>
    /// The state of Unity and the time of the last frame. The main thread writes it; the threads of all links read it.
    /// </summary>
    internal sealed class MainThreadState
    {
        /// <summary>If no frame ran for this long, the main thread counts as blocked.</summary>
        internal const int BlockedMs = 3000;

        /// <summary>The same while Unity compiles: importing the results can take some seconds.</summary>
        internal const int CompilingMs = 15000;

        /// <summary>If no frame ran for this long, the platform is searched for a dialog.</summary>
        private const int DialogMs = 1000;

        private readonly Clock clock;
        private readonly object gate = new object();
        private readonly Dictionary<string, long> lasted = new Dictionary<string, long>(StringComparer.Ordinal);
        private string state;
        private long since;
        private long frame;
        private long ran;
        private long assemblies;

        internal MainThreadState(Clock clock, string state)
        {
            this.clock = clock;
            this.state = state;
            since = clock.Milliseconds;
            ran = since;
        }

        /// <summary>
        /// Finds the title of the modal dialog that blocks the main thread, or null; called from the threads of links. Null
        /// if this platform reports no dialogs. Set before the links start.
        /// </summary>
        internal Func<string> FindDialog { get; set; }

        /// <summary>The main thread ran another frame.</summary>
        internal void Ran()
        {
            Interlocked.Increment(ref frame);
            Interlocked.Exchange(ref ran, clock.Milliseconds);
        }

        /// <summary>Counts an assembly that was loaded for a host.</summary>
        internal void Loaded()
        {
            Interlocked.Increment(ref assemblies);
        }

        /// <summary>Returns false if the state is unchanged.</summary>
        internal bool Enter(string next)
        {
            lock (gate)
            {
                if (state == next)
                {
                    return false;
                }
                long now = clock.Milliseconds;
                lasted[state] = now - since;
                state = next;
                since = now;
                return true;
            }
        }

        internal PulseFacts Facts()
        {
            long still = Math.Max(0, clock.Milliseconds - Interlocked.Read(ref ran));
            string dialog = FindDialog == null || still < DialogMs ? null : FindDialog();
            lock (gate)
            {
                bool serves = state == "ready" || state == "playing" || state == "paused";
                // Unity compiles in another process, so a main thread that does not run meanwhile waits for something else.
                bool isStuck = serves ? still > BlockedMs : state == "compiling" && still > CompilingMs;
                string told = isStuck ? "blocked" : state;
                long last;
                return new PulseFacts
                {
                    State = told,
                    Frame = Interlocked.Read(ref frame),
                    MainMs = still,
                    Dialog = dialog,
                    LastMs = lasted.TryGetValue(told, out last) ? last : -1,
                    Assemblies = Interlocked.Read(ref assemblies)
                };
            }
        }
    }
}
