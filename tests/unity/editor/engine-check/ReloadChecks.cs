using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using UnityDouble;
using UnityEngine;

namespace EngineCheck
{
    /// <summary>The world saved in one domain and restored in the next one, with equal ids and values.</summary>
    internal static class ReloadChecks
    {
        internal static int Run(string folder)
        {
            byte[] saved;
            string[] before;
            int count = 0;
            using (Child first = new Child(folder))
            {
                first.Side.Build();
                before = first.Side.Describe();
                saved = first.Side.Save();
                count += first.Side.Checks;
            }
            // Twice, because the second reload saves what the first one restored.
            for (int round = 1; round <= 2; round++)
            {
                using (Child next = new Child(folder))
                {
                    next.Side.Restore(saved);
                    string[] after = next.Side.Describe();
                    Check.Same(before.Length, after.Length, "reload " + round + ": the number of objects");
                    for (int at = 0; at < before.Length; at++)
                    {
                        Check.Same(before[at], after[at], "reload " + round);
                    }
                    next.Side.Look();
                    saved = next.Side.Save();
                    count += next.Side.Checks;
                }
            }
            using (Child without = new Child(folder))
            {
                without.Side.RestoreWithout(saved);
                saved = without.Side.Save();
                count += without.Side.Checks;
            }
            using (Child again = new Child(folder))
            {
                again.Side.RestoreAgain(saved);
                count += again.Side.Checks;
            }
            return count + Check.Count;
        }

        /// <summary>A domain that is unloaded at the end.</summary>
        private sealed class Child : IDisposable
        {
            private readonly AppDomain domain;

            internal Child(string folder)
            {
                domain = AppDomain.CreateDomain("scripts", null, AppDomain.CurrentDomain.SetupInformation);
                Side = (ReloadSide)domain.CreateInstanceAndUnwrap(Assembly.GetExecutingAssembly().FullName, typeof(ReloadSide).FullName);
                Side.Begin(folder);
            }

            internal ReloadSide Side { get; private set; }

            public void Dispose()
            {
                AppDomain.Unload(domain);
            }
        }
    }

    /// <summary>The part of the check that runs in the domain of the scripts.</summary>
    internal sealed class ReloadSide : MarshalByRefObject
    {
        private const string EverythingGuid = "33333333333333333333333333333333";

        public int Checks
        {
            get { return Check.Count; }
        }

        public void Begin(string folder)
        {
            Check.Begin("reload");
            World.Assets = new FolderAssets(folder);
            ((FolderAssets)World.Assets).Scripts[EverythingGuid] = typeof(Everything);
        }

        public void Build()
        {
            SceneData scene = ((FolderAssets)World.Assets).Open("cli-loop/Assets/Scenes/SampleScene.unity");
            GameObject one = new GameObject("mine");
            Everything all = one.AddComponent<Everything>();
            all.other = scene.Roots[0];
            all.place = scene.Roots[2].transform;
            all.text = "kept";
            all.Secret = 77;
            all.nothing = new Stat { label = "made" };
            Config config = ScriptableObject.CreateInstance<Config>();
            config.level = 9;
            config.name = "config";
            Config next = ScriptableObject.CreateInstance<Config>();
            config.next = next;
            EditNoting edit = one.AddComponent<EditNoting>();
            edit.Secret = 5;
            Check.Same("mine.Awake mine.OnEnable", Journal.Take(), "awoken before the reload");
            GameObject gone = new GameObject("gone");
            all.others = new[] { gone, one };
            UnityEngine.Object.DestroyImmediate(gone);
            scene.IsDirty = true;
        }

        /// <summary>Each object with its id, its type and its state.</summary>
        public string[] Describe()
        {
            List<string> lines = World.All.OrderBy(one => one.m_InstanceID).Select(Line).ToList();
            lines.AddRange(World.Scenes.Select(scene => scene.Handle + " " + scene.Path + " " + scene.IsLoaded + " " + scene.IsDirty + " "
                + string.Join(",", scene.Roots.Select(root => root.name).ToArray())));
            return lines.ToArray();
        }

        private static string Line(UnityEngine.Object one)
        {
            Node state = SerializedForm.Read(one, true);
            List<string> parts = new List<string>();
            Write(state, parts);
            FileReference file = World.FileOf(one.m_InstanceID);
            return one.m_InstanceID + " " + one.GetType().FullName + " " + one.m_FileId + " " + file + " " + string.Join(" ", parts.ToArray());
        }

        private static void Write(Node node, List<string> to)
        {
            for (int at = 0; at < node.Items.Count; at++)
            {
                if (node.Keys != null)
                {
                    to.Add(node.Keys[at] + ":");
                }
                Write(node.Items[at], to);
            }
            if (node.Items.Count == 0)
            {
                to.Add(node.Kind == NodeKind.Reference ? "#" + node.AsId : node.Kind >= NodeKind.List ? "()" : node.AsText);
            }
        }

        public byte[] Save()
        {
            LifeCycle.BeforeReload();
            string heard = Journal.Take();
            Check.Same("mine.OnDisable", heard, "disabled before the reload");
            return World.Save();
        }

        public void Restore(byte[] saved)
        {
            World.Restore(saved, (assembly, name) => Type.GetType(name + ", " + assembly));
            Check.Same("", Journal.Take(), "no message while the world is restored");
            LifeCycle.AfterReload();
            Check.Same("mine.OnEnable", Journal.Take(), "enabled after the reload, not awoken again");
        }

        /// <summary>A reload after which one class is missing, and a missing one is back.</summary>
        public void RestoreWithout(byte[] saved)
        {
            ((FolderAssets)World.Assets).Scripts["a79441f348de89743a2939f4d699eac1"] = typeof(Lamp);
            World.Restore(saved, (assembly, name) => name == typeof(Everything).FullName ? null : Type.GetType(name + ", " + assembly));
            LifeCycle.AfterReload();
            Journal.Take();
            Component[] components = GameObject.Find("mine").GetComponents<Component>();
            Check.That(components.Length == 3 && components[1] == null && components[2] is EditNoting, "a class that is missing after the reload");
            Check.That(SceneFile.Save(World.Scenes[0]).Write().Contains("  text: kept\n"), "its values are still written to the file");
            Check.That(World.Scenes[0].Roots[0].GetComponent<Lamp>() != null, "a class that is back after the reload");
        }

        public void RestoreAgain(byte[] saved)
        {
            ((FolderAssets)World.Assets).Scripts[EverythingGuid] = typeof(Everything);
            World.Restore(saved, (assembly, name) => Type.GetType(name + ", " + assembly));
            Everything all = GameObject.Find("mine").GetComponent<Everything>();
            Check.That(all != null && all.text == "kept" && all.place == World.Scenes[0].Roots[2].transform, "values of a class that was missing in between");
        }

        public void Look()
        {
            GameObject one = GameObject.Find("mine");
            Everything all = one.GetComponent<Everything>();
            Check.That(all.text == "kept" && all.Secret == 77 && all.nothing.label == "made", "public and private values");
            Check.That(all.other == World.Scenes[0].Roots[0] && all.place == World.Scenes[0].Roots[2].transform, "references");
            Check.That(all.others[0] == null && all.others[1] == one, "a reference to a destroyed object");
            Check.That(World.Active == World.Scenes[0] && World.Scenes[0].IsDirty, "the active scene");
            GameObject cube = World.Scenes[0].Roots[2];
            Check.That(PrefabLinks.Instance(cube).Root == cube && PrefabLinks.Source(cube).name == "Cube", "prefab links");
            Config config = Resources.FindObjectsOfTypeAll<Config>().First(found => found.level == 9);
            Check.That(config.name == "config" && config.next != null && config.next.level == 1, "scriptable objects");
            int lowest = World.All.Min(found => found.m_InstanceID);
            GameObject fresh = new GameObject("fresh");
            Check.That(fresh.m_InstanceID < lowest, "new ids go on after the saved ones");
            UnityEngine.Object.DestroyImmediate(fresh);
            string text = ((FolderAssets)World.Assets).SceneText("cli-loop/Assets/Scenes/SampleScene.unity");
            UnityEngine.Object.DestroyImmediate(UnityEngine.Object.Instantiate(one));
            one.hideFlags = HideFlags.DontSave;
            YamlChecks.Compare(text, SceneFile.Save(World.Scenes[0]).Write(), "the scene written after the reload");
            one.hideFlags = HideFlags.None;
            Journal.Take();
        }
    }
}
