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
}
