namespace UnityTools.Bridge
{
    /// <summary>The state of the link to one host, for people.</summary>
    internal struct LinkStatus
    {
        internal string Address;

        /// <summary>Null while there is no link.</summary>
        internal Welcome Welcome;

        /// <summary>Why the last attempt failed or the last link ended; null if there was none.</summary>
        internal string Problem;
    }
}
