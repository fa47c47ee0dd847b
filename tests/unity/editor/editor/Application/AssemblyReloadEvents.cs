namespace UnityEditor
{
    /// <summary>Callbacks before and after a domain reload.</summary>
    // Follows Editor/Mono/AssemblyReloadEvents.cs.
    public static class AssemblyReloadEvents
    {
        /// <summary>A callback without arguments.</summary>
        public delegate void AssemblyReloadCallback();

        public static event AssemblyReloadCallback beforeAssemblyReload;

        public static event AssemblyReloadCallback afterAssemblyReload;

        internal static void RaiseBefore()
        {
            beforeAssemblyReload?.Invoke();
        }

        internal static void RaiseAfter()
        {
            afterAssemblyReload?.Invoke();
        }
    }
}
