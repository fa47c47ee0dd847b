// The package's Core outside Unity: replays the samples of the protocol, plays odd cases, and links itself to a host of a test.
using System;
using System.Globalization;

namespace UnityTools.Bridge.Rehearsal
{
    internal static class Program
    {
        private static int Main(string[] words)
        {
            try
            {
                Console.WriteLine(Run(words));
                return 0;
            }
            catch (Exception error)
            {
                Console.Error.WriteLine(error);
                return 1;
            }
        }

        private static string Run(string[] words)
        {
            switch (words[0])
            {
                case "samples":
                    return Samples.Replay(words[1], words[2]);
                case "json":
                    return OddJson.Play();
                case "calls":
                    return Calls.Play();
                case "hosts":
                    return HostFiles.Play(words[1]);
                case "fuzz":
                    return Fuzz.Play(words[1], Whole(words[2]), Whole(words[3]));
                case "serve":
                    return Served.UntilInputEnds(words[1]);
                case "domains":
                    return Domains.Play(words[1]);
                default:
                    throw new ArgumentException("there is no rehearsal `" + words[0] + "`");
            }
        }

        private static int Whole(string text)
        {
            return int.Parse(text, CultureInfo.InvariantCulture);
        }
    }

    internal static class Expect
    {
        internal static void Equal(object wanted, object found, string what)
        {
            if (!object.Equals(wanted, found))
            {
                throw new InvalidOperationException(what + ": wanted " + (wanted ?? "null") + ", found " + (found ?? "null"));
            }
        }

        internal static void True(bool holds, string what)
        {
            if (!holds)
            {
                throw new InvalidOperationException(what);
            }
        }

        /// <summary>The message of the exception that it ends with.</summary>
        internal static string Throws<T>(Action action, string what) where T : Exception
        {
            try
            {
                action();
            }
            catch (T error)
            {
                return error.Message;
            }
            throw new InvalidOperationException(what + ": nothing was thrown");
        }
    }
}
