using System;
using UnityEditor;

namespace UnityTools.Bridge
{
    /// <summary>Unity calls it after each import. Unity asks the user about the changed file of an open scene only once.</summary>
    internal sealed class SceneImports : AssetPostprocessor
    {
        private static void OnPostprocessAllAssets(string[] imported, string[] deleted, string[] moved, string[] movedFrom)
        {
            Note(imported);
            Note(moved);
        }

        private static void Note(string[] paths)
        {
            foreach (string path in paths)
            {
                if (path.EndsWith(".unity", StringComparison.OrdinalIgnoreCase))
                {
                    OpenSceneFiles.Note(path);
                }
            }
        }
    }
}
