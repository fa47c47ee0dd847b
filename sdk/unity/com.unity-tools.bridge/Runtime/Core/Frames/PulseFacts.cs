namespace UnityTools.Bridge
{
    /// <summary>What a pulse says.</summary>
    internal struct PulseFacts
    {
        internal string State;
        internal long Frame;

        /// <summary>Since the main thread last ran.</summary>
        internal long MainMs;

        /// <summary>Title of a modal window; null where none is known.</summary>
        internal string Dialog;

        /// <summary>How long this state took last time; -1 where it is not known.</summary>
        internal long LastMs;

        /// <summary>Loaded for the host so far.</summary>
        internal long Assemblies;
    }
}
