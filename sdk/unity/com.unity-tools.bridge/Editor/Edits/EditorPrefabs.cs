using UnityEditor;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>Prefabs of the project by their asset paths. An instance keeps the link to its prefab.</summary>
    internal sealed class EditorPrefabs : PrefabFiles
    {
        internal override GameObject Find(string path)
        {
            GameObject prefab = AssetDatabase.LoadAssetAtPath<GameObject>(path);
            if (prefab != null)
            {
                return prefab;
            }
            if (!string.IsNullOrEmpty(AssetDatabase.AssetPathToGUID(path)))
            {
                throw Failure.Argument("prefab is \"" + path + "\", which is an asset, but no prefab");
            }
            throw new Failure("not-found", "there is no prefab \"" + path + "\"")
            {
                Hint = "give the asset path of a prefab, such as Assets/Lamp.prefab"
            };
        }

        internal override GameObject Instantiate(GameObject prefab, Transform parent)
        {
            GameObject made = (GameObject)PrefabUtility.InstantiatePrefab(prefab, parent);
            if (made == null)
            {
                throw new Failure("unity", "Unity did not instantiate " + AssetDatabase.GetAssetPath(prefab) + ": the console of Unity says why");
            }
            return made;
        }
    }
}
