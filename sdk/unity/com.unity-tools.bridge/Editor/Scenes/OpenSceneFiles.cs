using System.Collections.Generic;
using System.Globalization;
using System.IO;
using UnityEditor;
using UnityEditor.SceneManagement;
using UnityEngine.SceneManagement;

namespace UnityTools.Bridge
{
    /// <summary>
    /// Notices that another program changed the file of an open scene. Unity asks in a dialog whether to read it again when
    /// it imports the file. So this remembers the files that Unity has read, written or imported, over domain reloads.
    /// </summary>
    [InitializeOnLoad]
    internal static class OpenSceneFiles
    {
        private const string Key = "UnityTools.Bridge.SceneFile.";

        static OpenSceneFiles()
        {
            EditorSceneManager.sceneOpened += (scene, mode) => Note(scene.path);
            EditorSceneManager.sceneSaved += scene => Note(scene.path);
            // The scenes are restored after this method.
            EditorApplication.update += Begin;
        }

        /// <summary>Unity has the present content of that file.</summary>
        internal static void Note(string path)
        {
            if (!string.IsNullOrEmpty(path))
            {
                SessionState.SetString(Key + path, Stamp(path));
            }
        }

        /// <exception cref="Failure">A `conflict` that names the scenes whose files changed.</exception>
        internal static void Check()
        {
            List<string> changed = new List<string>();
            foreach (string path in Paths())
            {
                string known = SessionState.GetString(Key + path, "");
                if (known.Length > 0 && known != Stamp(path))
                {
                    changed.Add(path);
                }
            }
            if (changed.Count > 0)
            {
                throw new Failure("conflict", "another program changed or deleted the file of an open scene, and Unity would ask in a dialog whether to read it again: "
                    + string.Join(", ", changed.ToArray()))
                {
                    Hint = "load the scene again to get the content of the file, or save the scene to replace the file"
                };
            }
        }

        private static void Begin()
        {
            EditorApplication.update -= Begin;
            foreach (string path in Paths())
            {
                if (SessionState.GetString(Key + path, "").Length == 0)
                {
                    Note(path);
                }
            }
        }

        private static IEnumerable<string> Paths()
        {
            for (int at = 0; at < SceneManager.sceneCount; at++)
            {
                Scene scene = SceneManager.GetSceneAt(at);
                if (scene.isLoaded && !string.IsNullOrEmpty(scene.path))
                {
                    yield return scene.path;
                }
            }
        }

        private static string Stamp(string path)
        {
            FileInfo file = new FileInfo(ProjectFolder.Full(path));
            return !file.Exists ? "none" : file.LastWriteTimeUtc.Ticks.ToString(CultureInfo.InvariantCulture) + " " + file.Length.ToString(CultureInfo.InvariantCulture);
        }
    }
}
