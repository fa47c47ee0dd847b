using System;
using System.Collections.Generic;
using System.Reflection;
using UnityEditor;
using UnityEditor.SceneManagement;
using UnityEngine;
using UnityEngine.SceneManagement;
using Object = UnityEngine.Object;

/// <summary>Static methods that the checks call over the control channel. Objects are named by their instance ids.</summary>
[InitializeOnLoad]
public static class Oracle
{
    private static int ticks;
    private static int unsaved;

    static Oracle()
    {
        EditorApplication.update += delegate { ticks++; };
        SessionState.SetInt("loads", SessionState.GetInt("loads", 0) + 1);
        AssemblyReloadEvents.beforeAssemblyReload += delegate { Note("before"); };
        AssemblyReloadEvents.afterAssemblyReload += delegate { Note("after"); };
        EditorApplication.playModeStateChanged += delegate(PlayModeStateChange change) { Note(change + " " + EditorApplication.isPlaying + " " + EditorApplication.isPlayingOrWillChangePlaymode); };
        Undo.undoRedoPerformed += delegate { Note("undoRedo"); };
        EditorApplication.hierarchyChanged += delegate { Note("hierarchy"); };
        Selection.selectionChanged += delegate { Note("selection"); };
    }

    public static void Note(string what)
    {
        SessionState.SetString("notes", SessionState.GetString("notes", "") + what + ";");
    }

    public static string TakeNotes()
    {
        string notes = SessionState.GetString("notes", "");
        SessionState.EraseString("notes");
        return notes;
    }

    public static string PeekNotes()
    {
        return SessionState.GetString("notes", "");
    }

    public static string Loads()
    {
        return SessionState.GetInt("loads", 0).ToString();
    }

    public static string SetStatic()
    {
        unsaved = 7;
        return "7";
    }

    public static string GetStatic()
    {
        return unsaved.ToString();
    }

    public static string Create(string name)
    {
        return new GameObject(name).GetInstanceID().ToString();
    }

    public static string Describe()
    {
        List<string> parts = new List<string>();
        for (int i = 0; i < SceneManager.sceneCount; i++)
        {
            foreach (GameObject root in SceneManager.GetSceneAt(i).GetRootGameObjects())
            {
                Add(root.transform, parts);
            }
        }
        return string.Join(" ", parts.ToArray());
    }

    private static void Add(Transform one, List<string> to)
    {
        string text = one.name + "#" + one.gameObject.GetInstanceID() + "@" + one.localPosition.x;
        foreach (Component component in one.GetComponents(typeof(Component)))
        {
            if (component == null)
            {
                text += "+missing";
            }
            else if (!(component is Transform))
            {
                text += "+" + component.GetType().Name;
            }
        }
        if (one.childCount == 0)
        {
            to.Add(text);
            return;
        }
        to.Add(text + "(");
        foreach (Transform child in one)
        {
            Add(child, to);
        }
        to.Add(")");
    }

    public static GameObject Find(long id)
    {
        return (GameObject)EditorUtility.InstanceIDToObject((int)id);
    }

    public static string UndoGroup()
    {
        Undo.IncrementCurrentGroup();
        return Undo.GetCurrentGroup().ToString();
    }

    public static string UndoList()
    {
        MethodInfo method = typeof(Undo).GetMethod("GetUndoList", BindingFlags.Static | BindingFlags.NonPublic, null, new[] { typeof(List<string>), typeof(int).MakeByRefType() }, null);
        List<string> names = new List<string>();
        object[] arguments = { names, 0 };
        method.Invoke(null, arguments);
        return string.Join(",", names.ToArray()) + "|" + arguments[1];
    }

    public static string UndoMove(long id, double x)
    {
        Transform transform = Find(id).transform;
        Undo.RecordObject(transform, "Move");
        transform.localPosition = new Vector3((float)x, 0, 0);
        return "";
    }

    public static string UndoRename(long id, string name)
    {
        GameObject one = Find(id);
        Undo.RegisterCompleteObjectUndo(one, "Rename");
        one.name = name;
        EditorUtility.SetDirty(one);
        return "";
    }

    public static string UndoCreate(string name)
    {
        GameObject one = new GameObject(name, typeof(Probe));
        Undo.RegisterCreatedObjectUndo(one, "Create " + name);
        return one.GetInstanceID().ToString();
    }

    public static string UndoDestroy(long id)
    {
        Undo.DestroyObjectImmediate(Find(id));
        return "";
    }

    public static string UndoAdd(long id)
    {
        return Undo.AddComponent<Probe>(Find(id)).GetInstanceID().ToString();
    }

    public static string UndoParent(long id, long parent)
    {
        Undo.SetTransformParent(Find(id).transform, parent == 0 ? null : Find(parent).transform, "Parent");
        return "";
    }

    public static string UndoOrder(long id)
    {
        Transform parent = Find(id).transform;
        Undo.RegisterChildrenOrderUndo(parent, "Order");
        parent.GetChild(0).SetAsLastSibling();
        return "";
    }

    public static string UndoHierarchy(long id)
    {
        GameObject one = Find(id);
        Undo.RegisterFullObjectHierarchyUndo(one, "Hierarchy");
        one.name = one.name + "!";
        new GameObject("Extra").transform.SetParent(one.transform);
        Object.DestroyImmediate(one.GetComponent<Probe>());
        return "";
    }

    public static string UndoToScene(long id, long handle)
    {
        for (int i = 0; i < SceneManager.sceneCount; i++)
        {
            if (SceneManager.GetSceneAt(i).handle == handle)
            {
                Undo.MoveGameObjectToScene(Find(id), SceneManager.GetSceneAt(i), "To scene");
            }
        }
        return Find(id).scene.handle.ToString();
    }

    public static string SetProbe(long id, long number, string text)
    {
        SerializedObject edited = new SerializedObject(Find(id).GetComponent<Probe>());
        edited.FindProperty("number").intValue = (int)number;
        edited.FindProperty("texts").arraySize = 2;
        edited.FindProperty("texts.Array.data[1]").stringValue = text;
        edited.FindProperty("place.y").floatValue = 2.5f;
        return edited.ApplyModifiedProperties().ToString();
    }

    public static string GetProbe(long id)
    {
        Probe probe = Find(id).GetComponent<Probe>();
        return probe == null ? "none" : probe.number + " " + string.Join(",", probe.texts.ToArray()) + " " + probe.place.y + " " + (probe.other == null ? "null" : probe.other.name);
    }

    public static string LinkProbe(long id, long other)
    {
        Probe probe = Find(id).GetComponent<Probe>();
        Undo.RecordObject(probe, "Link");
        probe.other = other == 0 ? null : Find(other);
        return "";
    }

    public static string Properties(long id)
    {
        SerializedProperty at = new SerializedObject(Find(id).GetComponent<Probe>()).GetIterator();
        List<string> names = new List<string>();
        for (bool enter = true; at.NextVisible(enter); enter = true)
        {
            names.Add(at.propertyPath + ":" + at.propertyType + ":" + at.depth);
        }
        return string.Join(" ", names.ToArray());
    }
}
