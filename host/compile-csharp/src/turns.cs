// The harness of a snippet with `await`: it runs the parts of the snippet frame by frame.
using System;
using System.Collections;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;

public static partial class UnityToolsHarness
{
    private static readonly CancellationTokenSource over = new CancellationTokenSource();

    /// <summary>Cancelled when no caller waits for the snippet any more.</summary>
    public static CancellationToken Cancel
    {
        get { return over.Token; }
    }

    /// <summary>Advanced once a frame by the loader of this assembly; if it stops early, no further part of the snippet runs.</summary>
    private static IEnumerator Steps()
    {
        Turns turns = new Turns();
        Task<object> task = turns.Begin();
        try
        {
            while (!task.IsCompleted)
            {
                yield return null;
                turns.Go();
            }
        }
        finally
        {
            UnityToolsSnippet.UnityToolsStore();
            if (!task.IsCompleted)
            {
                over.Cancel();
                turns.Go();
                turns.Stop();
            }
        }
        began = Environment.TickCount;
        yield return Told(task.GetAwaiter().GetResult());
    }

    /// <summary>Runs the continuation of each `await`, in the order of the snippet and on Unity's main thread.</summary>
    private sealed class Turns : SynchronizationContext
    {
        private readonly Queue<KeyValuePair<SendOrPostCallback, object>> waiting = new Queue<KeyValuePair<SendOrPostCallback, object>>();
        private bool stopped;

        public override void Post(SendOrPostCallback next, object state)
        {
            lock (waiting)
            {
                if (!stopped)
                {
                    waiting.Enqueue(new KeyValuePair<SendOrPostCallback, object>(next, state));
                }
            }
        }

        public override void Send(SendOrPostCallback next, object state)
        {
            Post(next, state);
        }

        public Task<object> Begin()
        {
            SynchronizationContext before = Current;
            SetSynchronizationContext(this);
            began = Environment.TickCount;
            try
            {
                return UnityToolsSnippet.UnityToolsBody();
            }
            finally
            {
                SetSynchronizationContext(before);
            }
        }

        public void Go()
        {
            SynchronizationContext before = Current;
            SetSynchronizationContext(this);
            began = Environment.TickCount;
            try
            {
                int count;
                lock (waiting)
                {
                    count = waiting.Count;
                }
                for (; count > 0; count--)
                {
                    KeyValuePair<SendOrPostCallback, object> next;
                    lock (waiting)
                    {
                        next = waiting.Dequeue();
                    }
                    next.Key(next.Value);
                }
            }
            finally
            {
                SetSynchronizationContext(before);
            }
        }

        public void Stop()
        {
            lock (waiting)
            {
                stopped = true;
                waiting.Clear();
            }
        }
    }
}
