namespace UnityTools.Bridge
{
    /// <summary>The event `scenes`.</summary>
    internal static class SceneEvent
    {
        /// <param name="list">`added`, `removed` or `changed`.</param>
        internal static void Send(Bridge bridge, string list, string scene)
        {
            JsonWriter members = new JsonWriter();
            foreach (string name in new[] { "added", "removed", "changed" })
            {
                members.Name(name).List();
                if (name == list)
                {
                    members.Text(scene);
                }
                members.EndList();
            }
            bridge.Tell("scenes", members.ToString());
        }
    }
}
