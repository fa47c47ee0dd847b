namespace UnityTools.Bridge
{
    /// <summary>
    /// The jobs of this domain load. They continue while no host is linked, so they do not belong to the bridge.
    /// </summary>
    internal static class EditorJobs
    {
        private static JobStore store;

        /// <summary>Opened by the first caller, in an update of the editor.</summary>
        internal static JobStore Store
        {
            get
            {
                if (store == null)
                {
                    store = new JobStore(new JobFolder(ProjectFolder.Full("Library/UnityTools/jobs")), new Clock());
                    store.Open();
                }
                return store;
            }
        }
    }
}
