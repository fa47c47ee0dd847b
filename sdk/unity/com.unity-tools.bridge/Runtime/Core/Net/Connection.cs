using System;
using System.IO;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Text;

namespace UnityTools.Bridge
{
    /// <summary>
    /// A socket to a host after the WebSocket handshake. Only the thread that opened it closes it; other threads wake
    /// that thread.
    /// </summary>
    internal sealed class Connection : IDisposable
    {
        private const int LongestHead = 16 << 10;
        private const string Magic = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

        private readonly TcpClient client;

        internal readonly WebSocketStream Frames;

        private Connection(TcpClient client, Stream stream)
        {
            this.client = client;
            Frames = new WebSocketStream(stream);
        }

        /// <summary>Connects; each step may take <paramref name="withinMs"/>.</summary>
        /// <param name="made">Gets the socket before it connects: another thread may close it.</param>
        /// <param name="connected">Called before the first read: from then on another thread may only wake it.</param>
        /// <exception cref="IOException">No program answers, or it is not a host.</exception>
        internal static Connection Open(HostAddress address, int withinMs, Action<TcpClient> made, Action connected)
        {
            bool six = address.Host.IndexOf(':') >= 0;
            TcpClient client = new TcpClient(six ? AddressFamily.InterNetworkV6 : AddressFamily.InterNetwork);
            try
            {
                made(client);
                client.NoDelay = true;
                IAsyncResult connecting = client.BeginConnect(address.Host, address.Port, null, null);
                if (!connecting.AsyncWaitHandle.WaitOne(withinMs, false))
                {
                    throw new IOException("no process answers at " + address + " within " + withinMs + " ms");
                }
                client.EndConnect(connecting);
                connected();
                client.ReceiveTimeout = withinMs;
                client.SendTimeout = withinMs;
                Stream stream = client.GetStream();
                if (address.IsSecure)
                {
                    SslStream secure = new SslStream(stream, false);
                    secure.AuthenticateAsClient(address.Host);
                    stream = secure;
                }
                Shake(stream, address);
                return new Connection(client, stream);
            }
            catch (Exception error)
            {
                client.Close();
                if (error is IOException)
                {
                    throw;
                }
                throw new IOException("cannot connect to " + address + ": " + error.Message, error);
            }
        }

        /// <summary>The timeout of a read.</summary>
        internal int ReadTimeoutMs
        {
            set { client.ReceiveTimeout = value; }
        }

        public void Dispose()
        {
            Cut(client);
        }

        /// <summary>
        /// Ends the connection for its reader and writer; called from any thread. It does not close the socket: the
        /// system may give its number to the next socket, and some runtimes would then read from that socket.
        /// </summary>
        internal void Wake()
        {
            Wake(client);
        }

        /// <summary>The same for a connected socket that is not a <see cref="Connection"/> yet.</summary>
        internal static void Wake(TcpClient client)
        {
            try
            {
                Socket socket = client.Client;
                if (socket != null)
                {
                    socket.Shutdown(SocketShutdown.Both);
                }
            }
            catch (SocketException)
            {
                // The socket is gone already; its reader notices that.
            }
            catch (ObjectDisposedException)
            {
                // The socket is gone already.
            }
        }

        /// <summary>Shuts the socket down and closes it.</summary>
        internal static void Cut(TcpClient client)
        {
            Wake(client);
            client.Close();
        }

        /// <summary>
        /// After a close frame: reads incoming data for a moment, because closing a socket with unread data discards
        /// the data that was sent last.
        /// </summary>
        internal void Drain()
        {
            // Reads at most twice the largest frame.
            byte[] passed = new byte[64 << 10];
            try
            {
                client.Client.Shutdown(SocketShutdown.Send);
                client.ReceiveTimeout = 250;
                for (int turn = 0; turn < 256 && client.Client.Receive(passed) > 0; turn++)
                {
                }
            }
            catch (SocketException)
            {
                // The peer closed the connection.
            }
            catch (ObjectDisposedException)
            {
                // The connection is closed.
            }
        }

        private static void Shake(Stream stream, HostAddress address)
        {
            string key = Convert.ToBase64String(Chance.Bytes(16));
            string request = "GET " + address.Path + " HTTP/1.1\r\nHost: " + address.Authority
                + "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: " + key
                + "\r\nSec-WebSocket-Protocol: " + Protocol.Subprotocol + "\r\n\r\n";
            byte[] bytes = Encoding.ASCII.GetBytes(request);
            stream.Write(bytes, 0, bytes.Length);
            stream.Flush();
            string[] lines = Head(stream).Split(new[] { "\r\n" }, StringSplitOptions.None);
            string[] status = lines[0].Split(' ');
            if (status.Length < 2 || !status[0].StartsWith("HTTP/1.1", StringComparison.Ordinal) || status[1] != "101")
            {
                throw new IOException(address + " answers `" + Surrogates.Cut(lines[0], 128) + "`: no host, or it wants no Unity");
            }
            string accepted;
            using (SHA1 hash = SHA1.Create())
            {
                accepted = Convert.ToBase64String(hash.ComputeHash(Encoding.ASCII.GetBytes(key + Magic)));
            }
            if (Header(lines, "Sec-WebSocket-Accept") != accepted)
            {
                throw new IOException(address + " answers the upgrade to a WebSocket wrongly");
            }
            if (Header(lines, "Sec-WebSocket-Protocol") != Protocol.Subprotocol)
            {
                throw new IOException(address + " does not speak " + Protocol.Subprotocol);
            }
        }

        // Reads single bytes, because the bytes after the header belong to the next reader.
        private static string Head(Stream stream)
        {
            StringBuilder head = new StringBuilder();
            while (head.Length < LongestHead)
            {
                int letter = stream.ReadByte();
                if (letter < 0)
                {
                    throw new IOException("the connection ended within the answer to the upgrade");
                }
                head.Append((char)letter);
                int length = head.Length;
                if (letter == '\n' && length >= 4 && head[length - 2] == '\r' && head[length - 3] == '\n')
                {
                    return head.ToString();
                }
            }
            throw new IOException("the answer to the upgrade is longer than " + LongestHead + " bytes");
        }

        private static string Header(string[] lines, string name)
        {
            foreach (string line in lines)
            {
                int colon = line.IndexOf(':');
                if (colon > 0 && string.Equals(line.Substring(0, colon), name, StringComparison.OrdinalIgnoreCase))
                {
                    return line.Substring(colon + 1).Trim();
                }
            }
            return "";
        }
    }
}
