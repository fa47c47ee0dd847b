using System.Linq;
using UnityEditor;
using UnityEditor.SceneManagement;
using UnityEngine;

/// <summary>Prefabs, one step after the other in the same scene.</summary>
public static class PrefabOracle
{
    private const string Path = "Assets/Thing.prefab";

    private static GameObject First
    {
        get { return GameObject.Find("First"); }
    }

    private static GameObject Second
    {
        get { return GameObject.Find("Second"); }
    }

    private static GameObject Asset
    {
        get { return AssetDatabase.LoadAssetAtPath<GameObject>(Path); }
    }

    public static string Create()
    {
        GameObject root = new GameObject("First", typeof(Probe));
        root.GetComponent<Probe>().number = 1;
        GameObject child = new GameObject("Child");
        child.transform.SetParent(root.transform);
        root.GetComponent<Probe>().other = child;
        GameObject asset = PrefabUtility.SaveAsPrefabAssetAndConnect(root, Path, InteractionMode.AutomatedAction);
        Demand(asset.name, "Thing", "the name of the prefab");
        Demand(EditorUtility.IsPersistent(asset), true, "IsPersistent");
        Demand(PrefabUtility.IsPartOfPrefabInstance(root), true, "IsPartOfPrefabInstance");
        Demand(PrefabUtility.GetCorrespondingObjectFromSource(root), asset, "the source of the root");
        Demand(asset.GetComponent<Probe>().other, asset.transform.GetChild(0).gameObject, "the reference in the prefab");
        Demand(PrefabUtility.HasPrefabInstanceAnyOverrides(root, false), false, "overrides after the connection");
        Demand(PrefabUtility.GetPrefabAssetType(root), PrefabAssetType.Regular, "GetPrefabAssetType");
        GameObject second = (GameObject)PrefabUtility.InstantiatePrefab(asset);
        second.name = "Second";
        Demand(second.GetComponent<Probe>().other, second.transform.GetChild(0).gameObject, "the reference in the second instance");
        Demand(PrefabUtility.GetPrefabAssetPathOfNearestInstanceRoot(second.transform.GetChild(0)), Path, "the path of the nearest root");
        return "ok";
    }

    public static string Override()
    {
        Probe probe = First.GetComponent<Probe>();
        Undo.RecordObject(probe, "Override");
        probe.number = 2;
        Undo.FlushUndoRecordObjects();
        PropertyModification[] found = PrefabUtility.GetPropertyModifications(First);
        Demand(found.Count(one => one.propertyPath == "number" && one.value == "2" && one.target == Asset.GetComponent<Probe>()), 1, "the modification of number");
        Demand(found.Count(one => one.propertyPath == "m_LocalPosition.x"), 1, "the default modification of the position");
        Demand(PrefabUtility.GetObjectOverrides(First).Count, 1, "the object overrides");
        Demand(PrefabUtility.GetObjectOverrides(First)[0].instanceObject, probe, "the overridden object");
        Demand(PrefabUtility.HasPrefabInstanceAnyOverrides(Second, false), false, "overrides of the other instance");
        return "ok";
    }

    public static string Revert()
    {
        Probe probe = First.GetComponent<Probe>();
        PrefabUtility.RevertPropertyOverride(new SerializedObject(probe).FindProperty("number"), InteractionMode.UserAction);
        Demand(probe.number, 1, "the reverted value");
        Demand(PrefabUtility.HasPrefabInstanceAnyOverrides(First, false), false, "overrides after the revert");
        Undo.PerformUndo();
        Demand(probe.number, 1 + 0, "the value after undo of one group with both changes");
        return "ok";
    }

    public static string Apply()
    {
        Probe probe = First.GetComponent<Probe>();
        Probe other = Second.GetComponent<Probe>();
        probe.number = 7;
        other.texts.Add("own");
        PrefabUtility.ApplyPropertyOverride(new SerializedObject(probe).FindProperty("number"), Path, InteractionMode.AutomatedAction);
        Demand(Asset.GetComponent<Probe>().number, 7, "the value of the prefab");
        Demand(other.number, 7, "the value of the other instance");
        Demand(string.Join(",", other.texts.ToArray()), "own", "the override of the other instance");
        Demand(PrefabUtility.HasPrefabInstanceAnyOverrides(First, false), false, "overrides after the apply");
        PrefabUtility.RevertPrefabInstance(Second, InteractionMode.AutomatedAction);
        Demand(other.texts.Count, 0, "the override after the revert of the instance");
        Demand(Second.name, "Second", "the name after the revert of the instance");
        return "ok";
    }

    public static string Components()
    {
        Probe added = First.transform.GetChild(0).gameObject.AddComponent<Probe>();
        added.other = First;
        Demand(PrefabUtility.GetAddedComponents(First).Count, 1, "the added components");
        PrefabUtility.ApplyAddedComponent(added, Path, InteractionMode.AutomatedAction);
        Demand(PrefabUtility.GetAddedComponents(First).Count, 0, "the added components after the apply");
        Probe copy = Second.transform.GetChild(0).GetComponent<Probe>();
        Demand(copy != null, true, "the component in the other instance");
        Demand(copy.other, Second, "the reference of the component in the other instance");
        Object.DestroyImmediate(copy);
        Demand(PrefabUtility.GetRemovedComponents(Second).Count, 1, "the removed components");
        GameObject extra = new GameObject("Extra");
        extra.transform.SetParent(Second.transform);
        Demand(PrefabUtility.GetAddedGameObjects(Second).Count, 1, "the added objects");
        PrefabUtility.RevertPrefabInstance(Second, InteractionMode.AutomatedAction);
        Demand(Second.transform.GetChild(0).GetComponent<Probe>() != null, true, "the component after the revert");
        Demand(Second.transform.childCount, 1, "the children after the revert");
        return "ok";
    }

    public static string UndoOfUserActions()
    {
        Probe probe = First.GetComponent<Probe>();
        Probe other = Second.GetComponent<Probe>();
        probe.number = 9;
        Undo.IncrementCurrentGroup();
        PrefabUtility.ApplyPropertyOverride(new SerializedObject(probe).FindProperty("number"), Path, InteractionMode.UserAction);
        Demand(other.number, 9, "the value of the other instance after the apply");
        Undo.IncrementCurrentGroup();
        PrefabUtility.UnpackPrefabInstance(First, PrefabUnpackMode.Completely, InteractionMode.UserAction);
        Demand(PrefabUtility.IsPartOfPrefabInstance(First), false, "IsPartOfPrefabInstance after the unpack");
        Undo.PerformUndo();
        Demand(PrefabUtility.IsPartOfPrefabInstance(First), true, "IsPartOfPrefabInstance after undo of the unpack");
        Demand(PrefabUtility.GetCorrespondingObjectFromSource(First), Asset, "the source after undo of the unpack");
        Undo.PerformUndo();
        Demand(Asset.GetComponent<Probe>().number, 7, "the value of the prefab after undo of the apply");
        Demand(Second.GetComponent<Probe>().number, 7, "the value of the other instance after undo of the apply");
        Demand(First.GetComponent<Probe>().number, 9, "the value of the instance after undo of the apply");
        Undo.PerformRedo();
        Demand(Asset.GetComponent<Probe>().number, 9, "the value of the prefab after redo of the apply");
        Demand(Second.GetComponent<Probe>().number, 9, "the value of the other instance after redo of the apply");
        Undo.PerformUndo();
        PrefabUtility.RevertPrefabInstance(First, InteractionMode.AutomatedAction);
        return "ok";
    }

    public static string Contents()
    {
        GameObject contents = PrefabUtility.LoadPrefabContents(Path);
        Demand(GameObject.Find("Thing") == null, true, "the contents are in no open scene");
        contents.GetComponent<Probe>().number = 20;
        new GameObject("Leaf").transform.SetParent(contents.transform);
        PrefabUtility.SaveAsPrefabAsset(contents, Path);
        PrefabUtility.UnloadPrefabContents(contents);
        Demand(Asset.GetComponent<Probe>().number, 20, "the value of the prefab");
        Demand(First.GetComponent<Probe>().number, 20, "the value of the instance");
        Demand(First.transform.Find("Leaf") != null, true, "the new child of the instance");
        Demand(PrefabUtility.HasPrefabInstanceAnyOverrides(First, false), false, "overrides after the change of the prefab");
        return "ok";
    }

    public static string Nested()
    {
        GameObject group = new GameObject("Group");
        GameObject inner = (GameObject)PrefabUtility.InstantiatePrefab(Asset, group.transform);
        inner.GetComponent<Probe>().number = 50;
        GameObject outer = PrefabUtility.SaveAsPrefabAssetAndConnect(group, "Assets/Group.prefab", InteractionMode.AutomatedAction);
        string text = System.IO.File.ReadAllText(Application.dataPath + "/Group.prefab");
        Demand(text.Contains("PrefabInstance:") && text.Contains("value: 50"), true, "the nested instance in the file");
        Demand(PrefabUtility.GetNearestPrefabInstanceRoot(inner), inner, "the nearest root of the nested instance");
        Demand(PrefabUtility.GetOutermostPrefabInstanceRoot(inner), group, "the outermost root of the nested instance");
        Demand(PrefabUtility.GetCorrespondingObjectFromOriginalSource(inner), Asset, "the original source of the nested instance");
        Demand(PrefabUtility.GetCorrespondingObjectFromSource(inner), outer.transform.GetChild(0).gameObject, "the source of the nested instance");
        Demand(PrefabUtility.HasPrefabInstanceAnyOverrides(group, false), false, "overrides of the outer instance");
        Asset.GetComponent<Probe>().texts.Add("deep");
        PrefabUtility.SavePrefabAsset(Asset);
        Demand(string.Join(",", inner.GetComponent<Probe>().texts.ToArray()), "deep", "the change of the inner prefab in the outer instance");
        Demand(inner.GetComponent<Probe>().number, 50, "the override in the outer prefab");
        GameObject contents = PrefabUtility.LoadPrefabContents("Assets/Group.prefab");
        Demand(PrefabUtility.IsPartOfPrefabInstance(contents), false, "IsPartOfPrefabInstance of the root of the contents");
        Demand(PrefabUtility.IsPartOfPrefabInstance(contents.transform.GetChild(0)), true, "IsPartOfPrefabInstance of the nested instance in the contents");
        contents.transform.GetChild(0).GetComponent<Probe>().number = 70;
        PrefabUtility.SaveAsPrefabAsset(contents, "Assets/Group.prefab");
        PrefabUtility.UnloadPrefabContents(contents);
        string changed = System.IO.File.ReadAllText(Application.dataPath + "/Group.prefab");
        Demand(changed.Replace("value: 70", "value: 50"), text, "the file with one changed value");
        Demand(inner.GetComponent<Probe>().number, 70, "the changed override in the outer instance");
        GameObject variant = (GameObject)PrefabUtility.InstantiatePrefab(Asset);
        variant.GetComponent<Probe>().number = 60;
        GameObject saved = PrefabUtility.SaveAsPrefabAsset(variant, "Assets/Variant.prefab");
        Demand(PrefabUtility.GetPrefabAssetType(saved), PrefabAssetType.Variant, "the type of the variant");
        Demand(saved.GetComponent<Probe>().number, 60, "the override of the variant");
        Object.DestroyImmediate(variant);
        Object.DestroyImmediate(group);
        return "ok";
    }

    public static string Reopen()
    {
        First.GetComponent<Probe>().number = 30;
        EditorSceneManager.SaveScene(UnityEngine.SceneManagement.SceneManager.GetActiveScene(), "Assets/Prefabs.unity");
        EditorSceneManager.NewScene(NewSceneSetup.EmptyScene);
        EditorSceneManager.OpenScene("Assets/Prefabs.unity");
        Demand(First.GetComponent<Probe>().number, 30, "the override after save and load");
        Demand(Second.GetComponent<Probe>().number, 20, "the value of the prefab after save and load");
        Demand(PrefabUtility.GetCorrespondingObjectFromSource(Second), Asset, "the source after save and load");
        PrefabUtility.UnpackPrefabInstance(First, PrefabUnpackMode.Completely, InteractionMode.AutomatedAction);
        Demand(PrefabUtility.IsPartOfAnyPrefab(First), false, "IsPartOfAnyPrefab after the unpack");
        return "ok";
    }

    private static void Demand(object actual, object wanted, string what)
    {
        AssetOracle.Demand(actual, wanted, what);
    }
}
