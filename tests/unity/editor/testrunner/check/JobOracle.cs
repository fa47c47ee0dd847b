using System;
using UnityEditor;
using UnityEditor.SceneManagement;
using UnityEditor.TestTools.TestRunner.Api;
using UnityEngine;
using UnityEngine.SceneManagement;

/// <summary>What the checks of jobs do with the scene.</summary>
public static class JobOracle
{
    public static string Save(string path)
    {
        return EditorSceneManager.SaveScene(SceneManager.GetActiveScene(), path).ToString();
    }

    public static string Dirty()
    {
        return EditorSceneManager.MarkSceneDirty(SceneManager.GetActiveScene()).ToString();
    }

    /// <summary>A run that the user starts in the window of the Test Runner.</summary>
    public static string RunAsUser(string test)
    {
        Filter filter = new Filter { testMode = TestMode.EditMode, testNames = new[] { test } };
        return ScriptableObject.CreateInstance<TestRunnerApi>().Execute(new ExecutionSettings(filter));
    }

    public static string SetPlayOptions(int options)
    {
        EditorSettings.enterPlayModeOptionsEnabled = options != 0;
        EditorSettings.enterPlayModeOptions = (EnterPlayModeOptions)options;
        return "set";
    }

    public static string Active()
    {
        return SceneManager.GetActiveScene().path;
    }
}
