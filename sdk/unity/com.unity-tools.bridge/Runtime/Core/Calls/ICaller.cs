namespace UnityTools.Bridge
{
    /// <summary>The origin of a call, and the receiver of its answer.</summary>
    internal interface ICaller
    {
        /// <summary>The run id of the host.</summary>
        string Run { get; }

        /// <summary>The number of journal entries that this host allows.</summary>
        int JournalLimit { get; }

        /// <summary>
        /// Queues a frame, and the bytes that follow it; never blocks. After the end of the link the frame is dropped.
        /// </summary>
        void Send(string frame, byte[] binary);
    }
}
