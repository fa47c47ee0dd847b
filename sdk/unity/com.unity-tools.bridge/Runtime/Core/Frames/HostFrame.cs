namespace UnityTools.Bridge
{
    /// <summary>A frame from the host.</summary>
    internal abstract class HostFrame
    {
    }

    /// <summary>The proof of the host, and the protocol version that both sides support.</summary>
    internal sealed class Challenge : HostFrame
    {
        internal int Version;
        internal string Nonce;
        internal string Proof;
    }

    /// <summary>The sides have no common version.</summary>
    internal sealed class Refused : HostFrame
    {
        internal int Oldest;
        internal int Newest;
        internal string Message;
    }

    /// <summary>The link is open.</summary>
    internal sealed class Welcome : HostFrame
    {
        internal string Host;

        /// <summary>The run id of the host process, drawn at random.</summary>
        internal string Run;

        /// <summary>The name that the host gave to this instance.</summary>
        internal string Id;

        internal long FrameBytes;
        internal long Calls;
        internal long Journal;

        /// <summary>The number of the last event of this instance that the host has.</summary>
        internal long Acknowledged;
    }

    internal enum Effect
    {
        Read,
        Write,
        Destructive,
        Code
    }

    /// <summary>One call.</summary>
    internal sealed class Call : HostFrame
    {
        internal long Id;
        internal string Function;
        internal Json Args;

        /// <summary>Milliseconds that are left when the frame arrives.</summary>
        internal long DeadlineMs;

        internal Effect Effect;

        /// <summary>Set for all calls except reads.</summary>
        internal string Key;

        internal string Digest;

        /// <summary>The caller; null if the host did not send it.</summary>
        internal string Tool;

        /// <summary>Length of the binary frame that follows; -1 for none.</summary>
        internal long BytesLength = -1;

        /// <summary>The content of that binary frame.</summary>
        internal byte[] Bytes;
    }

    internal sealed class Cancel : HostFrame
    {
        internal long Id;
    }

    /// <summary>Keys whose results the host has stored.</summary>
    internal sealed class Settled : HostFrame
    {
        internal string[] Keys;
    }

    /// <summary>The host did not recognize a frame of this package.</summary>
    internal sealed class Complaint : HostFrame
    {
        internal string Kind;
        internal string Message;
    }

    /// <summary>A frame of a type that this package does not know.</summary>
    internal sealed class UnknownFrame : HostFrame
    {
        internal string Type;
    }
}
