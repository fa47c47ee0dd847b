using System.Collections.Generic;
using UnityEditor;

namespace UnityDouble
{
    /// <summary>What the command `state` reports about the scripts, also while the main thread is blocked.</summary>
    internal static class EditorSnapshot
    {
        private static string published;

        internal static void Publish()
        {
            List<object> selection = new List<object>();
            foreach (int id in Selection.Ids)
            {
                selection.Add((long)id);
            }
            Dictionary<string, object> state = Json.Object("selection", selection);
            EditorState.Describe(state);
            string text = Json.Write(state);
            if (text != published)
            {
                published = text;
                Native.Store.Loop.Snapshot = text;
            }
        }
    }
}
