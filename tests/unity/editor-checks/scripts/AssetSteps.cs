using System.Globalization;
using UnityEditor;
using UnityEditor.SceneManagement;
using UnityEngine;
using UnityEngine.SceneManagement;

/// <summary>What the checks of assets.py do as the user, and what they look at beside the bridge.</summary>
public static class AssetSteps
{
    /// <summary>Creates the assets of the project and a scene with a prefab instance.</summary>
    public static string Fill()
    {
        Material red = new Material(Shader.Find("Standard"));
        red.SetColor("_Color", Color.red);
        AssetDatabase.CreateAsset(red, "Assets/Red.mat");
        AssetDatabase.CreateFolder("Assets", "Kitchen");
        Recipe soup = ScriptableObject.CreateInstance<Recipe>();
        soup.cover = red;
        AssetDatabase.CreateAsset(soup, "Assets/Kitchen/Soup.asset");
        GameObject lamp = new GameObject("Lamp");
        lamp.AddComponent<Lamp>().glow = red;
        new GameObject("Bulb").transform.SetParent(lamp.transform);
        PrefabUtility.SaveAsPrefabAsset(lamp, "Assets/Lamp.prefab");
        Object.DestroyImmediate(lamp);
        AssetDatabase.SaveAssets();
        EditorSceneManager.SaveScene(SceneManager.GetActiveScene(), "Assets/Main.unity");
        PrefabUtility.InstantiatePrefab(AssetDatabase.LoadAssetAtPath<GameObject>("Assets/Lamp.prefab"));
        EditorSceneManager.SaveScene(SceneManager.GetActiveScene(), "Assets/Main.unity");
        return "filled";
    }

    /// <summary>An object of the scene by its name, also an inactive one.</summary>
    private static GameObject Find(string name)
    {
        foreach (GameObject root in SceneManager.GetActiveScene().GetRootGameObjects())
        {
            foreach (Transform one in root.GetComponentsInChildren<Transform>(true))
            {
                if (one.name == name)
                {
                    return one.gameObject;
                }
            }
        }
        return null;
    }

    public static string Id(string name)
    {
        GameObject found = Find(name);
#if UNITY_6000_4_OR_NEWER
        return found == null ? "none" : "obj:" + unchecked((long)EntityId.ToULong(found.GetEntityId()));
#else
        return found == null ? "none" : "obj:" + found.GetInstanceID().ToString(CultureInfo.InvariantCulture);
#endif
    }

    /// <summary>Changes a material in memory only, as its inspector does before the project is saved.</summary>
    public static string Tint(string path, string metallic)
    {
        Material material = AssetDatabase.LoadAssetAtPath<Material>(path);
        Undo.RecordObject(material, "tint");
        material.SetFloat("_Metallic", float.Parse(metallic, CultureInfo.InvariantCulture));
        EditorUtility.SetDirty(material);
        return EditorUtility.IsDirty(material).ToString();
    }

    public static string Metallic(string path)
    {
        return AssetDatabase.LoadAssetAtPath<Material>(path).GetFloat("_Metallic").ToString(CultureInfo.InvariantCulture);
    }

    public static string Rename(string from, string to)
    {
        return AssetDatabase.MoveAsset(from, to);
    }

    public static string PathOf(string guid)
    {
        return AssetDatabase.GUIDToAssetPath(guid);
    }

    /// <summary>Creates materials and a recipe for each that refers to it.</summary>
    public static string Many(string folder, int count)
    {
        for (int at = 0; at < count; at++)
        {
            Material material = new Material(Shader.Find("Standard"));
            AssetDatabase.CreateAsset(material, folder + "/M" + at + ".mat");
            Recipe recipe = ScriptableObject.CreateInstance<Recipe>();
            recipe.cover = material;
            AssetDatabase.CreateAsset(recipe, "Assets/Kitchen/R" + at + ".asset");
        }
        AssetDatabase.SaveAssets();
        return "made";
    }

    /// <summary>The path of the material that a recipe refers to.</summary>
    public static string Cover(string recipe)
    {
        return AssetDatabase.GetAssetPath(AssetDatabase.LoadAssetAtPath<Recipe>(recipe).cover);
    }

    public static string SaveAssets()
    {
        AssetDatabase.SaveAssets();
        return "saved";
    }

    public static string ShaderOf(string path)
    {
        return AssetDatabase.LoadAssetAtPath<Material>(path).shader.name;
    }

    /// <summary>The number of materials and recipes that are no assets.</summary>
    public static string Trials()
    {
        int count = 0;
        foreach (Object one in Resources.FindObjectsOfTypeAll(typeof(Object)))
        {
            count += (one is Material || one is Recipe) && !EditorUtility.IsPersistent(one) && one.name == "" ? 1 : 0;
        }
        return count.ToString(CultureInfo.InvariantCulture);
    }

    public static string Size(string path)
    {
        return AssetDatabase.LoadAssetAtPath<Recipe>(path).size.ToString(CultureInfo.InvariantCulture);
    }

    /// <summary>Changes a recipe in memory only, with an undo.</summary>
    public static string TintRecipe(string path)
    {
        SerializedObject fields = new SerializedObject(AssetDatabase.LoadAssetAtPath<Recipe>(path));
        fields.FindProperty("place").vector3Value = new Vector3(8f, 0f, 0f);
        return fields.ApplyModifiedProperties().ToString();
    }

    public static string UndoOnce()
    {
        Undo.PerformUndo();
        return "undone";
    }

    /// <summary>The file ids of the objects of a prefab by the names of their types.</summary>
    public static string FileIds(string path)
    {
        string text = "";
        foreach (Object one in AssetDatabase.LoadAllAssetsAtPath(path))
        {
            string guid;
            long file;
            Component component = one as Component;
            if (component != null && component.transform.parent == null && AssetDatabase.TryGetGUIDAndLocalFileIdentifier(one, out guid, out file))
            {
                text += one.GetType().Name + "=" + file.ToString(CultureInfo.InvariantCulture) + " ";
            }
        }
        return text;
    }

    /// <summary>The power of a lamp of the scene.</summary>
    public static string Power(string name)
    {
        return Find(name).GetComponent<Lamp>().power.ToString(CultureInfo.InvariantCulture);
    }

    /// <summary>Creates an object with a child, as a menu item of the editor does.</summary>
    public static string Build(string name)
    {
        GameObject made = new GameObject(name);
        made.AddComponent<Lamp>().power = 2f;
        new GameObject(name + " Leg").transform.SetParent(made.transform);
        Undo.RegisterCreatedObjectUndo(made, "create");
        Undo.IncrementCurrentGroup();
        return EditorSceneManager.SaveScene(made.scene).ToString();
    }

    /// <summary>Changes values of an instance of Lamp.prefab, its place included.</summary>
    public static string Override(string name)
    {
        GameObject lamp = Find(name);
        Undo.RecordObjects(new Object[] { lamp.GetComponent<Lamp>(), lamp.transform, lamp.transform.GetChild(0).gameObject }, "override");
        lamp.GetComponent<Lamp>().power = 4f;
        lamp.GetComponent<Lamp>().labels[0] = "first";
        lamp.transform.localPosition = new Vector3(0f, 9f, 0f);
        lamp.transform.GetChild(0).gameObject.SetActive(false);
        Undo.FlushUndoRecordObjects();
        Undo.IncrementCurrentGroup();
        return EditorSceneManager.SaveScene(lamp.scene).ToString();
    }

    /// <summary>Adds a component and a child object to an instance.</summary>
    public static string AddParts(string name)
    {
        GameObject lamp = Find(name);
        lamp.AddComponent<BoxCollider>();
        new GameObject("Part", typeof(Lamp), typeof(BoxCollider)).transform.SetParent(lamp.transform);
        return EditorSceneManager.SaveScene(lamp.scene).ToString();
    }

    /// <summary>Removes an object of an instance.</summary>
    public static string Remove(string name)
    {
        GameObject one = Find(name);
        Scene scene = one.scene;
        Undo.DestroyObjectImmediate(one);
        Undo.IncrementCurrentGroup();
        return EditorSceneManager.SaveScene(scene).ToString();
    }

    /// <summary>The path of the prefab of an instance.</summary>
    public static string PrefabOf(string name)
    {
        return PrefabUtility.GetPrefabAssetPathOfNearestInstanceRoot(Find(name));
    }

    /// <summary>Opens a prefab in Prefab Mode and changes it.</summary>
    public static string OpenPrefab(string path)
    {
        GameObject root = PrefabStageUtility.OpenPrefab(path).prefabContentsRoot;
        root.transform.localPosition = Vector3.up;
        return EditorSceneManager.MarkSceneDirty(root.scene).ToString();
    }

    public static string ClosePrefab()
    {
        StageUtility.GoToMainStage();
        return "closed";
    }

    /// <summary>Unity's AssetModificationProcessor of a project can refuse moves: those to this path.</summary>
    public static string Refuse(string path)
    {
        MoveGuard.Refused = path;
        return path;
    }

    public static string SetDirty()
    {
        return EditorSceneManager.MarkSceneDirty(SceneManager.GetActiveScene()).ToString();
    }

    public static string IsDirty()
    {
        return SceneManager.GetActiveScene().isDirty.ToString();
    }
}

/// <summary>Refuses a move, as the version control of a project may.</summary>
public class MoveGuard : AssetModificationProcessor
{
    internal static string Refused = "";

    private static AssetMoveResult OnWillMoveAsset(string from, string to)
    {
        return to == Refused ? AssetMoveResult.FailedMove : AssetMoveResult.DidNotMove;
    }
}
