using UnityEditor;
using UnityEditor.SceneManagement;
using UnityEngine;
using UnityEngine.SceneManagement;

/// <summary>What a check does as the user or as a script of the project.</summary>
public static class Oracle
{
    private static PlayModeStateChange when;

    public static string SaveScene(string path)
    {
        return EditorSceneManager.SaveScene(SceneManager.GetActiveScene(), path).ToString();
    }

    public static string Create(string name)
    {
        new GameObject(name);
        return EditorSceneManager.MarkSceneDirty(SceneManager.GetActiveScene()).ToString();
    }

    public static string Exists(string name)
    {
        return (GameObject.Find(name) != null).ToString();
    }

    public static string SetPlayOptions(int options)
    {
        EditorSettings.enterPlayModeOptionsEnabled = options != 0;
        EditorSettings.enterPlayModeOptions = (EnterPlayModeOptions)options;
        return "set";
    }

    /// <summary>A script that turns each change of that kind back while it happens.</summary>
    public static string TurnBack(string change)
    {
        when = (PlayModeStateChange)System.Enum.Parse(typeof(PlayModeStateChange), change);
        EditorApplication.playModeStateChanged += TurnBack;
        return "listening";
    }

    private static void TurnBack(PlayModeStateChange change)
    {
        if (change == when)
        {
            EditorApplication.isPlaying = change == PlayModeStateChange.ExitingPlayMode;
        }
    }

    public static string IsPaused()
    {
        return EditorApplication.isPaused.ToString();
    }

    /// <summary>Adds a component to a new object, and returns the id of the object as the bridge writes it.</summary>
    public static string CreateWith(string name, string component)
    {
        GameObject made = new GameObject(name);
        made.AddComponent(System.Array.Find(System.AppDomain.CurrentDomain.GetAssemblies(), one => one.GetType(component) != null).GetType(component));
        return Id(name);
    }

    public static string Id(string name)
    {
        return "obj:" + GameObject.Find(name).GetInstanceID();
    }

    public static string PauseAt(int frame)
    {
        Component counter = GameObject.Find("Counter").GetComponent("Counter");
        counter.GetType().GetField("pauseAt").SetValue(counter, frame);
        return "set";
    }

    public static string TimeScale()
    {
        return Time.timeScale.ToString(System.Globalization.CultureInfo.InvariantCulture) + " " + Time.captureFramerate;
    }

    public static string SetTimeScale(float scale)
    {
        Time.timeScale = scale;
        return "set";
    }

    /// <summary>Whether a game in the background runs.</summary>
    public static string RunsInBackground()
    {
        return Application.runInBackground.ToString();
    }

    public static string SetRunInBackground(bool runs)
    {
        Application.runInBackground = runs;
        return "set";
    }

    /// <summary>Destroys all objects, also hidden ones, as some games do.</summary>
    public static string DestroyHidden()
    {
        foreach (GameObject one in Resources.FindObjectsOfTypeAll<GameObject>())
        {
            if ((one.hideFlags & HideFlags.DontSave) != 0)
            {
                Object.DestroyImmediate(one);
            }
        }
        return "destroyed";
    }

    /// <summary>Hidden objects of the bridge.</summary>
    public static string CountHidden()
    {
        return System.Array.FindAll(Resources.FindObjectsOfTypeAll<GameObject>(), one => one.name.StartsWith("Unity Tools")).Length.ToString();
    }

    public static string RaiseCompilerMessages(bool raises)
    {
        UnityDouble.Settings.RaisesCompilerMessages = raises;
        return "set";
    }

    public static string Log(string text)
    {
        Debug.Log(text);
        return "logged";
    }
}
