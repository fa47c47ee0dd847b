namespace UnityEditor.MPE
{
    /// <summary>Whether the process is the main editor or a helper of it.</summary>
    // Follows Modules/UMPE/Editor/UMPE.bindings.cs.
    public enum ProcessLevel
    {
        Undefined,
        Main,
        Secondary,
    }

    /// <summary>The kind of this process; the double is always a main editor.</summary>
    public static class ProcessService
    {
        public static ProcessLevel level
        {
            get { return ProcessLevel.Main; }
        }
    }
}
