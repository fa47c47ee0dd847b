namespace UnityTools.Bridge
{
    /// <summary>Where a call came from, and where its answer goes.</summary>
    internal interface ICaller
    {
        /// <summary>The host's run.</summary>
        string Run { get; }

        /// <summary>Entries of the journal that this host allows.</summary>
        int JournalLimit { get; }

        /// <summary>Takes a frame to be sent, and the bytes that go behind it; never waits. After the link's end it is dropped.</summary>
        void Send(string frame, byte[] binary);
    }
}
