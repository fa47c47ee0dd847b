namespace UnityTools.Bridge
{
    /// <summary>
    /// Ends a step of a long read by time. What a step caches is valid to its end, because nothing else runs on the main
    /// thread meanwhile.
    /// </summary>
    internal sealed class StepClock
    {
        /// <summary>The budget of a frame of a player.</summary>
        private const int Ms = 4;

        private readonly Clock clock;
        private long until;

        internal StepClock(Clock clock)
        {
            this.clock = clock;
        }

        internal bool IsOver
        {
            get { return clock.Milliseconds >= until; }
        }

        internal void Begin()
        {
            until = clock.Milliseconds + Ms;
        }
    }
}
