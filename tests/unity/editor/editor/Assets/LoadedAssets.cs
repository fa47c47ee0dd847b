using System;
using System.Collections.Generic;
using System.IO;
using UnityEditor;
using UnityEngine;
using Object = UnityEngine.Object;

namespace UnityDouble
{
    /// <summary>The asset files whose objects are in memory.</summary>
    internal static class LoadedAssets
    {
        private const long SceneId = 102900000;
        private const long TextId = 4900000;
        private static readonly Dictionary<string, LoadedFile> files = new Dictionary<string, LoadedFile>(StringComparer.Ordinal);

        /// <summary>
        /// True while the world is restored after a domain reload: what was loaded before exists, and nothing else is
        /// loaded.
        /// </summary>
        internal static bool IsRestoring { get; set; }

        /// <summary>Returns the loaded file of a path, loading it if needed; null if the path has no asset.</summary>
        internal static LoadedFile File(string path)
        {
            AssetEntry entry = AssetList.OfPath(path);
            if (entry == null)
            {
                return null;
            }
            if (!files.TryGetValue(entry.Guid, out LoadedFile file))
            {
                file = Read(entry);
                files[entry.Guid] = file;
            }
            return file;
        }

        /// <summary>Returns the object of a file, or null.</summary>
        internal static Object Load(FileReference reference)
        {
            if (IsRestoring)
            {
                return World.Find(World.IdOf(reference));
            }
            AssetEntry entry = AssetList.OfGuid(reference.Guid);
            LoadedFile file = entry == null ? null : File(entry.Path);
            return file != null && file.Objects.TryGetValue(reference.FileId, out Object found) ? found : null;
        }

        /// <summary>Returns the main object of a file, or null.</summary>
        internal static Object Main(string path)
        {
            LoadedFile file = File(path);
            if (file == null)
            {
                return null;
            }
            if (!ReferenceEquals(file.Root, null))
            {
                return file.Root;
            }
            foreach (long id in new[] { 11400000, 2100000, ScriptFiles.ScriptId, TextId, SceneId })
            {
                if (file.Objects.TryGetValue(id, out Object main))
                {
                    return main;
                }
            }
            foreach (Object one in file.Objects.Values)
            {
                return one;
            }
            return null;
        }

        /// <summary>Adds an object in memory as the file that was written for it.</summary>
        internal static void Adopt(string guid, LoadedFile file)
        {
            files[guid] = file;
        }

        internal static bool IsLoaded(string guid)
        {
            return files.ContainsKey(guid);
        }

        /// <summary>After a file changed on disk: reads the values again into the objects that exist.</summary>
        internal static void Reimport(string path)
        {
            AssetEntry entry = AssetList.OfPath(path);
            if (entry != null)
            {
                AssetImporter.Reimported(path);
            }
            if (entry == null || !files.TryGetValue(entry.Guid, out LoadedFile old))
            {
                return;
            }
            AssetReimport.Replace(path, old);
        }

        /// <summary>Forgets the objects of a file that was deleted.</summary>
        internal static void Unload(string path)
        {
            foreach (KeyValuePair<string, LoadedFile> file in new List<KeyValuePair<string, LoadedFile>>(files))
            {
                if (AssetList.OfGuid(file.Key) == null || AssetList.OfGuid(file.Key).Path == path)
                {
                    Forget(file.Key);
                }
            }
        }

        /// <summary>Removes the objects of a file from memory; the next access reads the file.</summary>
        internal static void Forget(string guid)
        {
            if (files.TryGetValue(guid, out LoadedFile file))
            {
                files.Remove(guid);
                foreach (Object one in new List<Object>(file.Objects.Values))
                {
                    World.Remove(one);
                }
            }
        }

        /// <summary>The objects of a moved file keep their identity; the main object gets the new name.</summary>
        internal static void Moved(string to)
        {
            AssetEntry entry = AssetList.OfPath(to);
            if (entry != null && files.ContainsKey(entry.Guid))
            {
                Object main = Main(to);
                if (main != null)
                {
                    main.StoredName = Path.GetFileNameWithoutExtension(to);
                }
            }
        }

        /// <summary>Writes the file of an asset if one of its objects is dirty.</summary>
        internal static bool SaveIfDirty(string path)
        {
            AssetEntry entry = AssetList.OfPath(path);
            if (entry == null || !files.TryGetValue(entry.Guid, out LoadedFile file))
            {
                return false;
            }
            bool dirty = false;
            foreach (Object one in file.Objects.Values)
            {
                dirty |= one != null && EditorUtility.IsDirty(one);
            }
            if (dirty)
            {
                AssetWriter.Write(path, file);
            }
            return dirty;
        }

        /// <summary>After a domain reload: finds the loaded files again from the objects of the restored world.</summary>
        internal static void Restore()
        {
            foreach (Object one in World.All)
            {
                FileReference reference = World.FileOf(one.m_InstanceID);
                if (reference == null || AssetList.OfGuid(reference.Guid) == null)
                {
                    continue;
                }
                if (!files.TryGetValue(reference.Guid, out LoadedFile file))
                {
                    file = new LoadedFile(reference.Guid);
                    files[reference.Guid] = file;
                }
                file.Objects[reference.FileId] = one;
                GameObject owner = one as GameObject;
                if (!ReferenceEquals(owner, null) && owner.transform.parent == null)
                {
                    file.Root = owner;
                }
            }
            foreach (LoadedFile file in files.Values)
            {
                AssetReimport.RestoreDocuments(AssetDatabase.GUIDToAssetPath(file.Guid), file);
                PrefabPropagation.NoteBaseline(file);
            }
        }

        private static LoadedFile Read(AssetEntry entry)
        {
            string full = MetaFile.FullPath(entry.Path);
            string ending = Directory.Exists(full) ? string.Empty : Path.GetExtension(entry.Path).ToLowerInvariant();
            switch (ending)
            {
                case ".prefab":
                    LoadedFile prefab = SceneFile.LoadPrefab(YamlFile.Read(System.IO.File.ReadAllText(full)), entry.Guid);
                    if (!PrefabPropagation.HasBaseline(entry.Guid))
                    {
                        PrefabPropagation.NoteBaseline(prefab);
                    }
                    return prefab;
                case ".asset":
                case ".mat":
                    LoadedFile file = SceneFile.LoadAsset(YamlFile.Read(System.IO.File.ReadAllText(full)), entry.Guid);
                    foreach (KeyValuePair<long, Object> one in file.Objects)
                    {
                        if (one.Key == 11400000 || one.Key == 2100000)
                        {
                            // As in Unity, the main object has the name of the file.
                            one.Value.StoredName = Path.GetFileNameWithoutExtension(entry.Path);
                        }
                        LifeCycle.Created(one.Value as ScriptableObject);
                    }
                    return file;
                case ".cs":
                    return Single(entry, typeof(MonoScript), ScriptFiles.ScriptId);
                case ".unity":
                    return Single(entry, typeof(SceneAsset), SceneId);
                default:
                    bool isText = MetaFile.Importer(entry.Path, ending.Length == 0) == "TextScriptImporter";
                    return Single(entry, isText ? typeof(TextAsset) : typeof(DefaultAsset), isText ? TextId : SceneId);
            }
        }

        private static LoadedFile Single(AssetEntry entry, Type type, long fileId)
        {
            LoadedFile file = new LoadedFile(entry.Guid);
            Object one = World.Create(type, World.IdOf(new FileReference(entry.Guid, fileId, 3)));
            one.StoredName = Path.GetFileNameWithoutExtension(entry.Path);
            TextAsset text = one as TextAsset;
            if (!ReferenceEquals(text, null))
            {
                text.m_Script = System.IO.File.ReadAllText(MetaFile.FullPath(entry.Path));
            }
            file.Objects[fileId] = one;
            return file;
        }
    }
}
