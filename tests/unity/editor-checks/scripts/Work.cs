using System;
using UnityEditor;
using UnityEditor.Build;
using UnityEditor.Build.Reporting;
using UnityEditor.SceneManagement;
using UnityEngine;
using UnityEngine.SceneManagement;

/// <summary>What the user or a script does around builds and imports.</summary>
public static class Work
{
    /// <summary>How the next builds end.</summary>
    public static string Build(int milliseconds, string result)
    {
        UnityDouble.PlayerBuilds.Milliseconds = milliseconds;
        UnityDouble.PlayerBuilds.GivesNoReport = result == "none";
        UnityDouble.PlayerBuilds.Result = result == "none" ? BuildResult.Unknown : (BuildResult)Enum.Parse(typeof(BuildResult), result);
        return "set";
    }

    public static string AddMessage(string message, int times)
    {
        string[] before = UnityDouble.PlayerBuilds.Messages;
        string[] all = new string[before.Length + times];
        before.CopyTo(all, 0);
        for (int at = before.Length; at < all.Length; at++)
        {
            all[at] = message + (times > 1 ? " " + (at - before.Length) : "");
        }
        UnityDouble.PlayerBuilds.Messages = all;
        return "set";
    }

    /// <summary>Replaces the open scene by a new one, saves it, and adds it to the build settings if `enabled` is not negative.</summary>
    public static string AddScene(string path, int enabled)
    {
        Scene scene = EditorSceneManager.NewScene(NewSceneSetup.EmptyScene, NewSceneMode.Single);
        EditorSceneManager.SaveScene(scene, path);
        if (enabled >= 0)
        {
            EditorBuildSettingsScene[] before = EditorBuildSettings.scenes;
            EditorBuildSettingsScene[] all = new EditorBuildSettingsScene[before.Length + 1];
            before.CopyTo(all, 0);
            all[before.Length] = new EditorBuildSettingsScene(path, enabled > 0);
            EditorBuildSettings.scenes = all;
        }
        return "saved";
    }

    public static string OpenScene(string path)
    {
        return EditorSceneManager.OpenScene(path, OpenSceneMode.Single).name;
    }

    public static string MarkDirty()
    {
        return EditorSceneManager.MarkSceneDirty(SceneManager.GetActiveScene()).ToString();
    }
}

/// <summary>A script of the project that stops builds.</summary>
public sealed class StopsBuilds : IPreprocessBuildWithReport
{
    public static bool IsOn;

    public int callbackOrder
    {
        get { return 0; }
    }

    public static string Set(bool on)
    {
        IsOn = on;
        return "set";
    }

    public void OnPreprocessBuild(BuildReport report)
    {
        if (IsOn)
        {
            throw new BuildFailedException("the project stops builds");
        }
    }
}
