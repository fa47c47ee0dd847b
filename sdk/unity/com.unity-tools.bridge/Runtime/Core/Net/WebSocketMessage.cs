namespace UnityTools.Bridge
{
    internal enum WebSocketKind
    {
        Text,
        Binary,
        Close,
        Pong
    }

    /// <summary>A whole message, of however many pieces it came in.</summary>
    internal struct WebSocketMessage
    {
        internal WebSocketKind Kind;

        /// <summary>Of a text message; of a close the reason.</summary>
        internal string Text;

        /// <summary>Of a binary message.</summary>
        internal byte[] Bytes;

        /// <summary>Of a close: its code, 1005 where none was sent.</summary>
        internal int Code;
    }
}
