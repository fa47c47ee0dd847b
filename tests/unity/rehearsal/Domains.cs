using System;
using System.Collections.Generic;
using System.Threading;

namespace UnityTools.Bridge.Rehearsal
{
    /// <summary>What outlives a load of the scripts: the count, and the journal's slots. Lives in the first domain.</summary>
    internal sealed class Outliving : MarshalByRefObject
    {
        private readonly Dictionary<string, string> slots = new Dictionary<string, string>();
        private long count;

        public override object InitializeLifetimeService()
        {
            return null;
        }

        internal long Add()
        {
            return Interlocked.Increment(ref count);
        }

        internal long Read()
        {
            return Interlocked.Read(ref count);
        }

        internal void Put(string key, string slot)
        {
            lock (slots)
            {
                slots[key] = slot;
            }
        }

        internal void Remove(string key)
        {
            lock (slots)
            {
                slots.Remove(key);
            }
        }

        internal string[] Slots()
        {
            lock (slots)
            {
                return new List<string>(slots.Values).ToArray();
            }
        }
    }

    /// <summary>One load of the scripts.</summary>
    internal sealed class Loaded : MarshalByRefObject
    {
        private sealed class Store : IJournalStore
        {
            internal Outliving Outliving;

            public void Put(string key, string slot)
            {
                Crossing(() => Outliving.Put(key, slot));
            }

            public void Remove(string key)
            {
                Crossing(() => Outliving.Remove(key));
            }
        }

        /// <summary>What a call between domains throws while one goes is of many kinds, and means one thing.</summary>
        private static void Crossing(Action call)
        {
            try
            {
                call();
            }
            catch (ThreadAbortException)
            {
                throw;
            }
            catch (Exception error)
            {
                throw new AppDomainUnloadedException("the scripts go", error);
            }
        }

        private static long Crossing(Func<long> call)
        {
            long result = 0;
            Crossing(() => { result = call(); });
            return result;
        }

        private Thread main;
        private bool ending;
        private bool ended;

        public override object InitializeLifetimeService()
        {
            return null;
        }

        internal void Begin(Outliving outliving, string folder, string instance, long epoch)
        {
            ManualResetEvent begun = new ManualResetEvent(false);
            main = new Thread(() =>
            {
                Clock clock = new Clock();
                Journal journal = new Journal(epoch, new Store { Outliving = outliving }, outliving.Slots(), clock.Milliseconds);
                Functions functions = Served.Counting(() => Crossing(outliving.Add), () => Crossing(outliving.Read));
                Bridge bridge = new Bridge(Served.Who(instance, epoch), functions, HostFolder.Of(folder), journal, clock, "playing", (level, text) =>
                {
                    if (level == "error")
                    {
                        Console.Error.WriteLine(level + " " + text);
                    }
                });
                bridge.Start();
                begun.Set();
                try
                {
                    while (!Volatile.Read(ref ending))
                    {
                        bridge.Pump(4);
                        Thread.Sleep(1);
                    }
                }
                catch (AppDomainUnloadedException)
                {
                    return;
                }
                ended = bridge.Stop("reloading", 500);
            });
            main.IsBackground = true;
            main.Start();
            begun.WaitOne();
        }

        /// <summary>As before a reload: all threads end.</summary>
        internal bool End()
        {
            Volatile.Write(ref ending, true);
            main.Join();
            return ended;
        }
    }

    /// <summary>Loads and unloads the scripts at each line of the input: `clean` with the end that a reload announces, `dirty` without.</summary>
    internal static class Domains
    {
        internal static string Play(string folder)
        {
            Outliving outliving = new Outliving();
            string instance = Chance.Digits(16);
            long epoch = 0;
            string line = "begin";
            while (line != null)
            {
                epoch++;
                AppDomain domain = AppDomain.CreateDomain("scripts " + epoch);
                Loaded loaded = (Loaded)domain.CreateInstanceAndUnwrap(typeof(Loaded).Assembly.FullName, typeof(Loaded).FullName);
                loaded.Begin(outliving, folder, instance, epoch);
                Console.WriteLine("loaded " + epoch);
                line = Console.In.ReadLine();
                if (line != "dirty")
                {
                    Expect.True(loaded.End(), "a thread of load " + epoch + " did not end in time");
                }
                AppDomain.Unload(domain);
            }
            return "counted " + outliving.Read();
        }
    }
}
