using System;
using System.IO;
using System.Net.Sockets;
using System.Threading;

namespace UnityTools.Bridge
{
    /// <summary>One host's file: dialled, served, and dialled again until the file is gone. A thread of its own.</summary>
    internal sealed class HostLink
    {
        /// <summary>What a thread gets to end by itself, however little time is left.</summary>
        private const int LeastToWakeMs = 50;

        private readonly Bridge bridge;
        private readonly Backoff backoff;
        private readonly ManualResetEvent ending = new ManualResetEvent(false);
        private readonly Thread thread;
        private volatile Link link;
        private readonly object dialling = new object();
        /// <summary>Nobody reads it yet, so that any thread may close it.</summary>
        private TcpClient connecting;
        private TcpClient connected;
        private volatile bool stopping;
        private volatile bool gone;
        private bool told;

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

        internal void Start()
        {
            thread.Start();
        }

        /// <summary>Its file is gone or another one: it ends with its link.</summary>
        internal void Abandon()
        {
            gone = true;
            if (link == null)
            {
                ending.Set();
            }
        }

        /// <summary>Ends now; what waits is sent first, as far as that goes.</summary>
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

        /// <summary>False where it did not end within that time.</summary>
        internal bool Join(int withinMs)
        {
            int toWake = Math.Max(LeastToWakeMs, withinMs / 2);
            if (thread.Join(toWake))
            {
                return true;
            }
            // Not every system wakes a reader whose socket is only shut down.
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
                // A file that did not hold is left alone until it changes.
                if (!stopping && !gone)
                {
                    ending.WaitOne();
                }
            }
            catch (ThreadAbortException)
            {
                // The scripts are being unloaded, and this with them.
            }
            catch (Exception error)
            {
                // A thread's exception ends the whole process.
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

        /// <summary>Dials and serves once. False where another try would come to the same.</summary>
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
                bridge.Say("error", "whoever listens at " + File.Address + " does not know the secret in " + File.Place
                    + ", so it is asked for nothing and obeyed in nothing until that changes");
                return false;
            }
            if (opened != null && opened.RefusedBecause != null)
            {
                bridge.Say("error", "the host at " + File.Address + " refused: " + opened.RefusedBecause);
                return false;
            }
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
