namespace UnityTools.Bridge
{
    /// <summary>The constants of PROTOCOL.md.</summary>
    internal static class Protocol
    {
        internal const int Oldest = 1;
        internal const int Newest = 1;
        internal const string Subprotocol = "unity-tools-bridge.v1";
        internal const string Path = "/bridge";

        /// <summary>Maximum bytes of a frame, in both directions.</summary>
        internal const int Frame = 8 << 20;

        /// <summary>Bytes of a binary frame before its content.</summary>
        internal const int BinaryHead = 8;

        /// <summary>The largest whole number that every JSON parser keeps exactly.</summary>
        internal const long LargestNumber = 1L << 53;

        /// <summary>Maximum calls in flight on one link.</summary>
        internal const int Calls = 64;

        /// <summary>Maximum writes in the journal.</summary>
        internal const int Journal = 1024;

        /// <summary>
        /// Maximum bytes of a result that the journal keeps; a larger result is stored as done without a value.
        /// </summary>
        internal const int KeptResult = 256 << 10;

        /// <summary>How long a run of a host may be away before its entries count as settled.</summary>
        internal const long ForgottenMs = 10 * 60 * 1000;

        /// <summary>Timeout for connecting, and for each frame of the opening.</summary>
        internal const int OpeningMs = 5000;

        internal const int Hosts = 8;

        /// <summary>How often the folder is checked while no host is linked, and while one is.</summary>
        internal const int LookMs = 250;
        internal const int LookLinkedMs = 2000;

        internal const int PulseMs = 1000;

        /// <summary>After this long without a frame the host gets a ping; after the next limit the link ends.</summary>
        internal const int QuietMs = 4000;
        internal const int SilentMs = 10000;

        /// <summary>Maximum error frames about unknown frames on one link.</summary>
        internal const int Errors = 16;

        /// <summary>Maximum queued bytes; the link to a host that is further behind is closed.</summary>
        internal const int Unsent = 32 << 20;

        internal const int CloseEnd = 1000;
        internal const int CloseVersions = 1002;
        internal const int CloseFault = 1008;
        internal const int CloseTooLarge = 1009;
        internal const int CloseSilent = 4002;
    }
}
