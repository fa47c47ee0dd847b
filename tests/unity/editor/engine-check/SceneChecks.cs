using System;
using System.IO;
using System.Linq;
using UnityDouble;
using UnityEngine;

namespace EngineCheck
{
    /// <summary>Scene and prefab files turned into objects and back.</summary>
    internal static class SceneChecks
    {
        private const string Sample = "cli-loop/Assets/Scenes/SampleScene.unity";

        internal static void Run(string folder)
        {
            FolderAssets assets = new FolderAssets(folder);
            World.Assets = assets;
            foreach (string path in Directory.GetFiles(folder, "*.unity", SearchOption.AllDirectories))
            {
                SceneData scene = assets.Open(path.Substring(folder.TrimEnd('/').Length + 1));
                YamlChecks.Compare(File.ReadAllText(path), SceneFile.Save(scene).Write(), "objects of " + path);
                SceneLoading.Unload(scene);
            }
            foreach (string path in Directory.GetFiles(folder, "*.prefab", SearchOption.AllDirectories))
            {
                LoadedFile prefab = assets.Prefab(assets.GuidOf(path));
                YamlChecks.Compare(File.ReadAllText(path), SceneFile.SavePrefab(prefab.Root, prefab).Write(), "objects of " + path);
            }
            Values(assets);
            Edited(assets);
            New(assets);
        }

        /// <summary>Values that were read out of the file by hand.</summary>
        private static void Values(FolderAssets assets)
        {
            SceneData scene = assets.Open(Sample);
            Check.Same("Main Camera,Directional Light,Cube,Canvas", string.Join(",", scene.Roots.Take(4).Select(root => root.name).ToArray()), "the roots in the order of SceneRoots");
            GameObject camera = scene.Roots[0];
            Check.That(camera.m_InstanceID > 0 && camera.tag == "MainCamera", "an object of a file has a positive id");
            Check.Near(new Vector3(2.1573856F, 1.445015F, -1.5453995F), camera.transform.position, "the place of the camera");
            Check.Same(-1F, camera.GetComponent<Camera>().depth, "the depth of the camera");
            Component[] components = camera.GetComponents<Component>();
            Check.That(components.Length == 4 && components[3] == null, "a missing script is null in the list of components");
            Check.Same("UnityEngine.AudioListener, UnityEngine.AudioModule", components[2].GetType().FullName + ", " + components[2].GetType().Assembly.GetName().Name, "a component of a module");
            Check.Same(2F, scene.Roots[1].GetComponent<Light>().intensity, "the light");
            SceneLoading.Unload(scene);
        }

        private static void Edited(FolderAssets assets)
        {
            SceneData scene = assets.Open(Sample);
            string before = SceneFile.Save(scene).Write();
            scene.Roots[0].name = "Renamed: camera";
            scene.Roots[1].GetComponent<Light>().intensity = 0.25F;
            scene.Roots[2].transform.localPosition = new Vector3(0F, 0F, 4F);
            string[] old = before.Split('\n');
            string[] now = SceneFile.Save(scene).Write().Split('\n');
            string[] changed = Enumerable.Range(0, old.Length).Where(at => old[at] != now[at]).Select(at => now[at].Trim()).ToArray();
            Check.Same(old.Length, now.Length, "the number of lines after changes of values");
            Check.Same("m_Name: 'Renamed: camera' | m_Intensity: 0.25 | value: 4", string.Join(" | ", changed), "only the changed values change in the file");
            SceneLoading.Unload(scene);
            scene = assets.Open("ui-effect/Assets/Demos/AllocTest/AllocTest.unity");
            before = SceneFile.Save(scene).Write();
            foreach (UnityEngine.Object one in scene.AllObjects().SelectMany(root => Hierarchy.WithComponents(root)).Distinct())
            {
                SerializedForm.Write(one, SerializedForm.Read(one));
            }
            YamlChecks.Compare(before, SceneFile.Save(scene).Write(), "the state written back, as an undo does, in a file of Unity 2020");
            SceneLoading.Unload(scene);
        }

        private static void New(FolderAssets assets)
        {
            SceneData scene = World.AddScene("Assets/New.unity", "New");
            scene.IsLoaded = true;
            World.Activate(scene);
            GameObject root = new GameObject("Root", typeof(Camera), typeof(MeshFilter), typeof(MeshRenderer));
            root.GetComponent<MeshFilter>().sharedMesh = Resources.GetBuiltinResource<Mesh>("Cube.fbx");
            GameObject child = new GameObject("Child");
            child.transform.SetParent(root.transform);
            new GameObject("hidden") { hideFlags = HideFlags.DontSave };
            string text = SceneFile.Save(scene).Write();
            Check.That(text.Contains("  m_Mesh: {fileID: 10202, guid: 0000000000000000e000000000000000, type: 0}\n"), "a reference to a built-in mesh");
            Check.That(!text.Contains("hidden"), "an object that is not saved");
            Check.That(text.Contains("  m_projectionMatrixMode: 1\n"), "fields of a new camera that the double does not use");
            SceneData again = World.AddScene("Assets/New2.unity", "New2");
            SceneFile.Load(YamlFile.Read(text), again);
            again.IsLoaded = true;
            Check.That(again.Roots.Count == 1 && again.Roots[0].transform.GetChild(0).name == "Child" && again.Roots[0].GetComponent<MeshFilter>().sharedMesh.name == "Cube", "a new scene read again");
            YamlChecks.Compare(text, SceneFile.Save(again).Write(), "a new scene written again");
            LoadedFile prefab = SceneFile.LoadPrefab(YamlFile.Read(SceneFile.SavePrefab(root, null).Write()), "22222222222222222222222222222222");
            Check.That(prefab.Root.name == "Root" && !prefab.Root.scene.IsValid() && !prefab.Root.activeInHierarchy && prefab.Root.transform.childCount == 1, "a new prefab");
            GameObject instance = PrefabLinks.Instantiate(prefab, scene, null);
            instance.transform.GetChild(0).name = "Changed";
            string with = SceneFile.Save(scene).Write();
            Check.That(with.Contains("m_SourcePrefab: {fileID: 100100000, guid: 22222222222222222222222222222222, type: 3}") && with.Contains("      value: Changed\n"), "a new instance of a prefab in a file");
        }
    }
}
