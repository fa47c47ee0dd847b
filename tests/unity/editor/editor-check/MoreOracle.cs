using UnityEditor;
using UnityEditor.Compilation;
using UnityEditor.SceneManagement;
using UnityEngine;
using UnityEngine.SceneManagement;

/// <summary>Compilation and reload locks.</summary>
public static class CompileOracle
{
    public static string Prefer(string key, string value)
    {
        EditorPrefs.SetInt(key, int.Parse(value));
        return value;
    }

    public static string ListenToCompilation()
    {
        CompilationPipeline.compilationStarted += delegate { Oracle.Note("started"); };
        CompilationPipeline.assemblyCompilationFinished += delegate(string path, CompilerMessage[] messages)
        {
            CompilerMessage first = messages[0];
            Oracle.Note("assembly " + path + " " + first.file + ":" + first.line + " " + first.type + " " + (first.message.Contains("CS0103") ? "CS0103" : first.message));
        };
        CompilationPipeline.compilationFinished += delegate { Oracle.Note("finished " + EditorApplication.isCompiling); };
        return "";
    }

    public static string Failed()
    {
        return EditorUtility.scriptCompilationFailed.ToString();
    }

    public static string Lock()
    {
        EditorApplication.LockReloadAssemblies();
        return "";
    }

    public static string Unlock()
    {
        EditorApplication.UnlockReloadAssemblies();
        return "";
    }
}

/// <summary>Play mode, dialogs and preferences.</summary>
[InitializeOnLoad]
public static class PlayOracle
{
    private static int ticks;

    static PlayOracle()
    {
        EditorApplication.update += delegate { ticks++; };
    }

    public static string Ticks()
    {
        return ticks.ToString();
    }

    public static string SetOptions(long options)
    {
        EditorSettings.enterPlayModeOptionsEnabled = options != 0;
        EditorSettings.enterPlayModeOptions = (EnterPlayModeOptions)options;
        return "";
    }

    public static string Messages()
    {
        return Probe.messages;
    }

    public static string Dialog()
    {
        return EditorUtility.DisplayDialog("Sure", "Really?", "Yes", "No").ToString();
    }

    public static string SetPrefs()
    {
        EditorPrefs.SetInt("int", 5);
        EditorPrefs.SetFloat("float", 0.5f);
        EditorPrefs.SetString("string", "text");
        EditorPrefs.SetBool("bool", true);
        return "";
    }

    public static string GetPrefs()
    {
        return EditorPrefs.GetInt("int") + " " + EditorPrefs.GetFloat("float") + " " + EditorPrefs.GetString("string") + " " + EditorPrefs.GetBool("bool");
    }
}

/// <summary>Groups of the undo history.</summary>
public static class UndoOracle
{
    public static string Groups(long id)
    {
        Transform one = Oracle.Find(id).transform;
        Undo.ClearAll();
        Undo.IncrementCurrentGroup();
        int group = Undo.GetCurrentGroup();
        Undo.RecordObject(one, "First");
        one.localPosition = new Vector3(1, 0, 0);
        Undo.IncrementCurrentGroup();
        Undo.RecordObject(one, "Second");
        one.localPosition = new Vector3(2, 0, 0);
        Undo.SetCurrentGroupName("Together");
        Undo.CollapseUndoOperations(group);
        Undo.IncrementCurrentGroup();
        Undo.RecordObject(one, "After");
        one.localPosition = new Vector3(3, 0, 0);
        Undo.FlushUndoRecordObjects();
        return Oracle.UndoList();
    }

    public static string Revert(long id)
    {
        Transform one = Oracle.Find(id).transform;
        Undo.ClearAll();
        one.localPosition = Vector3.zero;
        Undo.IncrementCurrentGroup();
        int group = Undo.GetCurrentGroup();
        Undo.RecordObject(one, "First");
        one.localPosition = new Vector3(1, 0, 0);
        Undo.IncrementCurrentGroup();
        Undo.RecordObject(one, "Second");
        one.localPosition = new Vector3(2, 0, 0);
        Undo.RevertAllDownToGroup(group);
        return one.localPosition.x + " " + Oracle.UndoList().Split('|')[1];
    }

    public static string Filter(long id)
    {
        Transform one = Oracle.Find(id).transform;
        string seen = "";
        Undo.PostprocessModifications filter = delegate(UndoPropertyModification[] modifications)
        {
            foreach (UndoPropertyModification modification in modifications)
            {
                seen += modification.currentValue.propertyPath + " " + modification.previousValue.value + "->" + modification.currentValue.value + " ";
            }
            return new UndoPropertyModification[0];
        };
        Undo.postprocessModifications += filter;
        Undo.RecordObject(one, "Filtered");
        one.localPosition = new Vector3(8, 9, 0);
        Undo.FlushUndoRecordObjects();
        Undo.postprocessModifications -= filter;
        return seen + "|" + Oracle.UndoList().Split('|')[0];
    }
}

/// <summary>Scene files and their events.</summary>
public static class SceneOracle
{
    static SceneOracle()
    {
        EditorSceneManager.sceneOpening += delegate(string path, OpenSceneMode mode) { Oracle.Note("opening " + path); };
        EditorSceneManager.sceneOpened += delegate(Scene scene, OpenSceneMode mode) { Oracle.Note("opened " + scene.name); };
        EditorSceneManager.sceneClosing += delegate(Scene scene, bool removing) { Oracle.Note("closing " + scene.name); };
        EditorSceneManager.sceneClosed += delegate(Scene scene) { Oracle.Note("closed " + scene.name); };
    }

    public static string Save(string path)
    {
        return EditorSceneManager.SaveScene(SceneManager.GetActiveScene(), path).ToString();
    }

    public static string New()
    {
        EditorSceneManager.NewScene(NewSceneSetup.EmptyScene);
        return "";
    }

    public static string Open(string path)
    {
        return EditorSceneManager.OpenScene(path).name;
    }

    public static string Look(string path)
    {
        GameObject one = GameObject.Find(path);
        return one == null ? "missing" : Oracle.GetProbe(one.GetInstanceID());
    }

    public static string Additive()
    {
        Scene second = EditorSceneManager.NewScene(NewSceneSetup.EmptyScene, NewSceneMode.Additive);
        EditorSceneManager.SaveScene(second, "Assets/Two.unity");
        EditorSceneManager.CloseScene(second, true);
        Oracle.TakeNotes();
        second = EditorSceneManager.OpenScene("Assets/Two.unity", OpenSceneMode.Additive);
        EditorSceneManager.CloseScene(second, true);
        return SceneManager.sceneCount.ToString();
    }
}
