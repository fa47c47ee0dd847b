namespace UnityTools.Bridge
{
    /// <summary>The numbers of PROTOCOL.md.</summary>
    internal static class Protocol
    {
        internal const int Oldest = 1;
        internal const int Newest = 1;
        internal const string Subprotocol = "unity-tools-bridge.v1";
        internal const string Path = "/bridge";

        /// <summary>Bytes of a frame, either way.</summary>
        internal const int Frame = 8 << 20;

        /// <summary>Bytes of a binary frame before what it carries.</summary>
        internal const int BinaryHead = 8;

        /// <summary>Every reader of JSON keeps whole numbers up to this one.</summary>
        internal const long LargestNumber = 1L << 53;

        /// <summary>Calls without an answer that a link may have.</summary>
        internal const int Calls = 64;

        /// <summary>Writes that the journal holds.</summary>
        internal const int Journal = 1024;

        /// <summary>Bytes of a result that the journal keeps; a larger one is kept as done without value.</summary>
        internal const int KeptResult = 256 << 10;

        /// <summary>How long a run of a host may be away before its entries leave as if they were settled.</summary>
        internal const long ForgottenMs = 10 * 60 * 1000;

        /// <summary>For a connection, and for each frame of the opening.</summary>
        internal const int OpeningMs = 5000;

        internal const int Hosts = 8;

        /// <summary>How often the folder is looked at while no host is linked, and while one is.</summary>
        internal const int LookMs = 250;
        internal const int LookLinkedMs = 2000;

        internal const int PulseMs = 1000;

        /// <summary>Without a frame: the host is asked by a ping; then the link is over.</summary>
        internal const int QuietMs = 4000;
        internal const int SilentMs = 10000;

        /// <summary>Errors about unknown frames that a link is answered with.</summary>
        internal const int Errors = 16;

        /// <summary>Bytes that may wait to be sent; a host that reads no more than that behind is left.</summary>
        internal const int Unsent = 32 << 20;

        internal const int CloseEnd = 1000;
        internal const int CloseVersions = 1002;
        internal const int CloseFault = 1008;
        internal const int CloseTooLarge = 1009;
        internal const int CloseSilent = 4002;
    }
}
