namespace UnityTools.Bridge
{
    /// <summary>The content of a `pulse` frame.</summary>
    internal struct PulseFacts
    {
        internal string State;
        internal long Frame;

        /// <summary>Milliseconds since the main thread last ran.</summary>
        internal long MainMs;

        /// <summary>Title of a modal window; null if none is known.</summary>
        internal string Dialog;

        /// <summary>How long this state took last time; -1 if unknown.</summary>
        internal long LastMs;

        /// <summary>Assemblies that were loaded for the host so far.</summary>
        internal long Assemblies;
    }
}
