using System;
using UnityEditor;
using UnityEngine;
using Object = UnityEngine.Object;

/// <summary>Notes the imports.</summary>
public class AssetWatcher : AssetPostprocessor
{
    private static void OnPostprocessAllAssets(string[] imported, string[] deleted, string[] moved, string[] movedFrom)
    {
        foreach (string path in imported)
        {
            Oracle.Note("imported " + path);
        }
        foreach (string path in deleted)
        {
            Oracle.Note("deleted " + path);
        }
        for (int i = 0; i < moved.Length; i++)
        {
            Oracle.Note("moved " + movedFrom[i] + " " + moved[i]);
        }
    }
}

/// <summary>Assets: create, move, find, delete.</summary>
public static class AssetOracle
{
    public static string Create()
    {
        Demand(AssetDatabase.CreateFolder("Assets", "Data").Length, 32, "the GUID of a new folder");
        Settings made = ScriptableObject.CreateInstance<Settings>();
        made.value = 5;
        Oracle.TakeNotes();
        AssetDatabase.CreateAsset(made, "Assets/Data/One.asset");
        Demand(Oracle.TakeNotes(), "imported Assets/Data/One.asset;", "the notification");
        Demand(EditorUtility.IsPersistent(made), true, "IsPersistent");
        Demand(AssetDatabase.GetAssetPath(made), "Assets/Data/One.asset", "GetAssetPath");
        Demand(AssetDatabase.LoadAssetAtPath<Settings>("Assets/Data/One.asset"), made, "LoadAssetAtPath");
        Demand(made.name, "One", "the name");
        made.value = 6;
        EditorUtility.SetDirty(made);
        AssetDatabase.SaveAssets();
        Demand(System.IO.File.ReadAllText("Assets/Data/One.asset".Full()).Contains("value: 6"), true, "the value in the file");
        string guid;
        long id;
        AssetDatabase.TryGetGUIDAndLocalFileIdentifier(made, out guid, out id);
        Demand(guid, AssetDatabase.AssetPathToGUID("Assets/Data/One.asset"), "the GUID");
        Demand(id, 11400000L, "the local id");
        return "ok";
    }

    public static string Move()
    {
        Settings made = AssetDatabase.LoadAssetAtPath<Settings>("Assets/Data/One.asset");
        string guid = AssetDatabase.AssetPathToGUID("Assets/Data/One.asset");
        Oracle.TakeNotes();
        Demand(AssetDatabase.MoveAsset("Assets/Data/One.asset", "Assets/Two.asset"), "", "MoveAsset");
        Demand(Oracle.TakeNotes(), "moved Assets/Data/One.asset Assets/Two.asset;", "the notification");
        Demand(AssetDatabase.GUIDToAssetPath(guid), "Assets/Two.asset", "the path of the GUID");
        Demand(AssetDatabase.GetAssetPath(made), "Assets/Two.asset", "the path of the object");
        Demand(AssetDatabase.RenameAsset("Assets/Two.asset", "Three"), "", "RenameAsset");
        Demand(made.name, "Three", "the new name");
        Demand(AssetDatabase.CopyAsset("Assets/Three.asset", "Assets/Data/Four.asset"), true, "CopyAsset");
        Demand(AssetDatabase.LoadAssetAtPath<Settings>("Assets/Data/Four.asset").value, 6, "the value of the copy");
        Demand(AssetDatabase.AssetPathToGUID("Assets/Data/Four.asset") != guid, true, "the new GUID");
        return "ok";
    }

    public static string Find()
    {
        Demand(AssetDatabase.FindAssets("t:Settings").Length, 2, "t:Settings");
        Demand(AssetDatabase.FindAssets("four t:Settings").Length, 1, "four t:Settings");
        Demand(AssetDatabase.FindAssets("t:MonoScript Probe").Length, 1, "t:MonoScript Probe");
        Demand(AssetDatabase.LoadAssetAtPath<MonoScript>("Assets/Probe.cs").GetClass(), typeof(Probe), "GetClass");
        Demand(AssetDatabase.GetMainAssetTypeAtPath("Assets/Data"), typeof(DefaultAsset), "the type of a folder");
        Demand(string.Join(" ", AssetDatabase.GetDependencies("Assets/Three.asset")), "Assets/Editor/Settings.cs Assets/Three.asset", "GetDependencies");
        return "ok";
    }

    public static string Remove()
    {
        Settings made = AssetDatabase.LoadAssetAtPath<Settings>("Assets/Three.asset");
        Oracle.TakeNotes();
        Demand(AssetDatabase.DeleteAsset("Assets/Three.asset"), true, "DeleteAsset");
        Demand(Oracle.TakeNotes(), "deleted Assets/Three.asset;", "the notification");
        Demand(made == null, true, "the destroyed object");
        Demand(AssetDatabase.MoveAssetToTrash("Assets/Data"), true, "MoveAssetToTrash");
        Demand(AssetDatabase.IsValidFolder("Assets/Data"), false, "the folder");
        return "ok";
    }

    /// <summary>Keeps a reference to an asset that another process changes.</summary>
    public static string Hold()
    {
        held = AssetDatabase.LoadAssetAtPath<Settings>("Assets/Data/Held.asset");
        if (held == null)
        {
            AssetDatabase.CreateFolder("Assets", "Data");
            held = ScriptableObject.CreateInstance<Settings>();
            AssetDatabase.CreateAsset(held, "Assets/Data/Held.asset");
        }
        return held.value.ToString();
    }

    public static string Held()
    {
        return held == null ? "lost" : held.value.ToString();
    }

    private static Settings held;

    public static string Text()
    {
        return AssetDatabase.LoadAssetAtPath<TextAsset>("Assets/Notes.txt").text;
    }

    public static void Demand(object actual, object wanted, string what)
    {
        if (!Equals(actual, wanted))
        {
            throw new InvalidOperationException(what + ": expected " + wanted + ", got " + actual);
        }
    }

    private static string Full(this string path)
    {
        return Application.dataPath.Substring(0, Application.dataPath.Length - 6) + path;
    }
}
