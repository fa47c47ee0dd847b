using System.Collections.Generic;
using System.Linq;
using UnityDouble;
using UnityEngine;

namespace EngineCheck
{
    /// <summary>Instances of prefabs of the fixtures, against values that were read out of the files by hand.</summary>
    internal static class PrefabChecks
    {
        internal static void Run(string folder)
        {
            FolderAssets assets = new FolderAssets(folder);
            World.Assets = assets;
            SceneData scene = assets.Open("cli-loop/Assets/Scenes/SampleScene.unity");
            Cube(scene);
            Image(scene);
            Changes(scene, assets);
            Removed(assets);
        }

        private static void Cube(SceneData scene)
        {
            GameObject cube = scene.Roots[2];
            Check.Same("Cube", cube.name, "the instance at its place among the roots");
            Check.Near(new Vector3(0F, 0F, -1.077F), cube.transform.localPosition, "a modified place");
            Check.That(cube.GetComponent<BoxCollider>() != null && cube.GetComponent<MeshFilter>().sharedMesh.name == "Cube", "components of the prefab");
            Check.Same(1, cube.transform.childCount, "children of the prefab");
            GameObject source = PrefabLinks.Source(cube) as GameObject;
            Check.That(source != null && source.name == "Cube" && source != cube && !source.scene.IsValid(), "the object of the prefab file");
            Check.Same(3833078864604246926L, World.FileOf(source.m_InstanceID).FileId, "its number in the file");
            Check.Near(Vector3.zero, source.transform.localPosition, "the place in the prefab");
            PrefabInstance instance = PrefabLinks.Instance(cube);
            Check.That(instance != null && instance.Root == cube && instance.SourceGuid == "b468f270ead8c427b9b976f53731c805" && !instance.IsMissing, "the instance");
            Check.Same(instance.Objects.Count, Hierarchy.WithComponents(source).Count, "all objects of the prefab have a copy");
            Check.That(PrefabLinks.Source(cube.transform.GetChild(0)) == source.transform.GetChild(0), "the link of a child's transform");
            Check.That(PrefabLinks.Instance(scene.Roots[0]) == null && PrefabLinks.Source(scene.Roots[0]) == null, "an ordinary object has no link");
        }

        private static void Image(SceneData scene)
        {
            Transform canvas = scene.Roots[3].transform;
            RectTransform image = (RectTransform)canvas.Find("Image");
            Check.That(image != null && image.parent == canvas, "an instance below an object of the scene");
            Check.Same(new Vector2(129.10162F, 82.68353F), image.anchoredPosition, "its modified anchored place");
            Check.Near(-109.98277F, image.localPosition.z, "its modified depth");
            RectTransform label = (RectTransform)image.GetComponentsInChildren<RectTransform>(true).First(one => one.name == "Label");
            Check.Same(new Vector2(-28F, -3F), label.sizeDelta, "an unmodified value of the prefab");
        }

        private static void Changes(SceneData scene, FolderAssets assets)
        {
            GameObject cube = scene.Roots[2];
            PrefabInstance instance = PrefabLinks.Instance(cube);
            int before = PrefabLinks.Modifications(instance).Count;
            cube.GetComponent<BoxCollider>().size = new Vector3(1F, 5F, 1F);
            cube.AddComponent<Light>();
            GameObject added = new GameObject("Added");
            added.transform.SetParent(cube.transform, false);
            List<PrefabModification> now = PrefabLinks.Modifications(instance);
            Check.Same(before + 1, now.Count, "one more modification");
            PrefabModification last = now[now.Count - 1];
            Check.That(last.Path == "m_Size.y" && last.Value == "5" && last.Target.FileId == 5050381336745674243L, "the modification of the collider");
            string text = SceneFile.Save(scene).Write();
            SceneLoading.Unload(scene);
            SceneData again = World.AddScene("again", "again");
            SceneFile.Load(YamlFile.Read(text), again);
            again.IsLoaded = true;
            GameObject read = again.Roots[2];
            Check.That(read.GetComponent<BoxCollider>().size.y == 5F && read.GetComponent<Light>() != null && read.transform.Find("Added") != null, "modification, added component and added object from the file");
            Check.That(PrefabLinks.Instance(read.GetComponent<Light>()) == null && PrefabLinks.Instance(read.GetComponent<BoxCollider>()) != null, "what was added does not belong to the instance");
            YamlChecks.Compare(text, SceneFile.Save(again).Write(), "the changed instance written again");
            PrefabInstance link = PrefabLinks.Instance(read);
            PrefabLinks.SetModifications(link, PrefabLinks.Modifications(link).Where(one => one.Path != "m_Size.y").ToList());
            Check.Same(1F, read.GetComponent<BoxCollider>().size.y, "a reverted modification");
            Object.DestroyImmediate(read.GetComponent<BoxCollider>());
            Check.That(SceneFile.Save(again).Write().Contains("    m_RemovedComponents:\n    - {fileID: 5050381336745674243, guid: b468f270ead8c427b9b976f53731c805, type: 3}\n"), "a removed component in the file");
            PrefabLinks.Unpack(link);
            Check.That(PrefabLinks.Instance(read) == null && !SceneFile.Save(again).Write().Contains("b468f270ead8c427b9b976f53731c805"), "an unpacked instance");
            SceneLoading.Unload(again);
        }

        private static void Removed(FolderAssets assets)
        {
            SceneData scene = assets.Open("ui-effect/Assets/Samples/Demo/UIEffect_AvailableFilters.unity");
            PrefabInstance instance = PrefabLinks.Instances.First(one => one.m_FileId == 1599479417L);
            GameObject source = (GameObject)PrefabLinks.Source(instance.Root);
            int wanted = Hierarchy.WithComponents(source).Count - 2;
            Check.Same(wanted, instance.Objects.Count, "two components that the file lists as removed");
            SceneLoading.Unload(scene);
            Check.Same(0, PrefabLinks.Instances.Count(one => World.FileOf(one.m_InstanceID) == null), "instances after the scene is closed");
        }
    }
}
