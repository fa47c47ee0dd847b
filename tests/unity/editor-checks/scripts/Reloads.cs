using System.IO;
using System.Linq;
using System.Threading;
using UnityEditor;
using UnityEditor.SceneManagement;
using UnityEngine;
using UnityEngine.SceneManagement;

/// <summary>The user of the project of `reloads.py`, and what the project reports about the editor.</summary>
[InitializeOnLoad]
public static class Reloads
{
    private const string Main = "Assets/Main.unity";

    /// <summary>Files of the check: `slow` makes loads slow, `save-*` request that scenes are saved.</summary>
    private static readonly string Wishes = System.Environment.GetEnvironmentVariable("RELOADS_WISHES");

    static Reloads()
    {
        Ledger.Add("load", "", "");
        string slow = Path.Combine(Wishes, "slow");
        if (File.Exists(slow))
        {
            Thread.Sleep(int.Parse(File.ReadAllText(slow)));
        }
        EditorApplication.playModeStateChanged += change => Ledger.Add("mode", change.ToString(), "");
        EditorApplication.update += SaveIfWished;
    }

    /// <summary>Opens the scene with the counter, which is created in the first process.</summary>
    public static string Open()
    {
        if (File.Exists(Main))
        {
            EditorSceneManager.OpenScene(Main);
            return "opened";
        }
        new GameObject("Tally").AddComponent<Tally>();
        return EditorSceneManager.SaveScene(SceneManager.GetActiveScene(), Main).ToString();
    }

    public static string SetPlayOptions(int options)
    {
        EditorSettings.enterPlayModeOptionsEnabled = options != 0;
        EditorSettings.enterPlayModeOptions = (EnterPlayModeOptions)options;
        return "set";
    }

    /// <summary>The names of the created objects in the loaded scenes, and their values.</summary>
    public static string Created()
    {
        return string.Join("\n", Object.FindObjectsOfType<Born>().Select(one => one.name + " " + one.value).ToArray());
    }

    public static string Count()
    {
        Tally[] all = Object.FindObjectsOfType<Tally>();
        return all.Length + " " + all.Sum(one => one.count);
    }

    private static void SaveIfWished()
    {
        if (!EditorApplication.isPlayingOrWillChangePlaymode && Directory.GetFiles(Wishes, "save-*").Length > 0 && SceneManager.GetActiveScene().isDirty
            && SceneManager.GetActiveScene().path == Main)
        {
            EditorSceneManager.SaveScene(SceneManager.GetActiveScene());
        }
    }
}
