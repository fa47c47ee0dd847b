using System;
using System.Collections;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using UnityEditor;
using UnityEngine;
using Object = UnityEngine.Object;

/// <summary>Callbacks of the editor itself: exceptions, threads, menus, settings pages, quitting.</summary>
[InitializeOnLoad]
public static class HostOracle
{
    private static bool refuse;
    private static bool on = true;
    private static int main;

    static HostOracle()
    {
        main = Thread.CurrentThread.ManagedThreadId;
        EditorApplication.wantsToQuit += delegate { return !refuse; };
        EditorApplication.quitting += delegate { Debug.Log("quitting now"); };
        Debug.Log("will play " + EditorApplication.isPlayingOrWillChangePlaymode + " playing " + EditorApplication.isPlaying);
    }

    [InitializeOnLoadMethod]
    private static void Method()
    {
        throw new InvalidOperationException("from InitializeOnLoadMethod");
    }

    [RuntimeInitializeOnLoadMethod(RuntimeInitializeLoadType.BeforeSceneLoad)]
    private static void BeforeScene()
    {
        Oracle.Note("BeforeSceneLoad" + Probe.messages);
    }

    [RuntimeInitializeOnLoadMethod]
    private static void AfterScene()
    {
        Oracle.Note("AfterSceneLoad " + Probe.messages);
    }

    [InitializeOnEnterPlayMode]
    private static void Enter(EnterPlayModeOptions options)
    {
        Oracle.Note("Enter " + options);
    }

    public static string Refuse(bool value)
    {
        refuse = value;
        return "";
    }

    public static string Throw()
    {
        EditorApplication.CallbackFunction first = null;
        EditorApplication.CallbackFunction second = null;
        second = delegate
        {
            EditorApplication.update -= second;
            Oracle.Note("second");
        };
        first = delegate
        {
            EditorApplication.update -= first;
            EditorApplication.update += second;
            throw new InvalidOperationException("from update");
        };
        EditorApplication.update += first;
        EditorApplication.delayCall += delegate { Oracle.Note("delay"); };
        return "";
    }

    public static string StartTask()
    {
        Work();
        return "";
    }

    private static async void Work()
    {
        await Task.Run(delegate { });
        Oracle.Note("after await " + (Thread.CurrentThread.ManagedThreadId == main));
    }

    /// <summary>A thread that would run for ever; a reload must end it.</summary>
    public static string StartThread()
    {
        ManualResetEvent never = new ManualResetEvent(false);
        Thread thread = new Thread(delegate()
        {
            never.WaitOne();
        });
        thread.IsBackground = true;
        thread.Start();
        return "";
    }

    [MenuItem("Tools/Checked %t")]
    private static void Checked()
    {
        Oracle.Note("checked");
    }

    [MenuItem("Tools/Checked %t", true)]
    private static bool CanCheck()
    {
        return on;
    }

    [SettingsProvider]
    private static SettingsProvider Page()
    {
        return new SettingsProvider("Project/Checks", SettingsScope.Project)
        {
            guiHandler = delegate
            {
                EditorGUILayout.LabelField("Hello", EditorStyles.wordWrappedLabel);
                on = EditorGUILayout.ToggleLeft("Allow", on);
                using (new EditorGUI.DisabledScope(true))
                {
                    EditorGUILayout.ToggleLeft("Locked", false);
                }
                EditorGUILayout.HelpBox("Careful", MessageType.Warning);
            },
        };
    }

    public static string Select(long id)
    {
        Selection.activeGameObject = Oracle.Find(id);
        return "";
    }

    public static string Selected()
    {
        return Selection.activeGameObject == null ? "none" : Selection.activeGameObject.name;
    }

    public static string Walk(long id)
    {
        List<string> all = new List<string>();
        SerializedProperty at = new SerializedObject(Oracle.Find(id).GetComponent<Probe>()).FindProperty("texts");
        SerializedProperty end = at.GetEndProperty();
        for (bool enter = true; at.Next(enter) && !SerializedProperty.EqualContents(at, end); enter = at.propertyType != SerializedPropertyType.String)
        {
            all.Add(at.propertyPath);
        }
        return string.Join(" ", all.ToArray());
    }

    public static string Kinds(long id)
    {
        SerializedObject edited = new SerializedObject(Oracle.Find(id).GetComponent<Probe>());
        SerializedProperty kind = edited.FindProperty("kind");
        kind.enumValueIndex = 1;
        edited.FindProperty("place").vector3Value = new Vector3(1, 2, 3);
        SerializedProperty texts = edited.FindProperty("texts");
        texts.ClearArray();
        texts.InsertArrayElementAtIndex(0);
        texts.GetArrayElementAtIndex(0).stringValue = "a";
        texts.InsertArrayElementAtIndex(1);
        texts.GetArrayElementAtIndex(1).stringValue = "b";
        texts.MoveArrayElement(1, 0);
        edited.ApplyModifiedProperties();
        Probe probe = Oracle.Find(id).GetComponent<Probe>();
        return probe.kind + " " + probe.place.z + " " + string.Join(",", probe.texts.ToArray()) + " " + string.Join("/", kind.enumNames) + " " + edited.FindProperty("other").type;
    }

    public static string ExitWith(long code)
    {
        EditorApplication.Exit((int)code);
        return "";
    }
}
