namespace UnityTools.Bridge
{
    internal enum WebSocketKind
    {
        Text,
        Binary,
        Close,
        Pong
    }

    /// <summary>A complete message, joined from its fragments.</summary>
    internal struct WebSocketMessage
    {
        internal WebSocketKind Kind;

        /// <summary>The text of a text message, or the reason of a close message.</summary>
        internal string Text;

        /// <summary>The content of a binary message.</summary>
        internal byte[] Bytes;

        /// <summary>The code of a close message; 1005 if none was sent.</summary>
        internal int Code;
    }
}
