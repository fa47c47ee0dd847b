using System;
using System.Collections.Generic;
using System.Threading;

namespace UnityTools.Bridge
{
    /// <summary>
    /// The Unity side of all links of this process: finds hosts, connects to them, and runs their calls on the main
    /// thread. It uses no Unity API; the caller passes the functions that it serves.
    /// </summary>
    internal sealed class Bridge
    {
        internal readonly Identity Who;
        internal readonly Functions Functions;
        internal readonly Clock Clock;
        internal readonly MainQueue Calls;
        internal readonly MainThreadState Main;
        internal readonly LogRing Logs = new LogRing();

        private readonly HostFolder folder;
        private readonly Action<string, string> say;
        private readonly object gate = new object();
        private readonly List<HostLink> hosts = new List<HostLink>();
        private readonly List<Link> links = new List<Link>();
        private readonly Dictionary<string, long> logged = new Dictionary<string, long>(StringComparer.Ordinal);
        private readonly ManualResetEvent ending = new ManualResetEvent(false);
        private readonly Random random = new Random(BitConverter.ToInt32(Chance.Bytes(4), 0));
        private Thread looking;

        // The time when the last link ended, or when the bridge was created.
        private long unlinkedAt;

        /// <summary>Call this on the main thread: the calls run on the thread of this constructor.</summary>
        /// <param name="say">
        /// Takes a level (`info`, `warn`, `error`) and a line for the console; called from any thread.
        /// </param>
        internal Bridge(Identity who, Functions functions, HostFolder folder, Journal journal, Clock clock, string state, Action<string, string> say, MainThread mainThread = null)
        {
            Who = who;
            Functions = functions;
            Clock = clock;
            this.folder = folder;
            this.say = say;
            Calls = new MainQueue(functions, journal, clock, mainThread ?? new MainThread());
            Main = new MainThreadState(clock, state);
            unlinkedAt = clock.Milliseconds;
        }

        /// <summary>Milliseconds since the last host was linked; null while one is linked.</summary>
        internal long? AloneFor
        {
            get
            {
                lock (gate)
                {
                    return links.Count > 0 ? (long?)null : Clock.Milliseconds - unlinkedAt;
                }
            }
        }

        /// <summary>The links to all known hosts, also those that failed.</summary>
        internal List<LinkStatus> Status()
        {
            lock (gate)
            {
                return hosts.ConvertAll(host => host.Status);
            }
        }

        /// <summary>Starts looking for hosts.</summary>
        internal void Start()
        {
            looking = new Thread(Look) { IsBackground = true, Name = "Unity Tools, looking for hosts" };
            looking.Start();
        }

        /// <summary>
        /// Announces <paramref name="state"/>, closes all links and waits for their threads. Returns false if a thread
        /// did not end in time.
        /// </summary>
        internal bool Stop(string state, int withinMs)
        {
            Enter(state);
            ending.Set();
            long until = Clock.Milliseconds + withinMs;
            bool ended = looking == null || looking.Join(withinMs);
            List<HostLink> stopped;
            lock (gate)
            {
                stopped = new List<HostLink>(hosts);
                hosts.Clear();
            }
            foreach (HostLink host in stopped)
            {
                host.Stop((int)Math.Max(0, until - Clock.Milliseconds) / 2);
            }
            foreach (HostLink host in stopped)
            {
                ended &= host.Join((int)Math.Max(1, until - Clock.Milliseconds));
            }
            return ended;
        }

        /// <summary>Runs calls on the main thread; called once in each frame.</summary>
        internal void Pump(int budgetMs)
        {
            Main.Ran();
            Calls.Pump(budgetMs);
        }

        /// <summary>Announces the next state; called before the state begins.</summary>
        internal void Enter(string state)
        {
            if (!Main.Enter(state))
            {
                return;
            }
            foreach (Link link in Links())
            {
                link.Pulse();
            }
        }

        /// <summary>Sends an event to every host.</summary>
        /// <param name="members">The members after `kind`, as JSON text; may be empty.</param>
        internal void Tell(string kind, string members)
        {
            foreach (Link link in Links())
            {
                link.Tell(kind, members);
            }
        }

        internal void Say(string level, string text)
        {
            say(level, text);
        }

        internal void Linked(Link link, Welcome welcome)
        {
            lock (gate)
            {
                links.Add(link);
            }
            Say("info", "linked to unity-tool-host " + welcome.Host + " as " + welcome.Id);
        }

        internal void Unlinked(Link link, long loggedTo)
        {
            lock (gate)
            {
                links.Remove(link);
                unlinkedAt = Clock.Milliseconds;
                logged[link.Run] = loggedTo;
            }
            Calls.Went(link);
        }

        /// <summary>The number of the last console line that this run of a host received.</summary>
        internal long LoggedTo(string run)
        {
            lock (gate)
            {
                long from;
                return logged.TryGetValue(run, out from) ? from : 1;
            }
        }

        private List<Link> Links()
        {
            lock (gate)
            {
                return new List<Link>(links);
            }
        }

        private void Look()
        {
            try
            {
                bool told = false;
                do
                {
                    bool any = LookOnce();
                    if (!any && !told)
                    {
                        told = true;
                        string where = folder.Place == null ? "" : " (its file would lie in " + folder.Place + ")";
                        Say("info", "no unity-tool-host runs" + where + "; this Unity links itself once one does");
                    }
                }
                while (!ending.WaitOne(AloneFor.HasValue ? Protocol.LookMs : Protocol.LookLinkedMs, false));
            }
            catch (ThreadAbortException)
            {
                // The domain is being unloaded, and this thread with it.
            }
            catch (Exception error)
            {
                // An unhandled exception of a thread would end the whole process.
                Say("error", "looking for hosts failed, so no new host is found until Unity restarts: " + error);
            }
        }

        /// <summary>
        /// Starts links to new hosts and drops links to hosts that are gone. Returns whether there is any host.
        /// </summary>
        private bool LookOnce()
        {
            List<HostFile> living = folder.Living();
            lock (gate)
            {
                hosts.RemoveAll(host => host.IsOver);
                foreach (HostLink host in hosts)
                {
                    if (!living.Exists(file => file.Content == host.File.Content))
                    {
                        host.Abandon();
                    }
                }
                foreach (HostFile file in living)
                {
                    if (hosts.Count < Protocol.Hosts && !hosts.Exists(host => host.File.Content == file.Content))
                    {
                        HostLink host = new HostLink(this, file, new Random(random.Next()));
                        hosts.Add(host);
                        host.Start();
                    }
                }
                return hosts.Count > 0;
            }
        }
    }
}
