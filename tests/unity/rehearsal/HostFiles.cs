using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;

namespace UnityTools.Bridge.Rehearsal
{
    /// <summary>Which hosts are dialled, and when again.</summary>
    internal static class HostFiles
    {
        internal static string Play(string folder)
        {
            int own = Process.GetCurrentProcess().Id;
            string secret = new string('a', 64);
            Func<string, long, string, string> file = (address, id, started) =>
                "{\"version\":1,\"address\":\"" + address + "\",\"run\":\"r\",\"pid\":" + id + ",\"started\":\"" + started
                + "\",\"protocol\":[1,1],\"secret\":\"" + secret + "\"}";
            string loopback = "ws://127.0.0.1:8090/bridge";
            string[] odd =
            {
                "", "{}", file("http://127.0.0.1:1", own, "0"), file("ws://192.168.0.1:1/bridge", own, "0"),
                file(loopback, own, "0").Replace("\"version\":1", "\"version\":2"), file(loopback, own, "0").Replace(secret, "short")
            };
            string why;
            foreach (string text in odd)
            {
                Expect.Equal(null, HostFile.Read("f", text, out why), text);
                Expect.True(!string.IsNullOrEmpty(why), "a reason for " + text);
            }
            Expect.Equal("wss://far:443/bridge", HostAddress.Read("wss://far", out why).ToString(), "beyond loopback by wss");
            Expect.Equal("ws://[::1]:1/bridge", HostAddress.Read("ws://[::1]:1", out why).ToString(), "the other loopback");
            Expect.Equal(0, HostFolder.Of(Path.Combine(folder, "none")).Living().Count, "no folder");
            long began = HostProcessStart(own);
            for (int at = 0; at < 10; at++)
            {
                File.WriteAllText(Path.Combine(folder, at + ".json"), file("ws://127.0.0.1:" + (9000 + at) + "/bridge", own, "" + began));
            }
            File.WriteAllText(Path.Combine(folder, "00.json"), file(loopback, own, "" + (began - 60000)));
            File.WriteAllText(Path.Combine(folder, "01.json"), file(loopback, int.MaxValue, "" + began));
            File.WriteAllText(Path.Combine(folder, "02.json"), "torn {");
            List<HostFile> living = HostFolder.Of(folder).Living();
            Expect.Equal(8, living.Count, "at most eight, of processes that live, by their own files");
            Expect.Equal(9000, living[0].Address.Port, "in order");
            long declared = long.Parse(HostProcess.Started(own), System.Globalization.CultureInfo.InvariantCulture);
            Expect.True(Math.Abs(declared - began) <= 5000, "the start that Unity declares: " + declared + ", not " + began);
            Expect.Equal(null, HostProcess.Started(int.MaxValue), "the start of no process");
            Named();
            Backoffs();
            return odd.Length + 13 + " files";
        }

        private static long HostProcessStart(int id)
        {
            DateTime start = Process.GetProcessById(id).StartTime.ToUniversalTime();
            return (long)(start - new DateTime(1970, 1, 1, 0, 0, 0, DateTimeKind.Utc)).TotalMilliseconds;
        }

        private static void Named()
        {
            string why;
            Dictionary<string, string> set = new Dictionary<string, string>();
            Func<string, string> variable = name => set.ContainsKey(name) ? set[name] : null;
            set["UNITY_TOOLS_DATA"] = "data";
            Expect.Equal(Path.Combine("data", "hosts"), HostFolder.OfEnvironment(variable, out why).Place, "the data folder");
            set["UNITY_TOOLS_HOST"] = "ws://127.0.0.1:1";
            Expect.Equal(null, HostFolder.OfEnvironment(variable, out why), "a host without its secret");
            Expect.True(why.Contains("UNITY_TOOLS_TOKEN"), "the reason names the variable");
            set["UNITY_TOOLS_TOKEN"] = new string('t', 16);
            Expect.Equal(1, HostFolder.OfEnvironment(variable, out why).Living()[0].Address.Port, "the host that is named");
        }

        private static void Backoffs()
        {
            Backoff backoff = new Backoff(new Random(1));
            int[] wanted = { 0, 250, 500, 1000, 2000, 4000, 5000, 5000 };
            for (int round = 0; round < 2; round++)
            {
                foreach (int wait in wanted)
                {
                    int given = backoff.Next();
                    Expect.True(given >= wait * 0.79 && given <= wait * 1.21, "a wait of " + given + " for " + wait);
                }
                backoff.Reset();
            }
        }
    }
}
