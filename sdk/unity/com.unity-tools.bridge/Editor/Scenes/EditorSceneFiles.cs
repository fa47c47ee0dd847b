using System;
using System.Collections.Generic;
using UnityEditor;
using UnityEditor.SceneManagement;
using UnityEngine.SceneManagement;

namespace UnityTools.Bridge
{
    /// <summary>The scenes of the project, of which some are in the build.</summary>
    internal sealed class EditorSceneFiles : SceneFiles
    {
        /// <summary>Null after a change of the project or of the build list.</summary>
        private List<File> files;

        internal void Listen()
        {
            EditorApplication.projectChanged += Forget;
            EditorBuildSettings.sceneListChanged += Forget;
        }

        internal void Leave()
        {
            EditorApplication.projectChanged -= Forget;
            EditorBuildSettings.sceneListChanged -= Forget;
        }

        internal override List<File> All()
        {
            if (files == null)
            {
                files = Read();
            }
            return files;
        }

        internal override void Load(SceneTable.Entry entry, bool single)
        {
            if (EditorApplication.isPlaying)
            {
                LoadSceneParameters parameters = new LoadSceneParameters(single ? LoadSceneMode.Single : LoadSceneMode.Additive);
                EditorSceneManager.LoadSceneInPlayMode(entry.Path, parameters);
                return;
            }
            if (string.IsNullOrEmpty(AssetDatabase.AssetPathToGUID(entry.Path)))
            {
                throw Failure.Unsupported("the scene " + entry.Name + " has no file: it cannot be loaded again");
            }
            if (single)
            {
                RequireSaved();
            }
            EditorSceneManager.OpenScene(entry.Path, single ? OpenSceneMode.Single : OpenSceneMode.Additive);
        }

        /// <summary>Unity itself would close a changed scene without a question.</summary>
        private static void RequireSaved()
        {
            for (int at = 0; at < SceneManager.sceneCount; at++)
            {
                Scene scene = SceneManager.GetSceneAt(at);
                if (scene.isDirty)
                {
                    throw new Failure("conflict", "opening one scene alone would close " + SceneTable.File(scene) + ", which has unsaved changes")
                    {
                        Hint = "save it, or open the scene additively"
                    };
                }
            }
        }

        private static List<File> Read()
        {
            List<File> all = new List<File>();
            int index = 0;
            foreach (EditorBuildSettingsScene scene in EditorBuildSettings.scenes)
            {
                if (scene.enabled && !string.IsNullOrEmpty(AssetDatabase.AssetPathToGUID(scene.path)))
                {
                    all.Add(new File { Path = scene.path, BuildIndex = index++ });
                }
            }
            List<string> others = new List<string>();
            foreach (string guid in AssetDatabase.FindAssets("t:Scene"))
            {
                string path = AssetDatabase.GUIDToAssetPath(guid);
                if (!all.Exists(file => file.Path == path) && !others.Contains(path))
                {
                    others.Add(path);
                }
            }
            others.Sort(StringComparer.Ordinal);
            others.ForEach(path => all.Add(new File { Path = path, BuildIndex = -1 }));
            return all;
        }

        private void Forget()
        {
            files = null;
        }
    }
}
