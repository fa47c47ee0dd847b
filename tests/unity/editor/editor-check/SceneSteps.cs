using UnityEditor;
using UnityEditor.SceneManagement;
using UnityEngine;
using UnityEngine.SceneManagement;

/// <summary>Steps for the check with the scenes of the sample project.</summary>
public static class SceneSteps
{
    public static string Save(string path)
    {
        return EditorSceneManager.SaveScene(SceneManager.GetActiveScene(), path, true).ToString();
    }

    /// <summary>Loads the contents of a prefab and saves them unchanged.</summary>
    public static string SavePrefab(string path)
    {
        GameObject contents = PrefabUtility.LoadPrefabContents(path);
        PrefabUtility.SaveAsPrefabAsset(contents, path);
        PrefabUtility.UnloadPrefabContents(contents);
        return "";
    }

    /// <summary>Changes a value of the root of a prefab and takes the change back.</summary>
    public static string TouchPrefab(string path)
    {
        GameObject asset = AssetDatabase.LoadAssetAtPath<GameObject>(path);
        int before = asset.layer;
        asset.layer = 7;
        PrefabUtility.SavePrefabAsset(asset);
        asset.layer = before;
        PrefabUtility.SavePrefabAsset(asset);
        return "";
    }

    public static string Roots()
    {
        return SceneManager.GetActiveScene().rootCount.ToString();
    }

    public static string DestroyFirstRoot()
    {
        Undo.IncrementCurrentGroup();
        Undo.DestroyObjectImmediate(SceneManager.GetActiveScene().GetRootGameObjects()[0]);
        return "";
    }

    public static string Steps()
    {
        return Oracle.UndoList().Split('|')[1];
    }
}
