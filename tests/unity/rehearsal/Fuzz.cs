using System;
using System.Collections.Generic;
using System.IO;
using System.Text;

namespace UnityTools.Bridge.Rehearsal
{
    /// <summary>Meaningless frames: each is read, or ends the link with a reason; nothing else is ever thrown.</summary>
    internal static class Fuzz
    {
        internal static string Play(string frames, int count, int seed)
        {
            Random random = new Random(seed);
            List<string> texts = new List<string>();
            foreach (string line in File.ReadAllLines(frames))
            {
                Json frame = JsonReader.Read(line)["frame"];
                if (frame != null)
                {
                    texts.Add(frame.Raw);
                }
            }
            int read = 0;
            int messages = 0;
            for (int at = 0; at < count; at++)
            {
                string text = texts[random.Next(texts.Count)];
                byte[] bytes = Encoding.UTF8.GetBytes(text);
                byte[] spoilt = Spoilt(bytes, random);
                try
                {
                    HostFrameReader.Read(Encoding.UTF8.GetString(spoilt));
                    read++;
                }
                catch (BadFrame)
                {
                }
                messages += Streamed(Spoilt(Framed(bytes, random), random));
            }
            Expect.True(read > 0 && messages > 0, "some of it is still a frame");
            return count + " texts and as many streams, of which " + read + " and " + messages + " were readable";
        }

        // Behind the opening: whatever the stream says, its reader gives messages and then an end.
        private static int Streamed(byte[] bytes)
        {
            int messages = 0;
            WebSocketStream stream = new WebSocketStream(new Input(bytes));
            try
            {
                while (true)
                {
                    stream.Receive();
                    messages++;
                }
            }
            catch (BadFrame)
            {
            }
            catch (EndOfStreamException)
            {
            }
            return messages;
        }

        private static byte[] Framed(byte[] text, Random random)
        {
            MemoryStream to = new MemoryStream();
            int cut = random.Next(text.Length);
            Piece(to, 1, text, 0, cut, false);
            if (random.Next(3) == 0)
            {
                Piece(to, 9, text, 0, random.Next(20), true);
            }
            Piece(to, 0, text, cut, text.Length - cut, true);
            Piece(to, 8, new byte[] { 3, 232 }, 0, 2, true);
            return to.ToArray();
        }

        private static void Piece(Stream to, int opcode, byte[] bytes, int from, int length, bool last)
        {
            to.WriteByte((byte)(opcode | (last ? 0x80 : 0)));
            if (length < 126)
            {
                to.WriteByte((byte)length);
            }
            else
            {
                to.WriteByte(126);
                to.WriteByte((byte)(length >> 8));
                to.WriteByte((byte)length);
            }
            to.Write(bytes, from, length);
        }

        private static byte[] Spoilt(byte[] bytes, Random random)
        {
            List<byte> spoilt = new List<byte>(bytes);
            for (int turn = random.Next(4); turn > 0 && spoilt.Count > 0; turn--)
            {
                int at = random.Next(spoilt.Count);
                switch (random.Next(5))
                {
                    case 0:
                        spoilt[at] = (byte)random.Next(256);
                        break;
                    case 1:
                        spoilt.RemoveRange(at, random.Next(spoilt.Count - at));
                        break;
                    case 2:
                        spoilt.Insert(at, (byte)"{}[]\",:\\0-.eE\u007f"[random.Next(14)]);
                        break;
                    case 3:
                        spoilt.InsertRange(at, spoilt.GetRange(at, random.Next(Math.Min(40, spoilt.Count - at))));
                        break;
                    default:
                        spoilt[at] ^= (byte)(1 << random.Next(8));
                        break;
                }
            }
            return spoilt.ToArray();
        }

        /// <summary>Gives bytes, a few at a time; takes whatever is sent.</summary>
        private sealed class Input : MemoryStream
        {
            internal Input(byte[] bytes)
                : base(bytes, false)
            {
            }

            public override int Read(byte[] buffer, int offset, int count)
            {
                return base.Read(buffer, offset, Math.Min(count, 7));
            }

            public override void Write(byte[] buffer, int offset, int count)
            {
            }
        }
    }
}
