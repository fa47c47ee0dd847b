using System;

namespace UnityTools.Bridge
{
    /// <summary>A violation of the protocol of the link; the link closes with this code and reason.</summary>
    internal sealed class BadFrame : Exception
    {
        internal readonly int Code;

        internal BadFrame(string reason)
            : this(Protocol.CloseFault, reason)
        {
        }

        internal BadFrame(int code, string reason)
            : base(reason)
        {
            Code = code;
        }
    }
}
