using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Text;
using UnityEditor;
using UnityEngine;
using UnityEngine.SceneManagement;

/// <summary>Writes all objects, components and serialized values of the loaded scenes as text: an oracle beside the bridge.</summary>
public static class SceneDump
{
    public static string Write(string file)
    {
        StringBuilder to = new StringBuilder();
        for (int at = 0; at < SceneManager.sceneCount; at++)
        {
            Scene scene = SceneManager.GetSceneAt(at);
            to.Append("# ").Append(scene.path).Append('\n');
            foreach (GameObject root in scene.GetRootGameObjects())
            {
                Add(root.transform, "", to);
            }
        }
        File.WriteAllText(file, to.ToString());
        return to.Length.ToString(CultureInfo.InvariantCulture);
    }

    /// <summary>Sets a preference of the user that is a number.</summary>
    public static string Prefer(string key, string value)
    {
        EditorPrefs.SetInt(key, int.Parse(value, CultureInfo.InvariantCulture));
        return value;
    }

    /// <summary>Saves the scenes as the user does.</summary>
    public static string Save()
    {
        return UnityEditor.SceneManagement.EditorSceneManager.SaveOpenScenes().ToString();
    }

    /// <summary>Saves a loaded scene under another path, which becomes its own.</summary>
    public static string SaveAs(string scene, string path)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(Application.dataPath + "/../" + path));
        return UnityEditor.SceneManagement.EditorSceneManager.SaveScene(SceneManager.GetSceneByPath(scene), path).ToString();
    }

    /// <summary>Changes a few random objects of a scene as a user may.</summary>
    public static string Shuffle(string scene, string seed)
    {
        System.Random random = new System.Random(int.Parse(seed, CultureInfo.InvariantCulture));
        for (int at = 0; at < 4; at++)
        {
            List<Transform> all = new List<Transform>();
            foreach (GameObject root in SceneManager.GetSceneByPath(scene).GetRootGameObjects())
            {
                all.AddRange(root.GetComponentsInChildren<Transform>(true));
            }
            GameObject one = all[random.Next(all.Count)].gameObject;
            bool isPart = PrefabUtility.IsPartOfPrefabInstance(one);
            switch (random.Next(isPart ? 3 : 5))
            {
                case 0:
                    Undo.RecordObject(one, "rename");
                    one.name += random.Next(100);
                    break;
                case 1:
                    Undo.RecordObject(one.transform, "move");
                    one.transform.localPosition = new Vector3(random.Next(9), 1.5f, random.Next(9));
                    break;
                case 2:
                    Undo.RecordObject(one, "switch");
                    one.SetActive(!one.activeSelf);
                    break;
                case 3:
                    Undo.SetTransformParent(one.transform, null, "unparent");
                    break;
                default:
                    Undo.DestroyObjectImmediate(one);
                    break;
            }
        }
        return "done";
    }

    /// <summary>The number of undo groups that are not undone.</summary>
    public static string Undone()
    {
        System.Reflection.BindingFlags own = System.Reflection.BindingFlags.Static | System.Reflection.BindingFlags.NonPublic | System.Reflection.BindingFlags.Public;
        object[] arguments = { new List<string>(), 0 };
        typeof(Undo).GetMethod("GetUndoList", own, null, new[] { typeof(List<string>), typeof(int).MakeByRefType() }, null).Invoke(null, arguments);
        return arguments[1].ToString();
    }

    private static string IdOf(Object one)
    {
#if UNITY_6000_4_OR_NEWER
        return one.GetEntityId().ToString();
#else
        return one.GetInstanceID().ToString(CultureInfo.InvariantCulture);
#endif
    }

    private static void Add(Transform one, string above, StringBuilder to)
    {
        string path = above + "/" + one.name + "#" + one.GetSiblingIndex();
        to.Append("@ ").Append(path).Append(' ').Append(IdOf(one.gameObject)).Append('\n');
        AddValues(one.gameObject, path, to);
        foreach (Component component in one.GetComponents<Component>())
        {
            if (component == null)
            {
                to.Append(path).Append(" missing script\n");
                continue;
            }
            AddValues(component, path + " " + component.GetType().Name + " " + IdOf(component), to);
        }
        if (PrefabUtility.IsPartOfPrefabInstance(one.gameObject) && PrefabUtility.IsOutermostPrefabInstanceRoot(one.gameObject))
        {
            foreach (PropertyModification change in PrefabUtility.GetPropertyModifications(one.gameObject))
            {
                to.Append(path).Append(" override ").Append(change.propertyPath).Append('=').Append(change.value).Append('\n');
            }
        }
        foreach (Transform child in one)
        {
            Add(child, path, to);
        }
    }

    private static void AddValues(Object of, string path, StringBuilder to)
    {
        SerializedProperty at = new SerializedObject(of).GetIterator();
        for (bool more = at.Next(true); more; more = at.Next(at.propertyType == SerializedPropertyType.Generic))
        {
            string value = Value(at);
            if (value != null)
            {
                to.Append(path).Append(" .").Append(at.propertyPath).Append('=').Append(value).Append('\n');
            }
        }
    }

    private static string Value(SerializedProperty at)
    {
        switch (at.propertyType)
        {
            case SerializedPropertyType.Boolean:
                return at.boolValue.ToString();
            case SerializedPropertyType.Integer:
            case SerializedPropertyType.Enum:
            case SerializedPropertyType.LayerMask:
            case SerializedPropertyType.ArraySize:
            case SerializedPropertyType.Character:
                return at.longValue.ToString(CultureInfo.InvariantCulture);
            case SerializedPropertyType.Float:
                return at.doubleValue.ToString("R", CultureInfo.InvariantCulture);
            case SerializedPropertyType.String:
                return at.stringValue;
            case SerializedPropertyType.ObjectReference:
#if UNITY_6000_4_OR_NEWER
                return "object " + at.objectReferenceEntityIdValue;
#else
                return "object " + at.objectReferenceInstanceIDValue;
#endif
            case SerializedPropertyType.Color:
                return at.colorValue.ToString();
            case SerializedPropertyType.Vector2:
                return at.vector2Value.ToString("R");
            case SerializedPropertyType.Vector3:
                return at.vector3Value.ToString("R");
            case SerializedPropertyType.Vector4:
                return at.vector4Value.ToString("R");
            case SerializedPropertyType.Quaternion:
                return at.quaternionValue.ToString("R");
            case SerializedPropertyType.Rect:
                return at.rectValue.ToString();
            case SerializedPropertyType.Bounds:
                return at.boundsValue.ToString();
            default:
                return null;
        }
    }
}
