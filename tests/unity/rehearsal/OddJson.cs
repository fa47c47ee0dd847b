using System.Globalization;
using System.Text;

namespace UnityTools.Bridge.Rehearsal
{
    /// <summary>Values at the edges of what JSON, C# and the link hold.</summary>
    internal static class OddJson
    {
        internal static string Play()
        {
            int count = Refused() + Numbers() + Texts() + Frames() + Logged();
            return count + " odd values";
        }

        private static int Refused()
        {
            string[] none =
            {
                "", " ", "{", "[1,]", "[1 2]", "{\"a\":1,}", "{\"a\" 1}", "{a:1}", "tru", "nul", "01", "-", "1.", ".5", "1e", "+1",
                "0x1", "NaN", "Infinity", "'a'", "\"a", "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"", "\"\n\"", "\"\\ud800\"", "\"\\udc00\\ud800\"",
                "{\"a\":1,\"a\":2}", "{\"a\":1,\"\\u0061\":2}", "1 2", "[]]", "\ufeff1", "// a\n1"
            };
            foreach (string text in none)
            {
                Expect.Throws<NoJson>(() => JsonReader.Read(text), "`" + text + "`");
            }
            string deep = new string('[', 128) + new string(']', 128);
            JsonReader.Read(deep);
            Expect.Throws<NoJson>(() => JsonReader.Read("[" + deep + "]"), "129 lists in each other");
            StringBuilder many = new StringBuilder("{");
            for (int at = 0; at < 20; at++)
            {
                many.Append('"').Append(at).Append("\":1,");
            }
            string wide = many.ToString();
            Expect.Equal(21, JsonReader.Read(wide + "\"x\":1}").Items.Count, "members");
            Expect.Throws<NoJson>(() => JsonReader.Read(wide + "\"3\":1}"), "a member twice among many");
            return none.Length + 4;
        }

        private static int Numbers()
        {
            double[] doubles =
            {
                0.1, -0.0, 1e308, double.MaxValue, double.MinValue, double.Epsilon, 1.0 / 3, 9007199254740993.0, 123456789.12345678
            };
            foreach (double value in doubles)
            {
                string text = new JsonWriter().Number(value).ToString();
                double back;
                Expect.True(UnityTools.Bridge.Numbers.Double(JsonReader.Read(text).Text, out back), text);
                Expect.Equal(System.BitConverter.DoubleToInt64Bits(value), System.BitConverter.DoubleToInt64Bits(back), text);
            }
            float[] floats = { 0.1f, 16777217f, float.MaxValue, float.Epsilon, 1f / 3, -1.5e-7f };
            foreach (float value in floats)
            {
                string text = new JsonWriter().Number(value).ToString();
                Expect.Equal(value, float.Parse(text, CultureInfo.InvariantCulture), text);
            }
            Expect.Equal("0.1", new JsonWriter().Number(0.1f).ToString(), "0.1 of a float");
            Expect.Equal("\"NaN\"", new JsonWriter().Number(double.NaN).ToString(), "NaN");
            Expect.Equal("\"-Infinity\"", new JsonWriter().Number(float.NegativeInfinity).ToString(), "-Infinity");
            Expect.Equal("9007199254740992", new JsonWriter().Whole(1L << 53).ToString(), "2^53");
            Expect.Equal("\"9007199254740993\"", new JsonWriter().Whole((1L << 53) + 1).ToString(), "2^53 + 1");
            Expect.Equal("\"-9223372036854775808\"", new JsonWriter().Whole(long.MinValue).ToString(), "the least long");
            Expect.Equal("\"18446744073709551615\"", new JsonWriter().Whole(ulong.MaxValue).ToString(), "the largest ulong");
            return doubles.Length + floats.Length + 7;
        }

        private static int Texts()
        {
            string odd = "ä \" \\ \b \f \u001f \u007f \u2028 😀 / \r\n\t";
            string written = new JsonWriter().Text(odd).ToString();
            Expect.Equal(odd, JsonReader.Read(written).Text, "an odd text");
            Expect.Equal("\"a\ufffdb\ufffd\"", new JsonWriter().Text("a\ud800b\udc00").ToString(), "halves of pairs");
            Expect.Equal("😀", JsonReader.Read("\"\\ud83d\\ude00\"").Text, "a pair of escapes");
            Expect.Equal("aä", Surrogates.Cut("aä€😀", 3), "cut behind two bytes");
            Expect.Equal("aä€", Surrogates.Cut("aä€😀", 9), "a pair is not cut");
            Expect.Equal("aä€😀", Surrogates.Cut("aä€😀", 10), "all fits");
            return 6;
        }

        private static int Frames()
        {
            string call = "{\"type\":\"call\",\"id\":1,\"fn\":\"a/b\",\"args\":{},\"deadline-ms\":1,\"effect\":\"write\"";
            string once = ",\"key\":\"k\",\"digest\":\"" + new string('a', 64) + "\"";
            HostFrameReader.Read(call + once + ",\"of-tomorrow\":[1]}");
            string read = call.Replace("\"write\"", "\"read\"");
            Expect.Equal(null, ((Call)HostFrameReader.Read(read + "}")).Digest, "a read without a key");
            Expect.Equal("k", ((Call)HostFrameReader.Read(read + once + "}")).Key, "a read with a key");
            string[] bad =
            {
                "[]", "{}", "{\"type\":1}", call + "}", call + once.Replace("\"k\"", "\"\"") + "}", call + once.Replace("\"k\"", "\"a b\"") + "}",
                call + once.Replace("\"k\"", "\"" + new string('k', 129) + "\"") + "}", call + once.Replace("aaaa", "aaag") + "}",
                call.Replace("\"id\":1", "\"id\":-1") + once + "}", call.Replace("\"id\":1", "\"id\":1.0") + once + "}",
                call.Replace("\"id\":1", "\"id\":9007199254740993") + once + "}", call.Replace("\"id\":1", "\"id\":\"1\"") + once + "}",
                call.Replace("\"write\"", "\"of-tomorrow\"") + once + "}", call + once + ",\"bytes\":8388601}",
                read + ",\"key\":\"k\"}", read + once.Replace("\"k\"", "\"a b\"") + "}",
                "{\"type\":\"cancel\"}", "{\"type\":\"settled\",\"keys\":[1]}", "{\"type\":\"challenge\",\"protocol\":1,\"nonce\":\"\",\"proof\":\"\"}"
            };
            foreach (string text in bad)
            {
                Expect.Throws<BadFrame>(() => HostFrameReader.Read(text), text);
            }
            Expect.Equal("teleport", ((UnknownFrame)HostFrameReader.Read("{\"type\":\"teleport\"}")).Type, "an unknown type");
            Failure long1 = new Failure("unity", new string('ä', 20000)) { Stack = new string('x', 100000), Facts = "{\"a\":\"" + new string('x', 70000) + "\"}" };
            Json error = JsonReader.Read(UnityFrames.Result(1, Outcome.Of(long1)))["error"];
            Expect.Equal(8192, error["message"].Text.Length, "a long message in letters of two bytes");
            Expect.Equal(65536, error["stack"].Text.Length, "a long stack");
            Expect.Equal(null, error["data"], "data that is too long");
            return bad.Length + 5;
        }

        private static int Logged()
        {
            LogRing ring = new LogRing();
            long from = 1;
            Expect.Equal(null, ring.Frame(ref from, LogRing.FrameBytes), "a frame of no lines");
            // Each letter becomes six bytes: still one line fits a frame.
            ring.Add(new LogLine { Level = "error", Text = new string('\u0001', 100000), Stack = new string('\u0002', 100000) });
            for (int at = 0; at < LogRing.Lines + 10; at++)
            {
                ring.Add(new LogLine { Level = "info", Text = "line " + at });
            }
            Json frame = JsonReader.Read(ring.Frame(ref from, LogRing.FrameBytes));
            Expect.Equal("12", frame["first"].Text, "the first line");
            Expect.Equal("11", frame["dropped"].Text, "lines that fell out");
            Expect.True(frame["lines"].Items.Count <= LogRing.FrameLines, "lines of a frame");
            int lines = frame["lines"].Items.Count;
            for (string next = ring.Frame(ref from, LogRing.FrameBytes); next != null; next = ring.Frame(ref from, LogRing.FrameBytes))
            {
                Expect.True(Encoding.UTF8.GetByteCount(next) <= 64 << 10, "bytes of a frame");
                Expect.Equal("0", JsonReader.Read(next)["dropped"].Text, "lines between two frames");
                lines += JsonReader.Read(next)["lines"].Items.Count;
            }
            Expect.Equal(LogRing.Lines, lines, "lines in all");
            LogRing large = new LogRing();
            for (int at = 0; at < 300; at++)
            {
                large.Add(new LogLine { Level = "error", Text = new string('\u0001', 100000), Stack = new string('ä', 100000) });
            }
            long begin = 1;
            Expect.True(Encoding.UTF8.GetByteCount(large.Frame(ref begin, LogRing.FrameBytes)) <= 64 << 10, "bytes of a frame of the largest lines");
            return 6;
        }
    }
}
