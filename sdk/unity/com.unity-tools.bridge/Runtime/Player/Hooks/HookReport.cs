using System.Collections.Generic;

namespace UnityTools.Bridge
{
    /// <summary>Sends to the hosts that a hooked method ran.</summary>
    internal static class HookReport
    {
        /// <param name="texts">The arguments of some of the calls.</param>
        internal static void Send(Bridge bridge, string signature, int times, List<string> texts)
        {
            bridge.Tell("hook-fired", new JsonWriter().Name("signature").Text(signature).Name("times").Count(times).ToString());
            foreach (string text in texts)
            {
                bridge.Logs.Add(new LogLine { Level = "info", Text = "hook " + signature + " ran " + text, TimeMs = bridge.Clock.SinceEpoch });
            }
        }
    }
}
