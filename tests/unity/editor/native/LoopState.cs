using System.Diagnostics;
using System.Threading;

namespace UnityDouble
{
    /// <summary>The clock, the wake-up signal and the state of the main loop. All members are thread-safe.</summary>
    public sealed class LoopState : NativeObject
    {
        private readonly Stopwatch clock = Stopwatch.StartNew();
        private readonly AutoResetEvent wake = new AutoResetEvent(true);
        private readonly object gate = new object();
        private bool focused = true;
        private bool quit;
        private int exitCode;
        private long turnStarted;
        private string snapshot = "{}";
        private string blockedBy;
        private int epoch;

        /// <summary>True while the editor window has the focus.</summary>
        public bool Focused
        {
            get
            {
                lock (gate)
                {
                    return focused;
                }
            }

            set
            {
                lock (gate)
                {
                    focused = value;
                }
            }
        }

        /// <summary>True once the process must end.</summary>
        public bool Quitting
        {
            get
            {
                lock (gate)
                {
                    return quit;
                }
            }
        }

        /// <summary>Exit code given to <see cref="Quit"/>.</summary>
        public int ExitCode
        {
            get
            {
                lock (gate)
                {
                    return exitCode;
                }
            }
        }

        /// <summary>Number of domain loads since the process started.</summary>
        public int Epoch
        {
            get
            {
                lock (gate)
                {
                    return epoch;
                }
            }

            set
            {
                lock (gate)
                {
                    epoch = value;
                }
            }
        }

        /// <summary>Title of the dialog for which the main thread waits, or null.</summary>
        public string BlockedBy
        {
            get
            {
                lock (gate)
                {
                    return blockedBy;
                }
            }

            set
            {
                lock (gate)
                {
                    blockedBy = value;
                }
            }
        }

        /// <summary>What the scripts last published about themselves, a JSON object.</summary>
        public string Snapshot
        {
            get
            {
                lock (gate)
                {
                    return snapshot;
                }
            }

            set
            {
                lock (gate)
                {
                    snapshot = value;
                }
            }
        }

        /// <summary>Milliseconds since the main thread began its last turn.</summary>
        public long MainMilliseconds
        {
            get { return clock.ElapsedMilliseconds - Interlocked.Read(ref turnStarted); }
        }

        /// <summary>Ends the process after the current turn.</summary>
        public void Quit(int code)
        {
            lock (gate)
            {
                quit = true;
                exitCode = code;
            }
            Signal();
        }

        /// <summary>Starts the next tick at once.</summary>
        public void Signal()
        {
            wake.Set();
        }

        /// <summary>Waits until the next tick is due, and notes that a turn begins.</summary>
        public void WaitForTurn(int milliseconds)
        {
            wake.WaitOne(milliseconds);
            Interlocked.Exchange(ref turnStarted, clock.ElapsedMilliseconds);
        }
    }
}
