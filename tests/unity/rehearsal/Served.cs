using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Threading;

namespace UnityTools.Bridge.Rehearsal
{
    /// <summary>A Unity that is none: it counts what it is asked to change.</summary>
    internal static class Served
    {
        internal static Functions Counting(Func<long> add, Func<long> read)
        {
            Functions functions = new Functions();
            functions.Add("objects-edit/set-active", (asked, value) =>
            {
                add();
                value.Object().Name("reply").Text("done").EndObject();
            });
            functions.Add("time-scale/get", (asked, value) =>
            {
                value.Object().Name("reply").Text("time-scale").Name("value").Object();
                value.Name("value").Count(read()).Name("locked").Bool(false).EndObject().EndObject();
            });
            functions.Add("objects-edit/destroy", (asked, value) => { throw new InvalidOperationException("as told"); });
            functions.AddSteps("scenes/list-scenes", Endless);
            return functions;
        }

        internal static Identity Who(string instance, long epoch)
        {
            return new Identity
            {
                Package = "0.1.0",
                Unity = "none",
                Runtime = "mono",
                Kind = "player",
                Platform = "LinuxPlayer",
                ProcessId = Process.GetCurrentProcess().Id,
                ProjectName = "Rehearsal",
                Company = "",
                ProjectVersion = "1",
                Instance = instance,
                Epoch = epoch,
                Capabilities = new[] { "scene", "scene-edit" }
            };
        }

        internal static string UntilInputEnds(string folder)
        {
            long count = 0;
            Functions functions = Counting(() => ++count, () => count);
            Clock clock = new Clock();
            Bridge bridge = null;
            bridge = new Bridge(Who(Chance.Digits(16), 1), functions, HostFolder.Of(folder), new Journal(1), clock, "playing", (level, text) =>
            {
                if (level != "info")
                {
                    Console.Error.WriteLine(level + " " + text);
                }
                bridge.Logs.Add(new LogLine { Level = level, Text = text, TimeMs = clock.SinceEpoch });
            });
            bool ended = false;
            Thread input = new Thread(() =>
            {
                for (string line = Console.In.ReadLine(); line != null; line = Console.In.ReadLine())
                {
                    bridge.Logs.Add(new LogLine { Level = "warn", Text = line, TimeMs = clock.SinceEpoch, Thread = 7 });
                    bridge.Tell("selection", "");
                }
                Volatile.Write(ref ended, true);
            });
            input.IsBackground = true;
            input.Start();
            bridge.Start();
            while (!Volatile.Read(ref ended))
            {
                bridge.Pump(4);
                Thread.Sleep(1);
            }
            Expect.True(bridge.Stop("quitting", 2000), "all threads end");
            return "counted " + count;
        }

        private static IEnumerator<Rest> Endless(CallJob asked, JsonWriter value)
        {
            while (true)
            {
                yield return Rest.None;
            }
        }
    }
}
