using System;
using System.Collections.Generic;
using System.IO;
using UnityEditor;
using UnityEditor.SceneManagement;
using UnityEngine;
using Object = UnityEngine.Object;

namespace UnityDouble
{
    /// <summary>Writes a hierarchy as a prefab file, and connects a hierarchy with the file that it was written to.</summary>
    internal static class PrefabWriter
    {
        private static readonly Dictionary<int, long> contentIds = new Dictionary<int, long>();

        /// <summary>Writes a hierarchy to a prefab file and returns the root of the prefab.</summary>
        internal static GameObject Save(GameObject root, string path)
        {
            if (!path.EndsWith(".prefab", StringComparison.OrdinalIgnoreCase) || !AssetDatabase.IsValidFolder(AssetPaths.Folder(path)))
            {
                throw new ArgumentException("cannot save a prefab to '" + path + "': expected an existing folder below Assets and the extension .prefab");
            }
            string guid = AssetDatabase.AssetPathToGUID(path);
            LoadedFile old = guid.Length == 0 ? null : LoadedAssets.File(path);
            PrefabCopy copy = new PrefabCopy(root, guid);
            string text;
            try
            {
                foreach (KeyValuePair<int, Object> one in copy.Copies)
                {
                    one.Value.m_FileId = FileId(World.Find(one.Key), root, old);
                }
                foreach (KeyValuePair<int, PrefabInstance> one in copy.Instances)
                {
                    one.Value.m_FileId = InstanceFileId(one.Key, old);
                }
                copy.Root.m_Name = Path.GetFileNameWithoutExtension(path);
                text = SceneFile.SavePrefab(copy.Root, old == null ? null : Template(old, copy)).Write();
            }
            finally
            {
                copy.Remove();
            }
            System.IO.File.WriteAllText(MetaFile.FullPath(path), text);
            AssetPaths.NoteWithFolders(path);
            if (old != null)
            {
                AssetReimport.Replace(path, old);
            }
            LoadedFile file = LoadedAssets.File(path);
            AssetImports.Imported(path);
            return file.Root;
        }

        // The documents of the old file that are no objects, with references to the copied instances.
        private static LoadedFile Template(LoadedFile old, PrefabCopy copy)
        {
            Dictionary<int, int> ids = new Dictionary<int, int>();
            foreach (PrefabInstance instance in copy.Instances.Values)
            {
                if (instance.m_FileId != 0 && old.Objects.TryGetValue(instance.m_FileId, out Object before))
                {
                    ids[before.m_InstanceID] = instance.m_InstanceID;
                }
            }
            LoadedFile template = new LoadedFile(old.Guid) { BreaksFlow = old.BreaksFlow };
            template.Order.AddRange(old.Order);
            foreach (YamlDocument document in old.Kept)
            {
                template.Kept.Add(new YamlDocument
                {
                    ClassId = document.ClassId,
                    FileId = document.FileId,
                    ClassName = document.ClassName,
                    IsStripped = document.IsStripped,
                    Node = document.Node.Copy(delegate(int id) { return ids.TryGetValue(id, out int copied) ? copied : id; }),
                });
            }
            return template;
        }

        /// <summary>Makes a hierarchy an instance of the prefab that it was saved as.</summary>
        internal static void Connect(GameObject root, string path)
        {
            LoadedFile file = LoadedAssets.File(path);
            PrefabInstance instance = PrefabLinks.Instance(root);
            if (instance == null || instance.Root != root || instance.SourceGuid != file.Guid)
            {
                instance = NewInstance(file, World.SceneOf(root.scene));
                instance.Root = root;
            }
            List<Object> own = Hierarchy.WithComponents(root);
            List<Object> sources = Hierarchy.WithComponents(file.Root);
            if (own.Count != sources.Count)
            {
                throw new InvalidOperationException("cannot connect " + root.name + " with " + path + ": the prefab has other objects");
            }
            PrefabMap map = new PrefabMap(instance);
            for (int i = 0; i < own.Count; i++)
            {
                // Instances of other prefabs inside become part of the new instance.
                map.Link(own[i], sources[i]);
            }
        }

        // The instance of a temporary copy, whose objects are removed again.
        private static PrefabInstance NewInstance(LoadedFile file, SceneData scene)
        {
            GameObject copy = PrefabLinks.Instantiate(file, scene, null);
            PrefabInstance instance = PrefabLinks.Instance(copy);
            SceneData.Move(copy, null);
            Hierarchy.WithComponents(copy).ForEach(World.Remove);
            return instance;
        }

        /// <summary>
        /// Loads a copy of a prefab for editing into a preview scene of its own.
        /// </summary>
        internal static GameObject LoadContents(string path)
        {
            LoadedFile file = LoadedAssets.File(path);
            if (file == null || ReferenceEquals(file.Root, null))
            {
                throw new ArgumentException("Path: " + path + ", does not exist or is not a prefab");
            }
            PrefabCopy copy = new PrefabCopy(file.Root, file.Guid);
            GameObject root = copy.Root;
            foreach (KeyValuePair<int, Object> one in copy.Copies)
            {
                contentIds[one.Value.m_InstanceID] = World.Find(one.Key).m_FileId;
            }
            foreach (KeyValuePair<int, PrefabInstance> one in copy.Instances)
            {
                contentIds[one.Value.m_InstanceID] = World.Find(one.Key).m_FileId;
            }
            SceneData.Move(root, World.AddPreviewScene(Path.GetFileNameWithoutExtension(path)));
            LifeCycle.Wake(root);
            return root;
        }

        internal static void UnloadContents(GameObject root)
        {
            if (!EditorSceneManager.IsPreviewSceneObject(root))
            {
                throw new ArgumentException("Specified object is not part of Prefab contents");
            }
            foreach (GameObject top in World.SceneOf(root.scene).Roots)
            {
                Hierarchy.WithComponents(top).ForEach(delegate(Object one) { contentIds.Remove(one.m_InstanceID); });
            }
            EditorSceneManager.ClosePreviewScene(root.scene);
        }

        /// <summary>Returns an unused number for a new object of a file.</summary>
        internal static long NewFileId(LoadedFile file)
        {
            long id;
            do
            {
                id = BitConverter.ToInt64(Guid.NewGuid().ToByteArray(), 0) & long.MaxValue;
            }
            while (id == 0 || file.Objects.ContainsKey(id));
            return id;
        }

        // An object keeps its number in the file: by its link, by the loaded contents, or by the same place in the old file.
        private static long FileId(Object one, GameObject root, LoadedFile old)
        {
            if (contentIds.TryGetValue(one.m_InstanceID, out long content))
            {
                return content;
            }
            PrefabInstance instance = PrefabLinks.Instance(one);
            if (instance != null)
            {
                Object source = PrefabLinks.Source(one);
                return old != null && source != null && instance.SourceGuid == old.Guid ? source.m_FileId : 0;
            }
            if (old == null || ReferenceEquals(old.Root, null))
            {
                return 0;
            }
            Object counterpart = Counterpart(one, root, old.Root);
            return counterpart == null || PrefabLinks.Instance(counterpart) != null ? 0 : counterpart.m_FileId;
        }

        private static long InstanceFileId(int original, LoadedFile old)
        {
            if (contentIds.TryGetValue(original, out long content))
            {
                return content;
            }
            Object instance = World.Find(original);
            return old != null && old.Objects.ContainsValue(instance) ? instance.m_FileId : 0;
        }

        private static Object Counterpart(Object one, GameObject root, GameObject otherRoot)
        {
            Component component = one as Component;
            GameObject owner = ReferenceEquals(component, null) ? (GameObject)one : component.m_GameObject;
            string path = string.Empty;
            for (Transform at = owner.transform; at != root.transform; at = at.parent)
            {
                path = path.Length == 0 ? at.gameObject.name : at.gameObject.name + "/" + path;
            }
            Transform found = path.Length == 0 ? otherRoot.transform : otherRoot.transform.Find(path);
            if (found == null)
            {
                return null;
            }
            if (ReferenceEquals(component, null))
            {
                return found.gameObject;
            }
            int index = Array.IndexOf(owner.GetComponents(component.GetType()), component);
            Component[] others = found.gameObject.GetComponents(component.GetType());
            return index >= 0 && index < others.Length ? others[index] : null;
        }
    }
}
