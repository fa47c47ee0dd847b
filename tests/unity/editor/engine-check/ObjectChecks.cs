using System;
using UnityDouble;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace EngineCheck
{
    /// <summary>Creation, equality, destruction, components, copies and search of objects in edit mode.</summary>
    internal static class ObjectChecks
    {
        internal static void Run()
        {
            Identity();
            Components();
            Destroyed();
            Copies();
            Search();
            Scenes();
            Revived();
        }

        private static void Identity()
        {
            GameObject first = new GameObject("first");
            GameObject second = new GameObject();
            Check.That(first.m_InstanceID < 0 && second.m_InstanceID < first.m_InstanceID, "ids of new objects are negative and descend");
            Check.Same("New Game Object", second.name, "the name of an unnamed object");
            Check.Same("first (UnityEngine.GameObject)", first.ToString(), "text of an object");
            Check.Same("first (UnityEngine.Transform)", first.transform.ToString(), "text of a component");
            Check.Same("Untagged", first.tag, "the tag of a new object");
            Check.That(first.scene == SceneManager.GetActiveScene() && first.scene.isLoaded, "a new object is in the active scene");
            Check.Throws<UnityException>(() => first.tag = "Nowhere", "an unknown tag");
            Tags.Read("%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n--- !u!78 &1\nTagManager:\n  serializedVersion: 2\n  tags:\n  - Enemy\n  layers:\n  - Default\n  - TransparentFX\n  - Ignore Raycast\n  - Walls\n  - Water\n  - UI\n");
            first.tag = "Enemy";
            Check.That(first.CompareTag("Enemy") && GameObject.FindWithTag("Enemy") == first, "a tag of the project");
            Check.Same(3, LayerMask.NameToLayer("Walls"), "a layer of the project");
            Check.Same("UI", LayerMask.LayerToName(5), "a built-in layer");
            UnityEngine.Object.DestroyImmediate(first);
            UnityEngine.Object.DestroyImmediate(second);
        }

        private static void Components()
        {
            GameObject one = new GameObject("one");
            Lamp lamp = one.AddComponent<Lamp>();
            Check.That(one.GetComponent<Light>() != null && one.GetComponents<Component>().Length == 3, "a required component is added");
            Check.Same(1, System.Array.IndexOf(one.GetComponents<Component>(), one.GetComponent<Light>()), "a required component comes first");
            Check.That(one.AddComponent<Lamp>() == null, "a second component of a class that disallows it");
            Check.That(Check.Logged().StartsWith("Error: Can't add", StringComparison.Ordinal), "the refusal is logged");
            UnityEngine.Object.DestroyImmediate(one.GetComponent<Light>());
            Check.Same("Error: Can't remove Light because Lamp (Script) depends on it", Check.Logged(), "the removal of a required component");
            UnityEngine.Object.DestroyImmediate(lamp);
            UnityEngine.Object.DestroyImmediate(one.GetComponent<Light>());
            Check.Same(1, one.GetComponents<Component>().Length, "components after the removal");
            UnityEngine.Object.DestroyImmediate(one.transform);
            Check.That(Check.Logged().Contains("Can't destroy Transform component"), "the transform cannot be removed");
            Transform old = one.transform;
            GameObject child = new GameObject("child");
            child.transform.SetParent(one.transform);
            RectTransform rect = one.AddComponent<RectTransform>();
            Check.That(rect == one.transform && old == null && child.transform.parent == rect, "a RectTransform replaces the Transform");
            Check.That(one.GetComponentInChildren<RectTransform>() == rect && child.GetComponentInParent<RectTransform>() == rect, "search in children and parents");
            UnityEngine.Object.DestroyImmediate(one);
        }

        private static void Destroyed()
        {
            GameObject one = new GameObject("one");
            GameObject child = new GameObject("child");
            child.transform.SetParent(one.transform);
            Transform place = child.transform;
            int id = one.m_InstanceID;
            UnityEngine.Object.Destroy(one);
            Check.That(one != null && Check.Logged().StartsWith("Error: Destroy may not be called from edit mode!", StringComparison.Ordinal), "Destroy in edit mode");
            UnityEngine.Object.DestroyImmediate(one);
            Check.That(one == null && child == null && place == null, "destroyed objects equal null");
            Check.That(!one && one.Equals(null) && !ReferenceEquals(one, null), "a destroyed object is false, and still an object");
            Check.Throws<MissingReferenceException>(() => child.name = "x", "use of a destroyed object");
            Check.Same("null", one.ToString(), "text of a destroyed object");
            Check.That(World.Load(id, typeof(UnityEngine.Object)) == null, "the id of a destroyed object");
            Check.That(new GameObject("next").m_InstanceID != id, "ids are not used again");
        }

        private static void Copies()
        {
            GameObject one = new GameObject("one");
            GameObject child = new GameObject("child");
            child.transform.SetParent(one.transform);
            child.transform.localPosition = new Vector3(1F, 2F, 3F);
            Everything all = one.AddComponent<Everything>();
            all.other = child;
            all.place = one.transform;
            all.stat.amount = 9F;
            all.hideFlags = HideFlags.NotEditable;
            GameObject copy = UnityEngine.Object.Instantiate(one);
            Everything copied = copy.GetComponent<Everything>();
            Check.Same("one(Clone)", copy.name, "the name of a copy");
            Check.That(copied.other == copy.transform.GetChild(0).gameObject && copied.place == copy.transform, "references inside the copied hierarchy");
            Check.That(copied.stat.amount == 9F && copied.stat != all.stat, "values are copied, not shared");
            Check.Same(HideFlags.NotEditable, copied.hideFlags, "hide flags of a copied component");
            Check.Near(new Vector3(1F, 2F, 3F), copied.other.transform.localPosition, "the place of the copied child");
            Everything second = UnityEngine.Object.Instantiate(all, one.transform);
            Check.That(second.transform.parent == one.transform && second.name == "one(Clone)", "a copy of a component below a parent");
            GameObject placed = UnityEngine.Object.Instantiate(child, new Vector3(5F, 0F, 0F), Quaternion.identity, one.transform);
            Check.Near(new Vector3(5F, 0F, 0F), placed.transform.position, "a copy with a place");
            Config config = ScriptableObject.CreateInstance<Config>();
            config.name = "config";
            config.level = 4;
            Config next = UnityEngine.Object.Instantiate(config);
            Check.That(next.level == 4 && next.name == "config(Clone)", "a copy of a scriptable object");
            UnityEngine.Object.DestroyImmediate(one);
            UnityEngine.Object.DestroyImmediate(copy);
        }

        private static void Search()
        {
            GameObject one = new GameObject("Root");
            GameObject child = new GameObject("Child");
            child.transform.SetParent(one.transform);
            Check.That(GameObject.Find("/Root/Child") == child && GameObject.Find("Child") == child && GameObject.Find("Root/Child") == child, "find by path and name");
            Check.Same(0, UnityEngine.Object.Search<Camera>(false).Length, "no camera");
            Camera camera = child.AddComponent<Camera>();
            child.tag = "MainCamera";
            Check.That(Camera.main == camera && Camera.allCameras.Length == 1, "the main camera");
            one.SetActive(false);
            Check.That(!child.activeInHierarchy && child.activeSelf, "inactive through the parent");
            Check.That(GameObject.Find("Child") == null && UnityEngine.Object.FindAnyObjectByType<Camera>() == null && Camera.allCameras.Length == 0, "inactive objects are not found");
            Check.That(UnityEngine.Object.Search<Camera>(true)[0] == camera && Resources.FindObjectsOfTypeAll<Camera>().Length == 1, "but on request");
            one.hideFlags = HideFlags.HideAndDontSave;
            Check.Same(61, (int)one.hideFlags, "the number of HideAndDontSave");
            UnityEngine.Object.DestroyImmediate(one);
        }

        private static void Scenes()
        {
            SceneData second = World.AddScene("Assets/Second.unity", "Second");
            second.IsLoaded = true;
            GameObject one = new GameObject("moving");
            SceneManager.MoveGameObjectToScene(one, second.Scene);
            Check.That(one.scene.name == "Second" && second.Scene.rootCount == 1, "an object moves to another scene");
            GameObject child = new GameObject("child");
            child.transform.SetParent(one.transform);
            Check.That(child.scene == second.Scene, "a child is in the scene of its parent");
            Check.Same(-1, second.Scene.buildIndex, "a scene that is not in the build");
            World.BuildScenes.Add("Assets/Second.unity");
            Check.Same(0, second.Scene.buildIndex, "a scene of the build");
            Check.Same("Assets/Second.unity", SceneUtility.GetScenePathByBuildIndex(0), "the path of a scene of the build");
            Check.That(!new Scene().IsValid() && second.Scene.IsValid(), "validity of scenes");
            UnityEngine.Object.DestroyImmediate(one);
        }

        private static void Revived()
        {
            GameObject one = new GameObject("revived");
            Light light = one.AddComponent<Light>();
            light.intensity = 3F;
            Node[] states = { SerializedForm.Read(one), SerializedForm.Read(one.transform), SerializedForm.Read(light) };
            int[] ids = { one.m_InstanceID, one.transform.m_InstanceID, light.m_InstanceID };
            SceneData scene = World.SceneOf(one.scene);
            UnityEngine.Object.DestroyImmediate(one);
            Type[] types = { typeof(GameObject), typeof(Transform), typeof(Light) };
            for (int at = 0; at < 3; at++)
            {
                World.Create(types[at], ids[at]);
            }
            for (int at = 0; at < 3; at++)
            {
                SerializedForm.Write(World.Find(ids[at]), states[at]);
            }
            SceneData.Move((GameObject)World.Find(ids[0]), scene);
            Check.That(one != null && light != null && one.GetComponent<Light>() == light && light.intensity == 3F, "an object that is created again with its id");
            Check.That(one.scene == scene.Scene && one.activeInHierarchy, "its scene");
        }
    }
}
