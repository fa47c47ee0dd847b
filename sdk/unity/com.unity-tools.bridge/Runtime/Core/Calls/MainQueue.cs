using System;
using System.Collections.Generic;
using System.Threading;

namespace UnityTools.Bridge
{
    /// <summary>
    /// Calls in the order in which they came, done on the main thread within each frame's budget. Here is decided, once and under one
    /// lock, whether a call begins or is withdrawn: a write that was withdrawn is never done, one that was begun never withdrawn.
    /// </summary>
    internal sealed class MainQueue
    {
        private readonly object gate = new object();
        private readonly LinkedList<CallJob> waiting = new LinkedList<CallJob>();
        private readonly Functions functions;
        private readonly Clock clock;
        private readonly Journal journal;
        private readonly int mainThread;

        // Hosts that were told of the journal and are not counted as come yet.
        private int greeting;

        // Read without the lock: an idle frame costs one look.
        private volatile int depth;

        // The main thread's own.
        private CallJob running;
        private IEnumerator<Rest> steps;
        private JsonWriter value;

        internal MainQueue(Functions functions, Journal journal, Clock clock)
        {
            this.functions = functions;
            this.journal = journal;
            this.clock = clock;
            mainThread = Thread.CurrentThread.ManagedThreadId;
        }

        /// <summary>Calls that have not begun.</summary>
        internal int Depth
        {
            get { return depth; }
        }

        /// <summary>Takes a call; from a link's thread.</summary>
        internal void Enqueue(CallJob job)
        {
            lock (gate)
            {
                if (waiting.Count >= Protocol.Calls * Protocol.Hosts)
                {
                    Answer(job, Outcome.Of(Busy("so many calls wait already: " + waiting.Count)));
                    return;
                }
                waiting.AddLast(job);
                depth = waiting.Count;
            }
        }

        /// <summary>The host wants no answer any more; from a link's thread. What was answered is passed over.</summary>
        internal void Cancel(ICaller caller, long id)
        {
            lock (gate)
            {
                for (LinkedListNode<CallJob> node = waiting.First; node != null; node = node.Next)
                {
                    if (node.Value.Caller == caller && node.Value.Call.Id == id)
                    {
                        Withdraw(node, true);
                        return;
                    }
                }
                CallJob begun = running;
                if (begun != null && begun.Caller == caller && begun.Call.Id == id)
                {
                    begun.IsCancelled = true;
                }
            }
        }

        /// <summary>Withdraws what waits beyond its deadline, and lets old entries go; from a link's thread, now and then.</summary>
        internal void LookAtTime()
        {
            long now = clock.Milliseconds;
            lock (gate)
            {
                for (LinkedListNode<CallJob> node = waiting.First; node != null;)
                {
                    LinkedListNode<CallJob> following = node.Next;
                    if (now >= node.Value.Deadline)
                    {
                        Withdraw(node, false);
                    }
                    node = following;
                }
                if (greeting == 0)
                {
                    journal.Forget(now);
                }
            }
        }

        /// <summary>
        /// What a host is told of the journal as its link opens; its link before is over by then. Nothing of it is forgotten until
        /// <see cref="Greeted"/>.
        /// </summary>
        internal JournalCopy Greet()
        {
            lock (gate)
            {
                greeting++;
                return journal.Copy();
            }
        }

        /// <summary>The link stands, or never will.</summary>
        /// <param name="run">The host's run; null where it never told.</param>
        internal void Greeted(string run)
        {
            lock (gate)
            {
                greeting--;
                if (run != null)
                {
                    journal.Came(run);
                }
            }
        }

        /// <summary>
        /// A link is over. What waits of it is dropped before the host's next link opens: behind that link's copy of the journal it
        /// would be done although the host was told that it never began.
        /// </summary>
        internal void Went(ICaller caller)
        {
            lock (gate)
            {
                Drop(caller);
                journal.Went(caller.Run, clock.Milliseconds);
            }
        }

        internal void Settle(string run, string[] keys)
        {
            lock (gate)
            {
                journal.Settle(run, keys);
            }
        }

        /// <summary>
        /// Does what waits, for about <paramref name="budgetMs"/>; at least one step where there is one. On the main thread, which a
        /// player that is released does not check by itself.
        /// </summary>
        internal void Pump(int budgetMs)
        {
            if (Thread.CurrentThread.ManagedThreadId != mainThread)
            {
                throw new InvalidOperationException("calls are done on the thread that made their queue");
            }
            if (depth == 0 && running == null)
            {
                return;
            }
            long until = clock.Milliseconds + budgetMs;
            do
            {
                if (running == null && !Take())
                {
                    return;
                }
                if (running != null)
                {
                    Step();
                }
                if (steps != null && steps.Current == Rest.Frame)
                {
                    return;
                }
            }
            while (clock.Milliseconds < until);
        }

        /// <summary>Moves on to the next call. False where there is none; one that needs no doing is answered.</summary>
        private bool Take()
        {
            lock (gate)
            {
                if (waiting.Count == 0)
                {
                    return false;
                }
                LinkedListNode<CallJob> node = waiting.First;
                CallJob job = node.Value;
                JournalEntry entry = job.IsWrite ? journal.Find(job.Call.Key) : null;
                if (entry != null)
                {
                    Remove(node);
                    Repeat(job, entry);
                    return true;
                }
                if (clock.Milliseconds >= job.Deadline)
                {
                    Withdraw(node, false);
                    return true;
                }
                Remove(node);
                if (job.IsWrite && !journal.Begin(job.Call.Key, job.Call.Digest, job.Caller.Run, job.Caller.JournalLimit))
                {
                    string message = "the journal is full of writes that no host has settled: " + journal.Count;
                    Answer(job, Outcome.Of(Busy(message)));
                    return true;
                }
                running = job;
            }
            value = new JsonWriter();
            return true;
        }

        /// <summary>A write that was begun already: it is answered, or waits with the one that does it.</summary>
        private void Repeat(CallJob job, JournalEntry entry)
        {
            if (!string.Equals(entry.Digest, job.Call.Digest, StringComparison.OrdinalIgnoreCase))
            {
                string message = "the key was used for another call: `" + job.Call.Key + "`";
                Answer(job, Outcome.Of(new Failure("conflict", message)));
                return;
            }
            journal.Owe(entry, job.Caller.Run);
            if (entry.Kept != null)
            {
                Answer(job, entry.Kept);
            }
            else if (entry.IsDone)
            {
                Answer(job, Outcome.Of(Failure.Unknown("it was done, and its result was too large to keep", "{\"done\":true}")));
            }
            else if (journal.IsOrphan(entry))
            {
                Answer(job, Outcome.Of(Failure.Unknown("it was begun before the scripts were loaded anew", "{\"started\":true}")));
            }
            else
            {
                entry.Waiting.Add(job);
            }
        }

        private void Step()
        {
            Outcome outcome = null;
            try
            {
                if (!running.IsWrite && running.IsCancelled)
                {
                    running.Caller.Send(UnityFrames.Withdrawn(running.Call.Id, true), null);
                    Over();
                    return;
                }
                steps = steps ?? functions.Begin(running, value);
                if (steps.MoveNext())
                {
                    return;
                }
                outcome = new Outcome { Value = value.ToString(), Notes = running.Notes, Bytes = running.Bytes };
            }
            catch (Failure failure)
            {
                outcome = Failed(failure);
            }
            // The scripts are being unloaded under it: what came of it nobody can say, and its entry stays as begun.
            catch (AppDomainUnloadedException)
            {
                throw;
            }
            // Whatever a game's own code throws is the answer to the call that made it throw.
            catch (Exception error)
            {
                outcome = Failed(Failure.Thrown(error));
            }
            End(outcome);
        }

        private Outcome Failed(Failure failure)
        {
            return new Outcome { Failure = failure, Notes = running.Notes };
        }

        private void End(Outcome outcome)
        {
            lock (gate)
            {
                // Told only once it is kept: whatever ends the process in between leaves no answer without its entry.
                JournalEntry entry = running.IsWrite ? journal.End(running.Call.Key, outcome) : null;
                Answer(running, outcome);
                if (entry != null)
                {
                    foreach (CallJob job in entry.Waiting)
                    {
                        Answer(job, outcome);
                    }
                    entry.Waiting.Clear();
                }
                Over();
            }
        }

        private void Over()
        {
            lock (gate)
            {
                running = null;
            }
            steps = null;
            value = null;
        }

        private void Remove(LinkedListNode<CallJob> node)
        {
            waiting.Remove(node);
            depth = waiting.Count;
        }

        private void Drop(ICaller caller)
        {
            for (LinkedListNode<CallJob> node = waiting.First; node != null;)
            {
                LinkedListNode<CallJob> following = node.Next;
                if (node.Value.Caller == caller)
                {
                    Remove(node);
                }
                node = following;
            }
            // A write goes on: its result is kept, and asked for by the next link.
            if (running != null && running.Caller == caller && !running.IsWrite)
            {
                running.IsCancelled = true;
            }
        }

        // One whose key is in the journal was done, or is being done: to say `withdrawn` would be a lie.
        private void Withdraw(LinkedListNode<CallJob> node, bool cancelled)
        {
            CallJob job = node.Value;
            if (job.IsWrite && journal.Find(job.Call.Key) != null)
            {
                return;
            }
            Remove(node);
            job.Caller.Send(UnityFrames.Withdrawn(job.Call.Id, cancelled), null);
        }

        private static Failure Busy(string message)
        {
            return new Failure("busy", message) { Hint = "try again in a moment", RetryAfterMs = 250 };
        }

        private static void Answer(CallJob job, Outcome outcome)
        {
            string frame = UnityFrames.Result(job.Call.Id, outcome);
            if (System.Text.Encoding.UTF8.GetByteCount(frame) > Protocol.Frame)
            {
                Failure failure = job.IsWrite
                    ? Failure.Unknown("it was done, and its result is larger than a frame of 8 MiB", "{\"done\":true}")
                    : new Failure("too-large", "the answer is larger than a frame of 8 MiB: ask for less of it");
                job.Caller.Send(UnityFrames.Result(job.Call.Id, Outcome.Of(failure)), null);
                return;
            }
            job.Caller.Send(frame, outcome.Bytes == null ? null : UnityFrames.Binary(job.Call.Id, outcome.Bytes));
        }
    }
}
