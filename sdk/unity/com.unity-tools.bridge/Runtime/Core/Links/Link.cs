using System;
using System.IO;
using System.Threading;

namespace UnityTools.Bridge
{
    /// <summary>
    /// One connection to one host, from `hello` to its end. One thread reads and a second one writes; neither is the
    /// main thread.
    /// </summary>
    internal sealed class Link : ICaller
    {
        private const int TickMs = 250;

        private readonly Bridge bridge;
        private readonly Connection connection;
        private readonly Opening opening;
        private readonly string nonce = Chance.Digits(32);
        private readonly Outgoing outgoing = new Outgoing();
        private readonly object telling = new object();

        private Welcome welcome;
        private Call announced;
        private long lastCall;
        private long lastEvent;
        private int errors;
        private long heard;

        /// <summary>Whether the writing thread sends nothing more.</summary>
        private volatile bool written = true;

        // Used only by the writing thread.
        private long logged;
        private string pulsed;
        private long pulsedAt;
        private bool pinged;

        internal Link(Bridge bridge, Connection connection, Secret secret)
        {
            this.bridge = bridge;
            this.connection = connection;
            opening = new Opening(secret, nonce);
        }

        public string Run
        {
            get { return welcome.Run; }
        }

        public int JournalLimit
        {
            get { return (int)Math.Min(welcome.Journal, Protocol.Journal); }
        }

        /// <summary>The result of the opening.</summary>
        internal Opening Opened
        {
            get { return opening; }
        }

        /// <summary>Reads until the link ends; returns the reason.</summary>
        internal string Serve()
        {
            string why = UntilEnd(Open);
            if (why != null)
            {
                return why;
            }
            Thread writer = new Thread(Write) { IsBackground = true, Name = "Unity Tools link, sending" };
            bridge.Linked(this, opening.Welcome);
            written = false;
            try
            {
                writer.Start();
                return UntilEnd(Read);
            }
            finally
            {
                outgoing.End();
                connection.Wake();
                writer.Join(1000);
                bridge.Unlinked(this, logged);
            }
        }

        /// <summary>The reason for the end; null if reading did not end.</summary>
        private string UntilEnd(Func<string> reading)
        {
            try
            {
                return reading();
            }
            catch (BadFrame error)
            {
                Close(error.Code, error.Message);
                connection.Drain();
                return error.Message;
            }
            catch (IOException error)
            {
                return error.Message;
            }
            catch (ObjectDisposedException)
            {
                return "the link was closed";
            }
        }

        public void Send(string frame, byte[] binary)
        {
            if (!outgoing.Add(frame, binary))
            {
                // The host does not read. Closing the link is better than a link that is minutes behind.
                connection.Wake();
            }
        }

        /// <summary>
        /// Sends an event. Its number is one more than the number of the last event that this host has.
        /// </summary>
        internal void Tell(string kind, string members)
        {
            lock (telling)
            {
                lastEvent++;
                Send(UnityFrames.Event(lastEvent, kind, members), null);
            }
        }

        /// <summary>Sends the state, in order with the other frames.</summary>
        internal void Pulse()
        {
            Send(UnityFrames.Pulse(bridge.Main.Facts()), null);
        }

        /// <summary>
        /// Ends the link from this side. Queued frames and console lines are sent first, for at most <paramref name="withinMs"/>.
        /// </summary>
        internal void End(int withinMs)
        {
            outgoing.End();
            long until = bridge.Clock.Milliseconds + withinMs;
            while ((outgoing.Weight > 0 || !written) && bridge.Clock.Milliseconds < until)
            {
                Thread.Sleep(5);
            }
            Close(Protocol.CloseEnd, "Unity ends this link");
            connection.Wake();
        }

        private void Close(int code, string reason)
        {
            try
            {
                connection.Frames.SendClose(code, reason);
            }
            catch (IOException)
            {
                // The link is closed already.
            }
            catch (ObjectDisposedException)
            {
                // The link is closed already.
            }
        }

        private string Open()
        {
            JournalCopy journal = bridge.Calls.Greet();
            try
            {
                Greet(journal);
            }
            finally
            {
                bridge.Calls.Greeted(opening.Welcome == null ? null : opening.Welcome.Run);
            }
            welcome = opening.Welcome;
            lastEvent = welcome.Acknowledged;
            logged = bridge.LoggedTo(welcome.Run);
            heard = bridge.Clock.Milliseconds;
            // A peer that is silent for this long has no link any more, and not every system wakes a reader otherwise.
            connection.ReadTimeoutMs = Protocol.SilentMs + Protocol.QuietMs;
            Tell("resync", "");
            Pulse();
            return null;
        }

        private void Greet(JournalCopy journal)
        {
            string state = bridge.Main.Facts().State;
            connection.Frames.SendText(UnityFrames.Hello(bridge.Who, bridge.Functions.Names, state, journal, nonce));
            while (opening.Welcome == null)
            {
                WebSocketMessage message = connection.Frames.Receive();
                if (message.Kind == WebSocketKind.Close)
                {
                    throw new IOException("the host closed the link: " + message.Code + " " + message.Text);
                }
                if (message.Kind == WebSocketKind.Binary)
                {
                    throw new BadFrame("bytes before the opening was through");
                }
                if (message.Kind == WebSocketKind.Text)
                {
                    string answer = opening.Take(HostFrameReader.Read(message.Text));
                    if (answer != null)
                    {
                        connection.Frames.SendText(answer);
                    }
                }
            }
        }

        private string Read()
        {
            while (true)
            {
                WebSocketMessage message = connection.Frames.Receive();
                Interlocked.Exchange(ref heard, bridge.Clock.Milliseconds);
                switch (message.Kind)
                {
                    case WebSocketKind.Close:
                        Close(Protocol.CloseEnd, "");
                        return "the host closed the link: " + message.Code + " " + message.Text;
                    case WebSocketKind.Text:
                        if (announced != null)
                        {
                            throw new BadFrame("the bytes that `call` announced did not come behind it");
                        }
                        Take(HostFrameReader.Read(message.Text));
                        break;
                    case WebSocketKind.Binary:
                        Take(message.Bytes);
                        break;
                }
            }
        }

        private void Take(HostFrame frame)
        {
            Call call = frame as Call;
            Cancel cancel = frame as Cancel;
            Settled settled = frame as Settled;
            UnknownFrame unknown = frame as UnknownFrame;
            Complaint complaint = frame as Complaint;
            if (call != null)
            {
                if (call.Id <= lastCall)
                {
                    throw new BadFrame("call " + call.Id + " comes behind call " + lastCall);
                }
                lastCall = call.Id;
                if (call.BytesLength >= 0)
                {
                    announced = call;
                    return;
                }
                bridge.Calls.Enqueue(new CallJob(call, this, bridge.Clock.Milliseconds));
            }
            else if (cancel != null)
            {
                bridge.Calls.Cancel(this, cancel.Id);
            }
            else if (settled != null)
            {
                bridge.Calls.Settle(Run, settled.Keys);
            }
            else if (unknown != null)
            {
                errors++;
                if (errors <= Protocol.Errors)
                {
                    Send(UnityFrames.UnknownType(unknown.Type), null);
                }
            }
            else if (complaint != null)
            {
                bridge.Say("warn", "the host did not understand: " + Surrogates.Cut(complaint.Message, 1 << 10));
            }
            else
            {
                throw new BadFrame("the opening is over");
            }
        }

        private void Take(byte[] bytes)
        {
            Call call = announced;
            announced = null;
            if (call == null)
            {
                throw new BadFrame("bytes that no frame announced");
            }
            long id = 0;
            for (int at = 0; at < Protocol.BinaryHead && at < bytes.Length; at++)
            {
                id = id << 8 | bytes[at];
            }
            if (id != call.Id || bytes.Length != call.BytesLength + Protocol.BinaryHead)
            {
                throw new BadFrame("the bytes are not those that `call` announced");
            }
            call.Bytes = new byte[call.BytesLength];
            Array.Copy(bytes, Protocol.BinaryHead, call.Bytes, 0, call.Bytes.Length);
            bridge.Calls.Enqueue(new CallJob(call, this, bridge.Clock.Milliseconds));
        }

        private void Write()
        {
            try
            {
                long ticked = long.MinValue;
                while (true)
                {
                    bool over;
                    Outgoing.Item item = outgoing.Take(TickMs, out over);
                    if (over)
                    {
                        // The lines since the last tick: those of a compilation come just before its reload.
                        string lines = bridge.Logs.Frame(ref logged, LogRing.FrameBytes);
                        if (lines != null)
                        {
                            connection.Frames.SendText(lines);
                        }
                        return;
                    }
                    if (item != null)
                    {
                        connection.Frames.SendText(item.Text);
                        if (item.Binary != null)
                        {
                            connection.Frames.SendBinary(item.Binary);
                        }
                    }
                    long now = bridge.Clock.Milliseconds;
                    if (ticked == long.MinValue || now - ticked >= TickMs)
                    {
                        ticked = now;
                        Tick(now);
                    }
                }
            }
            catch (ThreadAbortException)
            {
                // The domain is being unloaded, and this thread with it.
            }
            catch (Exception error)
            {
                // An unhandled exception of a thread would end the whole process; the reading thread reports the end.
                if (!(error is IOException || error is ObjectDisposedException))
                {
                    bridge.Say("error", "the link's sending thread failed: " + error);
                }
                connection.Wake();
            }
            finally
            {
                written = true;
            }
        }

        /// <summary>Periodic work that does not need the main thread.</summary>
        private void Tick(long now)
        {
            bridge.Calls.LookAtTime();
            PulseFacts facts = bridge.Main.Facts();
            if (facts.State != pulsed || now - pulsedAt >= Protocol.PulseMs)
            {
                pulsed = facts.State;
                pulsedAt = now;
                Send(UnityFrames.Pulse(facts), null);
            }
            // One frame a tick is 256 KiB a second; a host that is behind gets none.
            if (outgoing.Weight < 1 << 20)
            {
                string frame = bridge.Logs.Frame(ref logged, LogRing.FrameBytes);
                if (frame != null)
                {
                    Send(frame, null);
                }
            }
            long quiet = now - Interlocked.Read(ref heard);
            if (quiet >= Protocol.SilentMs)
            {
                Close(Protocol.CloseSilent, "nothing heard for " + Protocol.SilentMs + " ms");
                connection.Wake();
            }
            else if (quiet < Protocol.QuietMs)
            {
                pinged = false;
            }
            else if (!pinged)
            {
                pinged = true;
                connection.Frames.SendPing();
            }
        }
    }
}
