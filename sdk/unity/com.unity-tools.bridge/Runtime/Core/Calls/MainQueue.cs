using System;
using System.Collections.Generic;
using System.Threading;

namespace UnityTools.Bridge
{
    /// <summary>
    /// The queue of calls, which run on the main thread in order within the budget of each frame; calls that wait for
    /// many frames are set aside. One lock decides whether a call begins or is withdrawn: a withdrawn write never runs,
    /// and a write that began is never withdrawn.
    /// </summary>
    internal sealed class MainQueue
    {
        private readonly object gate = new object();
        private readonly LinkedList<CallJob> waiting = new LinkedList<CallJob>();
        private readonly Functions functions;
        private readonly Clock clock;
        private readonly Journal journal;
        private readonly int mainThreadId;
        private readonly MainThread mainThread;

        // The number of hosts that got a copy of the journal and do not count as linked yet.
        private int greeting;

        // Read without the lock, so that an idle frame costs one comparison.
        private volatile int depth;

        // Used only by the main thread.
        private RunningCall running;

        // Calls that wait for frames while others continue; changed under the lock.
        private readonly List<RunningCall> aside = new List<RunningCall>();

        internal MainQueue(Functions functions, Journal journal, Clock clock, MainThread mainThread)
        {
            this.mainThread = mainThread;
            this.functions = functions;
            this.journal = journal;
            this.clock = clock;
            mainThreadId = Thread.CurrentThread.ManagedThreadId;
        }

        /// <summary>Calls that have not begun.</summary>
        internal int Depth
        {
            get { return depth; }
        }

        /// <summary>Adds a call; called from the thread of a link.</summary>
        internal void Enqueue(CallJob job)
        {
            lock (gate)
            {
                if (waiting.Count >= Protocol.Calls * Protocol.Hosts)
                {
                    Answers.Give(job, Outcome.Of(Answers.Busy("so many calls wait already: " + waiting.Count)));
                    return;
                }
                waiting.AddLast(job);
                depth = waiting.Count;
            }
            mainThread.Wake();
        }

        /// <summary>Cancels a call, unless it was answered; called from the thread of a link.</summary>
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
                foreach (CallJob begun in Begun())
                {
                    if (begun.Caller == caller && begun.Call.Id == id)
                    {
                        begun.IsCancelled = true;
                    }
                }
            }
        }

        /// <summary>Withdraws calls beyond their deadline and removes old entries; called from the thread of a link.</summary>
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
        /// The copy of the journal for a host whose link opens; its previous link has ended by then. No entry is
        /// forgotten until <see cref="Greeted"/>.
        /// </summary>
        internal JournalCopy Greet()
        {
            lock (gate)
            {
                greeting++;
                return journal.Copy();
            }
        }

        /// <summary>The link is open, or failed to open.</summary>
        /// <param name="run">The run id of the host; null if the host never sent it.</param>
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
        /// A link ended. Drops its waiting calls before the next link of the host opens: after that link copied the
        /// journal they could run although the host was informed that they never began.
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
        /// Runs waiting calls for about <paramref name="budgetMs"/>, and at least one step. It checks that it runs on the
        /// main thread, because release builds of players do not check that themselves.
        /// </summary>
        internal void Pump(int budgetMs)
        {
            if (Thread.CurrentThread.ManagedThreadId != mainThreadId)
            {
                throw new InvalidOperationException("calls are done on the thread that made their queue");
            }
            if (depth == 0 && running == null && aside.Count == 0)
            {
                return;
            }
            long until = clock.Milliseconds + budgetMs;
            for (int at = 0; at < aside.Count;)
            {
                RunningCall call = aside[at];
                Step(call);
                // A call that ended was removed from the list.
                at += at < aside.Count && aside[at] == call ? 1 : 0;
            }
            do
            {
                if (running == null && !Take())
                {
                    return;
                }
                if (running != null)
                {
                    Step(running);
                }
                if (running != null && running.Rests)
                {
                    if (running.Way == Way.InTurn)
                    {
                        return;
                    }
                    PutAside();
                }
            }
            while (clock.Milliseconds < until);
        }

        private void PutAside()
        {
            lock (gate)
            {
                aside.Add(running);
                running = null;
            }
        }

        /// <summary>Takes the next call, or answers it if it needs no execution. False if none can begin.</summary>
        private bool Take()
        {
            lock (gate)
            {
                bool alone = aside.Exists(call => call.Way == Way.Alone);
                for (LinkedListNode<CallJob> node = waiting.First; node != null; node = node.Next)
                {
                    CallJob job = node.Value;
                    JournalEntry entry = Find(job);
                    if (entry == null && clock.Milliseconds < job.Deadline && alone && job.IsWrite)
                    {
                        Answers.Held(job, "it waits for the end of a step: no other call changes the game meanwhile", clock.Milliseconds);
                        continue;
                    }
                    Take(node, entry);
                    return true;
                }
                return false;
            }
        }

        /// <summary>The entry of the journal that answers the call; null if the call must run.</summary>
        private JournalEntry Find(CallJob job)
        {
            JournalEntry entry = job.Call.Key == null ? null : journal.Find(job.Call.Key);
            bool isOther = entry != null && !job.IsWrite && (entry.Kept == null || entry.Digest != job.Call.Digest);
            return isOther ? null : entry;
        }

        private void Take(LinkedListNode<CallJob> node, JournalEntry entry)
        {
            CallJob job = node.Value;
            if (entry != null)
            {
                Remove(node);
                RepeatedWrite.Answer(job, entry, journal);
                return;
            }
            if (clock.Milliseconds >= job.Deadline)
            {
                Withdraw(node, false);
                return;
            }
            Remove(node);
            if (job.IsWrite && !journal.Begin(job.Call.Key, job.Call.Digest, job.Caller.Run, job.Caller.JournalLimit))
            {
                string message = "the journal is full of writes that no host has settled: " + journal.Count;
                Answers.Give(job, Outcome.Of(Answers.Busy(message)));
                return;
            }
            if (job.HeldSince >= 0)
            {
                job.Note("it waited " + (clock.Milliseconds - job.HeldSince) + " ms for the end of a step");
            }
            if (job.IsWrite)
            {
                mainThread.BeginWrite(job);
            }
            running = new RunningCall(job, functions.WayOf(job.Call.Function));
        }

        private void Step(RunningCall call)
        {
            Outcome outcome = null;
            CallJob job = call.Job;
            try
            {
                if (!job.IsWrite && job.IsCancelled)
                {
                    Answers.Withdrawn(job, true);
                    Over(call);
                    return;
                }
                call.Steps = call.Steps ?? functions.Begin(job, call.Value);
                if (call.Steps.MoveNext())
                {
                    return;
                }
                outcome = new Outcome { Value = call.Value.ToString(), Notes = job.Notes, Bytes = job.Bytes };
            }
            catch (Failure failure)
            {
                outcome = new Outcome { Failure = failure, Notes = job.Notes };
            }
            // The domain is being unloaded: the outcome is unknown, and the entry keeps its state "begun".
            catch (AppDomainUnloadedException)
            {
                throw;
            }
            // An exception of game code is the answer to the call that caused it.
            catch (Exception error)
            {
                outcome = new Outcome { Failure = Failure.Thrown(error), Notes = job.Notes };
            }
            End(call, outcome);
        }

        private void End(RunningCall call, Outcome outcome)
        {
            if (call.Job.IsWrite)
            {
                mainThread.EndWrite(call.Job);
            }
            lock (gate)
            {
                // Stored before it is sent: if the process ends in between, no sent answer lacks its entry.
                Call made = call.Job.Call;
                JournalEntry entry = call.Job.IsWrite ? journal.End(made.Key, outcome) : null;
                if (!call.Job.IsWrite && made.Key != null)
                {
                    journal.KeepPlan(made.Key, made.Digest, call.Job.Caller.Run, call.Job.Caller.JournalLimit, outcome);
                }
                Answers.Give(call.Job, outcome);
                if (entry != null)
                {
                    foreach (CallJob job in entry.Waiting)
                    {
                        Answers.Give(job, outcome);
                    }
                    entry.Waiting.Clear();
                }
                Over(call);
            }
        }

        private void Over(RunningCall call)
        {
            lock (gate)
            {
                if (call == running)
                {
                    running = null;
                }
                aside.Remove(call);
            }
        }

        /// <summary>All calls that began and did not end; called under the lock.</summary>
        private List<CallJob> Begun()
        {
            List<CallJob> begun = aside.ConvertAll(call => call.Job);
            if (running != null)
            {
                begun.Add(running.Job);
            }
            return begun;
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
            // A write continues: its result is stored, and the next link can request it.
            foreach (CallJob begun in Begun().FindAll(job => job.Caller == caller && !job.IsWrite))
            {
                begun.IsCancelled = true;
            }
        }

        // A key in the journal means that the write ran or is running: `withdrawn` would be false.
        private void Withdraw(LinkedListNode<CallJob> node, bool cancelled)
        {
            CallJob job = node.Value;
            if (job.IsWrite && journal.Find(job.Call.Key) != null)
            {
                return;
            }
            Remove(node);
            Answers.Withdrawn(job, cancelled);
        }
    }
}
