using System.Collections.Generic;
using UnityEngine.SceneManagement;

namespace UnityTools.Bridge
{
    /// <summary>The files of scenes that this process can load. Those of a player are in its build.</summary>
    internal class SceneFiles
    {
        internal struct File
        {
            internal string Path;

            /// <summary>-1 if it is not in the build.</summary>
            internal int BuildIndex;
        }

        /// <summary>The scenes of the build in their order, then all others by path.</summary>
        internal virtual List<File> All()
        {
            List<File> all = new List<File>();
            for (int at = 0; at < SceneManager.sceneCountInBuildSettings; at++)
            {
                all.Add(new File { Path = SceneUtility.GetScenePathByBuildIndex(at), BuildIndex = at });
            }
            return all;
        }

        /// <summary>Begins to load a scene; it is loaded in a later frame at the latest.</summary>
        /// <param name="single">Whether all other scenes are unloaded.</param>
        /// <exception cref="Failure">The scene cannot be loaded.</exception>
        internal virtual void Load(SceneTable.Entry entry, bool single)
        {
            if (entry.BuildIndex < 0)
            {
                throw Failure.Unsupported("the scene " + entry.Name + " is in no build: it cannot be loaded again");
            }
            SceneManager.LoadScene(entry.BuildIndex, single ? LoadSceneMode.Single : LoadSceneMode.Additive);
        }
    }
}
