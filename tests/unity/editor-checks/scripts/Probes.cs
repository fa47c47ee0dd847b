using System.IO;
using NUnit.Framework;
using UnityEditor;
using UnityEditor.SceneManagement;
using UnityEngine;

/// <summary>Tests, a menu item and actions of the user for the checks.</summary>
public class Probes
{
    /// <summary>The game view is as large as the screen for which a folder computes positions.</summary>
    [InitializeOnLoadMethod]
    public static void ResizeView()
    {
        UnityDouble.Settings.ScreenWidth = 1920;
        UnityDouble.Settings.ScreenHeight = 1080;
    }

    public static string OpenScene(string path)
    {
        return EditorSceneManager.OpenScene(path).path;
    }

    [Test]
    public void Passes()
    {
        Assert.AreEqual(2, 1 + 1);
    }

    [Test]
    public void Fails()
    {
        Assert.AreEqual(1, 2);
    }

    [Test, Ignore("later")]
    public void Waits()
    {
    }

    [MenuItem("Probes/Write")]
    public static void Write()
    {
        File.WriteAllText(Application.dataPath + "/../probe.txt", "written");
    }
}
