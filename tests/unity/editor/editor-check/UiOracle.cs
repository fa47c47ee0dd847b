using System;
using System.Collections.Generic;
using UnityDouble;
using UnityEditor;
using UnityEditor.SceneManagement;
using UnityEngine;
using UnityEngine.EventSystems;
using UnityEngine.SceneManagement;
using UnityEngine.UI;
using Object = UnityEngine.Object;

/// <summary>Steps for the checks of preview scenes, of the user interface and of objects that are not saved.</summary>
public static class UiOracle
{
    /// <summary>The types of components of the open scene and of a prefab that are unknown or missing.</summary>
    public static string UnknownTypes()
    {
        SortedDictionary<string, int> found = new SortedDictionary<string, int>(StringComparer.Ordinal);
        foreach (Component one in Resources.FindObjectsOfTypeAll<Component>())
        {
            UnknownComponent unknown = one as UnknownComponent;
            string name = unknown != null ? unknown.ClassName : one.GetType().Name == "MissingScript" ? "MissingScript" : null;
            if (name != null)
            {
                found[name] = found.ContainsKey(name) ? found[name] + 1 : 1;
            }
        }
        List<string> lines = new List<string>();
        foreach (KeyValuePair<string, int> pair in found)
        {
            lines.Add(pair.Key + "=" + pair.Value);
        }
        return string.Join(",", lines.ToArray());
    }

    public static string Missing()
    {
        int count = 0;
        foreach (GameObject root in SceneManager.GetActiveScene().GetRootGameObjects())
        {
            foreach (Transform at in root.GetComponentsInChildren<Transform>(true))
            {
                count += Array.FindAll(at.GetComponents<Component>(), delegate(Component one) { return one == null; }).Length;
            }
        }
        return count.ToString();
    }

    public static string OpenPreview()
    {
        Scene scene = EditorSceneManager.NewPreviewScene();
        GameObject one = new GameObject("Previewed", typeof(Probe));
        SceneManager.MoveGameObjectToScene(one, scene);
        Object.DestroyImmediate(GameObject.Find("Previewed"));
        return one.GetInstanceID() + " " + DescribePreview(one.GetInstanceID());
    }

    public static string DescribePreview(int id)
    {
        GameObject one = EditorUtility.InstanceIDToObject(id) as GameObject;
        return one == null ? "gone" : EditorSceneManager.IsPreviewSceneObject(one) + " " + EditorSceneManager.previewSceneCount + " " + SceneManager.sceneCount + " " + one.scene.rootCount + " "
            + Application.IsPlaying(one) + " " + (Object.FindObjectOfType<Probe>() == null);
    }

    public static string ClosePreview(int id)
    {
        bool closed = EditorSceneManager.ClosePreviewScene(((GameObject)EditorUtility.InstanceIDToObject(id)).scene);
        return closed + " " + DescribePreview(id) + " " + EditorSceneManager.previewSceneCount;
    }

    /// <summary>Makes a button whose click changes the name of an object by a stored call.</summary>
    public static string MakeButton()
    {
        GameObject system = new GameObject("System", typeof(EventSystem));
        GameObject canvas = new GameObject("Canvas", typeof(Canvas), typeof(CanvasScaler), typeof(GraphicRaycaster));
        GameObject button = new GameObject("Button", typeof(Image), typeof(Button));
        button.transform.SetParent(canvas.transform, false);
        SerializedObject state = new SerializedObject(button.GetComponent<Button>());
        SerializedProperty calls = state.FindProperty("m_OnClick.m_PersistentCalls.m_Calls");
        calls.arraySize = 1;
        SerializedProperty call = calls.GetArrayElementAtIndex(0);
        call.FindPropertyRelative("m_Target").objectReferenceValue = system;
        call.FindPropertyRelative("m_MethodName").stringValue = "set_name";
        call.FindPropertyRelative("m_Mode").intValue = 5;
        call.FindPropertyRelative("m_Arguments.m_StringArgument").stringValue = "Clicked";
        call.FindPropertyRelative("m_CallState").intValue = 2;
        state.ApplyModifiedProperties();
        List<string> types = new List<string>();
        foreach (Component one in button.GetComponents<Component>())
        {
            types.Add(one.GetType().Name);
        }
        return string.Join(",", types.ToArray());
    }

    public static string Click()
    {
        int heard = 0;
        Button button = Object.FindObjectOfType<Button>();
        button.onClick.AddListener(delegate { heard++; });
        EventSystem system = Object.FindObjectOfType<EventSystem>();
        PointerEventData data = new PointerEventData(system);
        ExecuteEvents.ExecuteHierarchy(button.gameObject, data, ExecuteEvents.pointerDownHandler);
        ExecuteEvents.ExecuteHierarchy(button.gameObject, data, ExecuteEvents.pointerClickHandler);
        return system.name + " " + heard + " " + (EventSystem.current == null ? "none" : EventSystem.current.currentSelectedGameObject.name);
    }

    public static string StartWith(string path)
    {
        EditorSceneManager.playModeStartScene = AssetDatabase.LoadAssetAtPath<SceneAsset>(path);
        return "";
    }

    public static string MakeUnsaved()
    {
        GameObject one = new GameObject("Unsaved") { hideFlags = HideFlags.DontSave };
        return one.GetInstanceID().ToString();
    }

    public static string Rename(int id, string name)
    {
        ((GameObject)EditorUtility.InstanceIDToObject(id)).name = name;
        return "";
    }

    public static string Place(int id)
    {
        GameObject one = EditorUtility.InstanceIDToObject(id) as GameObject;
        return one == null ? "gone" : one.name + " " + (one.scene == SceneManager.GetActiveScene());
    }
}
