using UnityEditor;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace UnityTools.Samples
{
    /// <summary>
    /// A menu item that an agent can use: it needs no dialog, changes nothing, and writes its result to the console, one
    /// line for each problem and a last line with the totals.
    /// </summary>
    public static class SceneReport
    {
        private const string Item = "Tools/Scene Report";

        [MenuItem(Item)]
        public static void Write()
        {
            int objects = 0;
            int missing = 0;
            for (int at = 0; at < SceneManager.sceneCount; at++)
            {
                Scene scene = SceneManager.GetSceneAt(at);
                foreach (GameObject root in scene.GetRootGameObjects())
                {
                    foreach (Transform one in root.GetComponentsInChildren<Transform>(true))
                    {
                        objects++;
                        missing += Missing(scene, one);
                    }
                }
            }
            Debug.Log(Item + ": " + objects + " objects, " + missing + " missing scripts");
        }

        /// <summary>Unity disables the menu item if this returns false; the agent gets an error then.</summary>
        [MenuItem(Item, true)]
        public static bool CanWrite()
        {
            return !EditorApplication.isCompiling;
        }

        private static int Missing(Scene scene, Transform one)
        {
            int missing = 0;
            foreach (Component component in one.GetComponents<Component>())
            {
                // Unity lists a script that it cannot load as null.
                missing += component == null ? 1 : 0;
            }
            if (missing > 0)
            {
                Debug.LogWarning(Item + ": " + missing + " missing scripts on " + Path(one) + " in " + scene.path, one.gameObject);
            }
            return missing;
        }

        private static string Path(Transform one)
        {
            return one.parent == null ? "/" + one.name : Path(one.parent) + "/" + one.name;
        }
    }
}
