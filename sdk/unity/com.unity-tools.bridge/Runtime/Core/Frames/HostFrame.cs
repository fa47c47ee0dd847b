namespace UnityTools.Bridge
{
    /// <summary>What the host says.</summary>
    internal abstract class HostFrame
    {
    }

    /// <summary>The host's half of the proof, and the version that both know.</summary>
    internal sealed class Challenge : HostFrame
    {
        internal int Version;
        internal string Nonce;
        internal string Proof;
    }

    /// <summary>No version is common.</summary>
    internal sealed class Refused : HostFrame
    {
        internal int Oldest;
        internal int Newest;
        internal string Message;
    }

    /// <summary>The link stands.</summary>
    internal sealed class Welcome : HostFrame
    {
        internal string Host;

        /// <summary>Of the host's process, drawn at random.</summary>
        internal string Run;

        /// <summary>What the host calls this Unity.</summary>
        internal string Id;

        internal long FrameBytes;
        internal long Calls;
        internal long Journal;

        /// <summary>The last event of this instance that the host has.</summary>
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

        /// <summary>Milliseconds that are left as it comes.</summary>
        internal long DeadlineMs;

        internal Effect Effect;

        /// <summary>Of all but reads.</summary>
        internal string Key;

        internal string Digest;

        /// <summary>Who asks; null where it is not told.</summary>
        internal string Tool;

        /// <summary>Length of the binary frame that follows; -1 for none.</summary>
        internal long BytesLength = -1;

        /// <summary>What that frame carried.</summary>
        internal byte[] Bytes;
    }

    internal sealed class Cancel : HostFrame
    {
        internal long Id;
    }

    /// <summary>Keys whose results the host has safely.</summary>
    internal sealed class Settled : HostFrame
    {
        internal string[] Keys;
    }

    /// <summary>The host did not know a frame of ours.</summary>
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
