using System;

namespace UnityTools.Bridge
{
    /// <summary>What the link's rules do not allow: it ends with that code and reason.</summary>
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
