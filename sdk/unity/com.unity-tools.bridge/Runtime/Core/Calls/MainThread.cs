namespace UnityTools.Bridge
{
    /// <summary>
    /// What the process does around calls on the main thread. A player does nothing; an editor holds reloads back, groups
    /// its undo records and wakes its main loop.
    /// </summary>
    internal class MainThread
    {
        /// <summary>Called on the main thread before a write begins. Must not throw.</summary>
        internal virtual void BeginWrite(CallJob write)
        {
        }

        /// <summary>
        /// Called on the main thread after a write ended, before its result is stored. Each call follows a
        /// <see cref="BeginWrite"/> of the same write. Must not throw.
        /// </summary>
        internal virtual void EndWrite(CallJob write)
        {
        }

        /// <summary>Called from the thread of a link after a call was added to the queue.</summary>
        internal virtual void Wake()
        {
        }
    }
}
