using System;
using System.Net;

namespace UnityTools.Bridge
{
    /// <summary>The address of a host: `ws://127.0.0.1:8090/bridge`; beyond loopback only `wss:`.</summary>
    internal sealed class HostAddress
    {
        internal readonly string Host;
        internal readonly int Port;
        internal readonly bool IsSecure;

        /// <summary>Path and query of the request.</summary>
        internal readonly string Path;

        private HostAddress(Uri uri, bool secure)
        {
            Host = uri.DnsSafeHost;
            Port = uri.Port > 0 ? uri.Port : secure ? 443 : 80;
            IsSecure = secure;
            Path = uri.PathAndQuery == "/" ? Protocol.Path : uri.PathAndQuery;
        }

        /// <summary>The value of the header `Host`.</summary>
        internal string Authority
        {
            get { return (Host.IndexOf(':') >= 0 ? "[" + Host + "]" : Host) + ":" + Port; }
        }

        public override string ToString()
        {
            return (IsSecure ? "wss://" : "ws://") + Authority + Path;
        }

        /// <summary>Null if the address is invalid; <paramref name="why"/> contains the reason.</summary>
        internal static HostAddress Read(string text, out string why)
        {
            Uri uri;
            why = null;
            if (!Uri.TryCreate(text, UriKind.Absolute, out uri) || (uri.Scheme != "ws" && uri.Scheme != "wss"))
            {
                why = "`" + text + "` is no address such as ws://127.0.0.1:8090/bridge";
                return null;
            }
            HostAddress address = new HostAddress(uri, uri.Scheme == "wss");
            if (!address.IsSecure && !IsLoopback(address.Host))
            {
                why = "`" + text + "` is beyond this machine: that needs wss:";
                return null;
            }
            return address;
        }

        private static bool IsLoopback(string host)
        {
            IPAddress address;
            return host == "localhost" || (IPAddress.TryParse(host, out address) && IPAddress.IsLoopback(address));
        }
    }
}
