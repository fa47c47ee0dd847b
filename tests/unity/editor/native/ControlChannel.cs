using System;
using System.Collections.Generic;
using System.IO;
using System.Text;
using System.Threading;

namespace UnityDouble
{
    /// <summary>
    /// The control channel: one JSON command per line on standard input, one JSON answer or event per line on
    /// standard output. `state` and `answer` run on the reader thread, because they must work while the main thread
    /// is blocked; all others wait for the main thread.
    /// </summary>
    public sealed class ControlChannel : NativeObject
    {
        private const int LongestLine = 16 * 1024 * 1024;
        private const int MostWaiting = 1000;
        private readonly NativeStore store;
        private readonly object gate = new object();
        private readonly object writing = new object();
        private readonly Queue<string> waiting = new Queue<string>();
        private readonly TextWriter output;
        private bool ended;
        private bool asking;
        private long? answer;

        internal ControlChannel(NativeStore store)
        {
            this.store = store;
            output = new StreamWriter(Console.OpenStandardOutput(), new UTF8Encoding(false)) { AutoFlush = true, NewLine = "\n" };
        }

        /// <summary>Starts to read standard input.</summary>
        public void Start()
        {
            Thread reader = new Thread(ReadAll) { IsBackground = true, Name = "control channel" };
            reader.Start();
        }

        /// <summary>Returns the next command for the main thread, or null.</summary>
        public string Take()
        {
            lock (gate)
            {
                return waiting.Count == 0 ? null : waiting.Dequeue();
            }
        }

        /// <summary>Writes one line, a JSON object.</summary>
        public void Write(string line)
        {
            lock (writing)
            {
                output.WriteLine(line);
            }
        }

        /// <summary>Writes an event with the given names and values in turn.</summary>
        public void WriteEvent(string name, params object[] namesAndValues)
        {
            Dictionary<string, object> members = Json.Object("event", name);
            foreach (KeyValuePair<string, object> member in Json.Object(namesAndValues))
            {
                members[member.Key] = member.Value;
            }
            Write(Json.Write(members));
        }

        /// <summary>
        /// Blocks the main thread with a modal dialog until the command `answer` names a button, or until
        /// <paramref name="milliseconds"/> passed (-1 for no limit). Returns the button, or -1.
        /// </summary>
        public int Ask(string title, string message, string[] buttons, int milliseconds)
        {
            lock (gate)
            {
                if (ended && milliseconds < 0)
                {
                    throw new InvalidOperationException("cannot show the dialog '" + title + "': the control channel has ended");
                }
                asking = true;
                answer = null;
            }
            store.Loop.BlockedBy = title;
            WriteEvent("dialog", "title", title, "message", message, "buttons", buttons);
            try
            {
                return WaitForAnswer(milliseconds);
            }
            finally
            {
                store.Loop.BlockedBy = null;
            }
        }

        private int WaitForAnswer(int milliseconds)
        {
            System.Diagnostics.Stopwatch waited = System.Diagnostics.Stopwatch.StartNew();
            lock (gate)
            {
                while (answer == null && !ended)
                {
                    long left = milliseconds < 0 ? Timeout.Infinite : milliseconds - waited.ElapsedMilliseconds;
                    if (milliseconds >= 0 && left <= 0)
                    {
                        break;
                    }
                    Monitor.Wait(gate, (int)left);
                }
                asking = false;
                return answer == null ? -1 : (int)answer.Value;
            }
        }

        private void ReadAll()
        {
            using (StreamReader input = new StreamReader(Console.OpenStandardInput(), new UTF8Encoding(false)))
            {
                for (string line = input.ReadLine(); line != null; line = input.ReadLine())
                {
                    if (line.Trim().Length > 0)
                    {
                        Receive(line);
                    }
                }
            }
            lock (gate)
            {
                ended = true;
                Monitor.PulseAll(gate);
            }
            store.Loop.Quit(0);
        }

        private void Receive(string line)
        {
            Dictionary<string, object> command;
            try
            {
                if (line.Length > LongestLine)
                {
                    throw new FormatException("the line has " + line.Length + " characters; at most " + LongestLine + " are accepted");
                }
                command = Json.ReadObject(line);
            }
            catch (FormatException error)
            {
                Write(Json.Write(Json.Object("id", null, "error", error.Message)));
                return;
            }
            object id = command.TryGetValue("id", out object given) ? given : null;
            switch (Json.Text(command, "command"))
            {
                case "state":
                    Write(Json.Write(State(id)));
                    break;
                case "answer":
                    Answer(id, Json.Whole(command, "button", 0));
                    break;
                default:
                    Queue(id, line);
                    break;
            }
        }

        private void Queue(object id, string line)
        {
            lock (gate)
            {
                if (waiting.Count < MostWaiting)
                {
                    waiting.Enqueue(line);
                    store.Loop.Signal();
                    return;
                }
            }
            Write(Json.Write(Json.Object("id", id, "error", "cannot queue the command: " + MostWaiting + " commands are waiting for the main thread")));
        }

        private void Answer(object id, long button)
        {
            lock (gate)
            {
                if (!asking)
                {
                    Write(Json.Write(Json.Object("id", id, "error", "no dialog is open")));
                    return;
                }
                answer = button;
                Monitor.PulseAll(gate);
            }
            Write(Json.Write(Json.Object("id", id, "ok", true)));
        }

        private Dictionary<string, object> State(object id)
        {
            Dictionary<string, object> state = Json.Object("id", id, "ok", true, "epoch", store.Loop.Epoch);
            foreach (KeyValuePair<string, object> member in Json.ReadObject(store.Loop.Snapshot))
            {
                state[member.Key] = member.Value;
            }
            state["playing"] = store.Play.Playing;
            state["willPlay"] = store.Play.Wanted;
            state["paused"] = store.Play.Paused;
            state["compiling"] = store.Compile.IsCompiling;
            state["compileFailed"] = store.Compile.Failed;
            state["reloadPending"] = store.Compile.ReloadPending;
            state["reloadLocks"] = store.Compile.Locks;
            state["focused"] = store.Loop.Focused;
            state["main-ms"] = store.Loop.MainMilliseconds;
            state["blockedBy"] = store.Loop.BlockedBy;
            state["sessionState"] = store.Session.TextNames();
            return state;
        }
    }
}
