using System;
using System.IO;
using System.Net.Sockets;
using System.Threading;

namespace UnityTools.Bridge
{
    /// <summary>
    /// The connection loop for one host file: connects, serves, and reconnects until the file is gone. It runs on its
    /// own thread.
    /// </summary>
    internal sealed class HostLink
    {
        /// <summary>The minimum time that a thread gets to end by itself.</summary>
        private const int LeastToWakeMs = 50;

        private readonly Bridge bridge;
        private readonly Backoff backoff;
        private readonly ManualResetEvent ending = new ManualResetEvent(false);
        private readonly Thread thread;
        private volatile Link link;
        private readonly object dialling = new object();
        /// <summary>The socket before anything reads from it, so that any thread may close it.</summary>
        private TcpClient connecting;
        private TcpClient connected;
        private volatile bool stopping;
        private volatile bool gone;
        private bool told;
        private volatile string problem;

        internal readonly HostFile File;

        internal HostLink(Bridge bridge, HostFile file, Random random)
        {
            this.bridge = bridge;
            File = file;
            backoff = new Backoff(random);
            thread = new Thread(Run) { IsBackground = true, Name = "Unity Tools link" };
        }

        internal bool IsOver
        {
            get { return !thread.IsAlive; }
        }

        /// <summary>Called from any thread.</summary>
        internal LinkStatus Status
        {
            get
            {
                Link current = link;
                return new LinkStatus
                {
                    Address = File.Address.ToString(),
                    Welcome = current == null ? null : current.Opened.Welcome,
                    Problem = problem
                };
            }
        }

        internal void Start()
        {
            thread.Start();
        }

        /// <summary>The host file is gone or changed: the loop ends together with its link.</summary>
        internal void Abandon()
        {
            gone = true;
            if (link == null)
            {
                ending.Set();
            }
        }

        /// <summary>Ends the loop now; queued frames are sent first if time permits.</summary>
        internal void Stop(int withinMs)
        {
            TcpClient unread;
            TcpClient read;
            lock (dialling)
            {
                stopping = true;
                unread = connecting;
                read = connected;
            }
            ending.Set();
            Link current = link;
            if (current != null)
            {
                current.End(withinMs);
            }
            if (unread != null)
            {
                unread.Close();
            }
            if (read != null)
            {
                Connection.Wake(read);
            }
        }

        /// <summary>Returns false if the thread did not end within that time.</summary>
        internal bool Join(int withinMs)
        {
            int toWake = Math.Max(LeastToWakeMs, withinMs / 2);
            if (thread.Join(toWake))
            {
                return true;
            }
            // Some systems do not wake a blocked reader when its socket is only shut down.
            TcpClient socket;
            lock (dialling)
            {
                socket = connected;
            }
            if (socket != null)
            {
                Connection.Cut(socket);
            }
            return thread.Join(Math.Max(1, withinMs - toWake));
        }

        private void Run()
        {
            try
            {
                while (!stopping && !gone && Once())
                {
                    ending.WaitOne(backoff.Next(), false);
                }
                // A file that failed is ignored until it changes.
                if (!stopping && !gone)
                {
                    ending.WaitOne();
                }
            }
            catch (ThreadAbortException)
            {
                // The domain is being unloaded, and this thread with it.
            }
            catch (Exception error)
            {
                // An unhandled exception of a thread would end the whole process.
                bridge.Say("error", "the link to " + File.Address + " failed: " + error);
            }
        }

        private void Dials(TcpClient socket)
        {
            lock (dialling)
            {
                connected = null;
                connecting = socket;
                EndIfStopping();
            }
        }

        private void IsConnected()
        {
            lock (dialling)
            {
                connected = connecting;
                connecting = null;
                EndIfStopping();
            }
        }

        private void EndIfStopping()
        {
            if (stopping)
            {
                throw new IOException("Unity ends");
            }
        }

        /// <summary>Connects and serves once. Returns false if a retry would fail in the same way.</summary>
        private bool Once()
        {
            string why;
            Opening opened = null;
            try
            {
                using (Connection connection = Connection.Open(File.Address, Protocol.OpeningMs, Dials, IsConnected))
                {
                    Link current = new Link(bridge, connection, File.Secret);
                    opened = current.Opened;
                    link = current;
                    try
                    {
                        if (stopping)
                        {
                            return false;
                        }
                        why = current.Serve();
                    }
                    finally
                    {
                        link = null;
                    }
                }
            }
            catch (IOException error)
            {
                why = error.Message;
            }
            if (stopping)
            {
                return false;
            }
            if (opened != null && opened.IsStranger)
            {
                problem = "the process that listens there does not know the secret";
                bridge.Say("error", "the process that listens at " + File.Address + " does not know the secret in " + File.Place
                    + ", so it is asked for nothing and obeyed in nothing until that changes");
                return false;
            }
            if (opened != null && opened.RefusedBecause != null)
            {
                problem = "refused: " + opened.RefusedBecause;
                bridge.Say("error", "the host at " + File.Address + " refused: " + opened.RefusedBecause);
                return false;
            }
            problem = why;
            if (opened != null && opened.Welcome != null)
            {
                backoff.Reset();
                told = false;
            }
            if (!told)
            {
                told = true;
                bridge.Say("info", "no link to the host at " + File.Address + ": " + why + "; it is dialled again until it answers");
            }
            return true;
        }
    }
}
