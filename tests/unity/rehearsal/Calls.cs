using System;
using System.Collections.Generic;
using System.Threading;

namespace UnityTools.Bridge.Rehearsal
{
    /// <summary>The main thread's queue and its journal, with a clock that is turned by hand.</summary>
    internal static partial class Calls
    {
        private sealed class HandClock : Clock
        {
            internal long Now = 1000;

            internal override long Milliseconds
            {
                get { return Now; }
            }
        }

        private sealed class Host : ICaller
        {
            internal readonly List<string> Got = new List<string>();
            internal int Most = Protocol.Journal;
            private readonly string run;

            internal Host(string run)
            {
                this.run = run;
            }

            public string Run
            {
                get { return run; }
            }

            public int JournalLimit
            {
                get { return Most; }
            }

            public void Send(string frame, byte[] binary)
            {
                Got.Add(frame);
            }

            /// <summary>What came since it was asked last, shortened to `id:what`.</summary>
            internal string Told()
            {
                List<string> told = new List<string>();
                foreach (string frame in Got)
                {
                    Json read = JsonReader.Read(frame);
                    if (read["type"].Text == "progress")
                    {
                        told.Add(read["id"].Text + ":held");
                        continue;
                    }
                    Json what = read["why"] ?? (read["error"] == null ? read["value"] : read["error"]["kind"]);
                    told.Add(read["id"].Text + ":" + what.Text);
                }
                Got.Clear();
                return string.Join(" ", told.ToArray());
            }
        }

        private sealed class Scene
        {
            internal readonly HandClock Clock = new HandClock();
            internal readonly Host A = new Host("a");
            internal readonly Host B = new Host("b");
            internal readonly Journal Journal;
            internal readonly MainQueue Queue;
            internal int Count;
            internal int Steps;
            private long id;

            internal Scene()
                : this(new Journal(1))
            {
            }

            internal Scene(Journal journal)
            {
                Functions functions = new Functions();
                functions.Add("count", (asked, value) => value.Count(++Count));
                functions.Add("throw", (asked, value) => { throw new InvalidOperationException("as told"); });
                functions.Add("large", (asked, value) => { Count++; value.Text(new string('x', Protocol.KeptResult)); });
                functions.Add("huge", (asked, value) => value.Text(new string('x', Protocol.Frame)));
                functions.AddSteps("steps", Stepped);
                AddLong(functions);
                Journal = journal;
                Queue = new MainQueue(functions, journal, Clock, new MainThread());
            }

            private IEnumerator<Rest> Stepped(CallJob asked, JsonWriter value)
            {
                while (Steps > 0)
                {
                    Steps--;
                    yield return Rest.None;
                }
                value.Count(0);
            }

            internal long Ask(Host host, string function, string key)
            {
                return Ask(host, function, key, "aa");
            }

            internal long Ask(Host host, string function, string key, string digest)
            {
                return Ask(host, function, key, digest, key == null ? Effect.Read : Effect.Write);
            }

            internal long Ask(Host host, string function, string key, string digest, Effect effect)
            {
                Call call = new Call
                {
                    Id = ++id,
                    Function = function,
                    Args = JsonReader.Read("{}"),
                    DeadlineMs = 100,
                    Effect = effect,
                    Key = key,
                    Digest = digest
                };
                Queue.Enqueue(new CallJob(call, host, Clock.Now));
                return id;
            }

            internal string Pumped(Host host)
            {
                Queue.Pump(0);
                while (Queue.Depth > 0)
                {
                    Queue.Pump(0);
                }
                return host.Told();
            }
        }

        internal static string Play()
        {
            Action[] plays =
            {
                Once, Plans, TakenBack, LongReads, Joined, Kept, Full, TwoHosts, Forgotten, Orphans, LostLinks, OtherThreads, Idle, Aside, Alone
            };
            foreach (Action play in plays)
            {
                play();
            }
            return plays.Length + " plays";
        }

        private static void Once()
        {
            Scene scene = new Scene();
            scene.Ask(scene.A, "count", "k");
            scene.Ask(scene.A, "count", "k");
            scene.Ask(scene.A, "count", "k", "bb");
            scene.Ask(scene.A, "count", null);
            scene.Ask(scene.A, "throw", "t");
            scene.Ask(scene.A, "throw", "t");
            scene.Ask(scene.A, "nothing/like-it", "n");
            Expect.Equal("1:1 2:1 3:conflict 4:2 5:unity 6:unity 7:unsupported", scene.Pumped(scene.A), "each is done once");
            scene.Queue.Settle("a", new[] { "k", "t", "of-nobody" });
            scene.Ask(scene.A, "count", "k");
            Expect.Equal("8:3", scene.Pumped(scene.A), "a settled key is free");
        }

        private static void TakenBack()
        {
            Scene scene = new Scene();
            long first = scene.Ask(scene.A, "count", "k");
            scene.Ask(scene.A, "count", "l");
            scene.Queue.Cancel(scene.B, first);
            scene.Queue.Cancel(scene.A, first);
            Expect.Equal("1:cancelled", scene.A.Told(), "withdrawn before the main thread runs");
            scene.Clock.Now += 100;
            scene.Queue.LookAtTime();
            Expect.Equal("2:deadline", scene.A.Told(), "withdrawn at its deadline");
            scene.Ask(scene.A, "count", "m");
            scene.Clock.Now += 100;
            Expect.Equal("3:deadline", scene.Pumped(scene.A), "the main thread looks at the deadline itself");
            Expect.Equal(0, scene.Count, "nothing was done");
            Expect.Equal(0, scene.Journal.Count, "nothing was begun");
            scene.Ask(scene.A, "count", "k");
            Expect.Equal("4:1", scene.Pumped(scene.A), "a withdrawn key may come again");
            long again = scene.Ask(scene.A, "count", "k");
            scene.Queue.Cancel(scene.A, again);
            scene.Clock.Now += 100;
            scene.Queue.LookAtTime();
            Expect.Equal("", scene.A.Told(), "what was done is never withdrawn");
            Expect.Equal("5:1", scene.Pumped(scene.A), "it is answered");
            scene.Queue.Cancel(scene.A, again);
            Expect.Equal("", scene.A.Told(), "a cancel of what is answered is passed over");
        }

        private static void LongReads()
        {
            Scene scene = new Scene { Steps = 3 };
            scene.Ask(scene.A, "steps", null);
            scene.Ask(scene.A, "count", null);
            scene.Queue.Pump(0);
            scene.Queue.Pump(0);
            scene.Queue.Pump(0);
            Expect.Equal("", scene.A.Told(), "a step a frame where the budget is nothing");
            scene.Queue.Pump(0);
            Expect.Equal("1:0", scene.A.Told(), "its end");
            Expect.Equal("2:1", scene.Pumped(scene.A), "the next in order");
            scene.Steps = int.MaxValue;
            long endless = scene.Ask(scene.A, "steps", null);
            scene.Queue.Pump(0);
            scene.Queue.Cancel(scene.A, endless);
            scene.Queue.Pump(0);
            Expect.Equal("3:cancelled", scene.A.Told(), "cancelled between its steps");
            scene.Ask(scene.A, "huge", null);
            scene.Ask(scene.A, "huge", "h");
            Expect.Equal("4:too-large 5:outcome-unknown", scene.Pumped(scene.A), "more than a frame holds");
        }

        private static void Joined()
        {
            Scene scene = new Scene { Steps = 2 };
            scene.Ask(scene.A, "steps", "s");
            scene.Queue.Pump(0);
            scene.Ask(scene.B, "steps", "s");
            scene.Clock.Now += 1000;
            Expect.Equal("1:0", PumpedTwice(scene), "a write that began goes on beyond its deadline");
            Expect.Equal("2:0", scene.Pumped(scene.B), "who asked meanwhile gets the same");
        }

        private static string PumpedTwice(Scene scene)
        {
            scene.Queue.Pump(0);
            scene.Queue.Pump(0);
            scene.Queue.Pump(0);
            return scene.A.Told();
        }

        private static void Kept()
        {
            Scene scene = new Scene();
            scene.Ask(scene.A, "large", "l");
            scene.Queue.Pump(0);
            Expect.True(scene.A.Got[0].Length > Protocol.KeptResult, "the first answer is whole");
            scene.A.Got.Clear();
            scene.Ask(scene.A, "large", "l");
            Expect.Equal("2:outcome-unknown", scene.Pumped(scene.A), "a result that is too large to keep");
            Expect.Equal(1, scene.Count, "it was done once");
        }

        private static void Full()
        {
            Scene scene = new Scene();
            scene.A.Most = 2;
            scene.Ask(scene.A, "count", "1");
            scene.Ask(scene.A, "count", "2");
            scene.Ask(scene.A, "count", "3");
            scene.Ask(scene.A, "count", "2");
            scene.Ask(scene.A, "count", null);
            Expect.Equal("1:1 2:2 3:busy 4:2 5:3", scene.Pumped(scene.A), "a full journal takes no more writes");
            scene.Queue.Settle("a", new[] { "1" });
            scene.Ask(scene.A, "count", "3");
            Expect.Equal("6:4", scene.Pumped(scene.A), "until one is settled");
        }

        private static void TwoHosts()
        {
            Scene scene = new Scene();
            scene.Ask(scene.A, "count", "k");
            scene.Ask(scene.B, "count", "k");
            scene.Pumped(scene.A);
            scene.Queue.Settle("b", new[] { "k" });
            Expect.Equal(1, scene.Journal.Count, "the other host has not settled it");
            scene.Queue.Settle("a", new[] { "k" });
            Expect.Equal(0, scene.Journal.Count, "both have");
        }

        private static void Forgotten()
        {
            Scene scene = new Scene();
            scene.Ask(scene.A, "count", "k");
            scene.Pumped(scene.A);
            scene.Queue.Went(scene.A);
            scene.Clock.Now += Protocol.ForgottenMs - 1;
            scene.Queue.LookAtTime();
            Expect.Equal(1, scene.Queue.Greet().Entries.Count, "kept for ten minutes");
            scene.Clock.Now += 1;
            scene.Queue.LookAtTime();
            Expect.Equal(1, scene.Journal.Count, "nothing is evicted while a host is notified of it");
            scene.Queue.Greeted(null);
            scene.Queue.LookAtTime();
            Expect.Equal(0, scene.Journal.Count, "a host that was killed settles nothing");
            scene.Ask(scene.A, "count", "l");
            scene.Pumped(scene.A);
            scene.Queue.Went(scene.A);
            scene.Queue.Greet();
            scene.Queue.Greeted("a");
            scene.Clock.Now += Protocol.ForgottenMs;
            scene.Queue.LookAtTime();
            Expect.Equal(1, scene.Journal.Count, "one that came again is waited for");
        }

        private sealed class Store : IJournalStore
        {
            internal readonly Dictionary<string, string> Slots = new Dictionary<string, string>();

            public void Put(string key, string slot)
            {
                Slots[key] = slot;
            }

            public void Remove(string key)
            {
                Slots.Remove(key);
            }
        }

        private static void Orphans()
        {
            Store store = new Store();
            Scene first = new Scene(new Journal(1, store, new string[0], 0)) { Steps = 5 };
            first.Ask(first.A, "count", "done");
            first.Ask(first.A, "throw", "thrown");
            first.Pumped(first.A);
            first.Ask(first.A, "steps", "begun");
            first.Queue.Pump(0);
            Scene second = new Scene(new Journal(2, store, new List<string>(store.Slots.Values), 0));
            JournalCopy told = second.Queue.Greet();
            Expect.Equal(3, told.Entries.Count, "entries that outlived their scripts");
            Expect.Equal(4L, told.Next, "the next number");
            Expect.Equal(1L, told.Oldest, "nothing was lost");
            second.Ask(second.A, "count", "done");
            second.Ask(second.A, "throw", "thrown");
            second.Ask(second.A, "steps", "begun");
            Expect.Equal("1:1 2:unity 3:outcome-unknown", second.Pumped(second.A), "answered out of the journal");
            Expect.Equal(0, second.Count, "and not done again");
            second.Queue.Settle("a", new[] { "done", "thrown", "begun" });
            Expect.Equal(0, store.Slots.Count, "what is settled takes no slot");
        }

        private static void LostLinks()
        {
            Scene scene = new Scene();
            scene.Ask(scene.A, "count", "k");
            scene.Ask(scene.B, "count", "l");
            scene.Queue.Went(scene.A);
            Expect.Equal(0, scene.Queue.Greet().Entries.Count, "nothing has begun");
            Expect.Equal("2:1", scene.Pumped(scene.B), "the other host's");
            Expect.Equal("", scene.A.Told(), "dropped with its link");
            Expect.Equal(1, scene.Count, "and never done");
        }

        /// <summary>A frame without a call makes no garbage and takes next to no time.</summary>
        private static void Idle()
        {
            Bridge bridge = new Bridge(
                Served.Who(Chance.Digits(16), 1), new Functions(), HostFolder.Of("none"), new Journal(1), new Clock(), "playing", (level, text) => { });
            Func<long> allocated = (Func<long>)Delegate.CreateDelegate(
                typeof(Func<long>), typeof(GC).GetMethod("GetAllocatedBytesForCurrentThread"));
            const int frames = 100000;
            bridge.Pump(4);
            long ticks = System.Diagnostics.Stopwatch.GetTimestamp();
            long before = allocated();
            for (int frame = 0; frame < frames; frame++)
            {
                bridge.Pump(4);
            }
            // The least object has sixteen bytes: less than one in all the frames is the runtime's own.
            Expect.True(allocated() - before < frames, "idle frames made " + (allocated() - before) + " bytes of garbage");
            double seconds = (System.Diagnostics.Stopwatch.GetTimestamp() - ticks) / (double)System.Diagnostics.Stopwatch.Frequency;
            // 50 microseconds a frame are promised; a machine that is busy may take a hundred times as long as it needs.
            Expect.True(seconds < frames * 50e-6, "an idle frame takes " + seconds / frames + " s");
        }

        private static void OtherThreads()
        {
            Scene scene = new Scene();
            scene.Ask(scene.A, "count", "k");
            Exception thrown = null;
            Thread other = new Thread(() =>
            {
                try
                {
                    scene.Queue.Pump(0);
                }
                catch (InvalidOperationException error)
                {
                    thrown = error;
                }
            });
            other.Start();
            other.Join();
            Expect.True(thrown != null && scene.Count == 0, "no thread but the one that made the queue does calls");
        }
    }
}
