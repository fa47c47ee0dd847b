using System;
using System.Collections.Generic;
using System.Threading;

namespace UnityDouble
{
    /// <summary>Runs continuations of `await` and posted callbacks on the main thread, once per tick.</summary>
    // Follows Runtime/Export/Scripting/UnitySynchronizationContext.cs: work posted during a run waits for the next one.
    internal sealed class EditorContext : SynchronizationContext
    {
        private readonly object gate = new object();
        private readonly Thread main = Thread.CurrentThread;
        private List<Action> posted = new List<Action>();

        public override SynchronizationContext CreateCopy()
        {
            return this;
        }

        public override void Post(SendOrPostCallback callback, object state)
        {
            lock (gate)
            {
                posted.Add(delegate { callback(state); });
            }
        }

        public override void Send(SendOrPostCallback callback, object state)
        {
            if (Thread.CurrentThread == main)
            {
                callback(state);
                return;
            }
            using (ManualResetEvent done = new ManualResetEvent(false))
            {
                Post(
                    delegate
                    {
                        try
                        {
                            callback(state);
                        }
                        finally
                        {
                            done.Set();
                        }
                    },
                    null);
                done.WaitOne();
            }
        }

        /// <summary>Runs what was posted before this call.</summary>
        internal void RunPosted()
        {
            List<Action> due;
            lock (gate)
            {
                due = posted;
                posted = new List<Action>();
            }
            foreach (Action action in due)
            {
                Native.Call(action);
            }
        }
    }
}
