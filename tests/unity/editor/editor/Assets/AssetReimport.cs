using System;
using System.Collections.Generic;
using UnityEditor;
using UnityEngine;
using Object = UnityEngine.Object;

namespace UnityDouble
{
    /// <summary>Reads a file again whose objects are in memory.</summary>
    internal static class AssetReimport
    {
        /// <summary>
        /// Updates the objects in memory from the file. They stay the same objects unless the file has other objects
        /// or other types than before; then new objects take over the instance ids.
        /// </summary>
        internal static void Replace(string path, LoadedFile old)
        {
            TextAsset text = LoadedAssets.Main(path) as TextAsset;
            if (!ReferenceEquals(text, null))
            {
                text.m_Script = System.IO.File.ReadAllText(MetaFile.FullPath(path));
                return;
            }
            bool isPrefab = path.EndsWith(".prefab", StringComparison.OrdinalIgnoreCase);
            if (!isPrefab && !path.EndsWith(".asset", StringComparison.OrdinalIgnoreCase) && !path.EndsWith(".mat", StringComparison.OrdinalIgnoreCase))
            {
                return;
            }
            YamlFile file = YamlFile.Read(System.IO.File.ReadAllText(MetaFile.FullPath(path)));
            LoadedFile now = UpdateInPlace(old, file, isPrefab) ? old : Exchange(path, old);
            foreach (Object one in now.Objects.Values)
            {
                DirtyObjects.Clear(one.m_InstanceID);
            }
            if (!ReferenceEquals(now.Root, null))
            {
                PrefabPropagation.Run(now);
            }
        }

        /// <summary>Reads the documents of a file that are no objects, which no domain reload keeps.</summary>
        internal static void RestoreDocuments(string path, LoadedFile file)
        {
            string full = MetaFile.FullPath(path);
            if (!path.EndsWith(".prefab", StringComparison.OrdinalIgnoreCase) && !path.EndsWith(".asset", StringComparison.OrdinalIgnoreCase) || !System.IO.File.Exists(full))
            {
                return;
            }
            YamlFile text = YamlFile.Read(System.IO.File.ReadAllText(full));
            file.BreaksFlow = text.BreaksFlow;
            foreach (YamlDocument document in text.Documents)
            {
                file.Order.Add(document.FileId);
                if (document.IsStripped || !file.Objects.ContainsKey(document.FileId))
                {
                    document.Node = ReferenceForms.ToState(document.Node, file.Objects);
                    file.Kept.Add(document);
                }
            }
        }

        private static bool UpdateInPlace(LoadedFile old, YamlFile file, bool isPrefab)
        {
            // The values come from a second copy of the file under another GUID.
            string temporary = Guid.NewGuid().ToString("N");
            HashSet<Object> before = new HashSet<Object>(World.All);
            LoadedFile read = isPrefab ? SceneFile.LoadPrefab(file, temporary) : SceneFile.LoadAsset(file, temporary);
            bool same = IsSameStructure(old, read);
            if (same)
            {
                Dictionary<int, int> ids = new Dictionary<int, int>();
                foreach (KeyValuePair<long, Object> one in read.Objects)
                {
                    ids[one.Value.m_InstanceID] = old.Objects[one.Key].m_InstanceID;
                }
                foreach (KeyValuePair<long, Object> one in read.Objects)
                {
                    Node form = SerializedForm.Read(one.Value).Copy(delegate(int id) { return ids.TryGetValue(id, out int known) ? known : id; });
                    SerializedForm.Write(old.Objects[one.Key], form);
                    LifeCycle.Validate(old.Objects[one.Key] as ScriptableObject);
                }
                old.BreaksFlow = read.BreaksFlow;
                old.Kept.Clear();
                old.Kept.AddRange(read.Kept);
                old.Order.Clear();
                old.Order.AddRange(read.Order);
            }
            foreach (Object one in World.All)
            {
                FileReference reference = World.FileOf(one.m_InstanceID);
                if (!before.Contains(one) && (reference == null || reference.Guid == temporary))
                {
                    World.SetFile(one.m_InstanceID, null);
                    World.Remove(one);
                }
            }
            return same;
        }

        private static bool IsSameStructure(LoadedFile old, LoadedFile read)
        {
            if (old.Objects.Count != read.Objects.Count)
            {
                return false;
            }
            foreach (KeyValuePair<long, Object> one in read.Objects)
            {
                bool known = old.Objects.TryGetValue(one.Key, out Object before) && before != null && before.GetType() == one.Value.GetType();
                if (!known || one.Value.m_PrefabInstance.Id != 0 || before.m_PrefabInstance.Id != 0 || one.Value is PrefabInstance)
                {
                    return false;
                }
            }
            return true;
        }

        // Other objects that refer to the file are written again, so that they refer to the new objects.
        private static LoadedFile Exchange(string path, LoadedFile old)
        {
            HashSet<int> ids = new HashSet<int>();
            foreach (Object one in old.Objects.Values)
            {
                ids.Add(one.m_InstanceID);
            }
            List<KeyValuePair<Object, Node>> referring = new List<KeyValuePair<Object, Node>>();
            foreach (Object one in World.All)
            {
                if (ids.Contains(one.m_InstanceID))
                {
                    continue;
                }
                Node form = SerializedForm.Read(one);
                foreach (int id in form.References())
                {
                    if (ids.Contains(id))
                    {
                        referring.Add(new KeyValuePair<Object, Node>(one, form));
                        break;
                    }
                }
            }
            LoadedAssets.Forget(old.Guid);
            LoadedFile now = LoadedAssets.File(path);
            foreach (KeyValuePair<Object, Node> one in referring)
            {
                SerializedForm.Write(one.Key, one.Value);
            }
            return now;
        }
    }
}
