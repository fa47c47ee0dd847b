using System;
using System.IO;
using System.Text;

namespace UnityTools.Bridge
{
    /// <summary>
    /// The client side of RFC 6455 over a stream after the handshake; old players have no working client. One thread
    /// reads; any thread may send.
    /// </summary>
    internal sealed class WebSocketStream
    {
        private const int Continuation = 0;
        private const int TextFrame = 1;
        private const int BinaryFrame = 2;
        private const int CloseFrame = 8;
        private const int PingFrame = 9;
        private const int PongFrame = 10;
        private const int LongestControl = 125;

        private static readonly UTF8Encoding Utf8 = new UTF8Encoding(false, true);

        private readonly Stream stream;
        private readonly object sending = new object();
        private readonly byte[] head = new byte[8];

        internal WebSocketStream(Stream stream)
        {
            this.stream = stream;
        }

        /// <summary>The next message; pings are answered automatically.</summary>
        /// <exception cref="BadFrame">The peer violated the protocol.</exception>
        /// <exception cref="IOException">The connection is gone.</exception>
        internal WebSocketMessage Receive()
        {
            MemoryStream pieces = null;
            int kind = -1;
            while (true)
            {
                Fill(head, 2);
                bool last = (head[0] & 0x80) != 0;
                int opcode = head[0] & 0x0f;
                if ((head[0] & 0x70) != 0)
                {
                    throw new BadFrame(Protocol.CloseVersions, "a frame has reserved bits set");
                }
                if ((head[1] & 0x80) != 0)
                {
                    throw new BadFrame(Protocol.CloseVersions, "a frame of the host is masked");
                }
                long length = Length(head[1] & 0x7f);
                if (opcode >= CloseFrame)
                {
                    if (!last || length > LongestControl)
                    {
                        throw new BadFrame(Protocol.CloseVersions, "a control frame is in pieces, or too long");
                    }
                    WebSocketMessage message;
                    if (Control(opcode, (int)length, out message))
                    {
                        return message;
                    }
                    continue;
                }
                if (opcode > BinaryFrame || (opcode == Continuation) != (kind >= 0))
                {
                    throw new BadFrame(Protocol.CloseVersions, "a frame of kind " + opcode + " has no place here");
                }
                kind = kind < 0 ? opcode : kind;
                if (length + (pieces == null ? 0 : pieces.Length) > Protocol.Frame)
                {
                    throw new BadFrame(Protocol.CloseTooLarge, "a frame is over 8 MiB");
                }
                byte[] piece = Take((int)length);
                if (pieces == null && last)
                {
                    return Whole(kind, piece);
                }
                pieces = pieces ?? new MemoryStream();
                pieces.Write(piece, 0, piece.Length);
                if (last)
                {
                    return Whole(kind, pieces.ToArray());
                }
            }
        }

        internal void SendText(string text)
        {
            byte[] bytes = Utf8.GetBytes(text);
            Send(TextFrame, bytes);
        }

        internal void SendBinary(byte[] bytes)
        {
            Send(BinaryFrame, bytes);
        }

        internal void SendPing()
        {
            Send(PingFrame, new byte[0]);
        }

        /// <param name="reason">Cut if it is too long for a close frame.</param>
        internal void SendClose(int code, string reason)
        {
            byte[] text = Utf8.GetBytes(Surrogates.Cut(Surrogates.Mended(reason), LongestControl - 2));
            byte[] bytes = new byte[2 + text.Length];
            bytes[0] = (byte)(code >> 8);
            bytes[1] = (byte)code;
            text.CopyTo(bytes, 2);
            Send(CloseFrame, bytes);
        }

        private static WebSocketMessage Whole(int kind, byte[] bytes)
        {
            if (kind == BinaryFrame)
            {
                return new WebSocketMessage { Kind = WebSocketKind.Binary, Bytes = bytes };
            }
            return new WebSocketMessage { Kind = WebSocketKind.Text, Text = Decoded(bytes, 0) };
        }

        private static string Decoded(byte[] bytes, int from)
        {
            try
            {
                return Utf8.GetString(bytes, from, bytes.Length - from);
            }
            catch (ArgumentException)
            {
                throw new BadFrame("a text is not UTF-8");
            }
        }

        private bool Control(int opcode, int length, out WebSocketMessage message)
        {
            byte[] bytes = Take(length);
            message = new WebSocketMessage();
            switch (opcode)
            {
                case PingFrame:
                    Send(PongFrame, bytes);
                    return false;
                case PongFrame:
                    message.Kind = WebSocketKind.Pong;
                    return true;
                case CloseFrame:
                    message.Kind = WebSocketKind.Close;
                    message.Code = bytes.Length < 2 ? 1005 : bytes[0] << 8 | bytes[1];
                    message.Text = bytes.Length < 2 ? "" : Decoded(bytes, 2);
                    return true;
                default:
                    throw new BadFrame(Protocol.CloseVersions, "there is no frame of kind " + opcode);
            }
        }

        private long Length(int first)
        {
            if (first < 126)
            {
                return first;
            }
            int count = first == 126 ? 2 : 8;
            Fill(head, count);
            long length = 0;
            for (int at = 0; at < count; at++)
            {
                length = length << 8 | head[at];
            }
            if (length < 0 || length > Protocol.Frame)
            {
                throw new BadFrame(Protocol.CloseTooLarge, "a frame is over 8 MiB");
            }
            return length;
        }

        // Memory is allocated only as bytes arrive, not for a length that a peer merely claims.
        private byte[] Take(int length)
        {
            const int atOnce = 64 << 10;
            if (length <= atOnce)
            {
                byte[] bytes = new byte[length];
                Fill(bytes, length);
                return bytes;
            }
            MemoryStream taken = new MemoryStream();
            byte[] part = new byte[atOnce];
            while (taken.Length < length)
            {
                int wanted = (int)Math.Min(atOnce, length - taken.Length);
                Fill(part, wanted);
                taken.Write(part, 0, wanted);
            }
            return taken.ToArray();
        }

        private void Fill(byte[] bytes, int count)
        {
            int have = 0;
            while (have < count)
            {
                int read = stream.Read(bytes, have, count - have);
                if (read <= 0)
                {
                    throw new EndOfStreamException("the connection ended");
                }
                have += read;
            }
        }

        private void Send(int opcode, byte[] bytes)
        {
            byte[] mask = Chance.Bytes(4);
            int size = bytes.Length < 126 ? 2 : bytes.Length <= ushort.MaxValue ? 4 : 10;
            byte[] frame = new byte[size + 4 + bytes.Length];
            frame[0] = (byte)(0x80 | opcode);
            frame[1] = (byte)(0x80 | (size == 2 ? bytes.Length : size == 4 ? 126 : 127));
            for (int at = 2; at < size; at++)
            {
                frame[at] = (byte)((long)bytes.Length >> 8 * (size - 1 - at));
            }
            mask.CopyTo(frame, size);
            for (int at = 0; at < bytes.Length; at++)
            {
                frame[size + 4 + at] = (byte)(bytes[at] ^ mask[at & 3]);
            }
            lock (sending)
            {
                stream.Write(frame, 0, frame.Length);
                stream.Flush();
            }
        }
    }
}
