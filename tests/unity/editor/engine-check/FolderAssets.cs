using System;
using System.Collections.Generic;
using System.IO;
using UnityDouble;

namespace EngineCheck
{
    /// <summary>The files of a folder, found by the guids in their `.meta` files. Scripts are missing unless a check adds them.</summary>
    internal sealed class FolderAssets : AssetSource
    {
        private readonly string folder;
        private readonly Dictionary<string, string> paths = new Dictionary<string, string>();
        private readonly Dictionary<string, LoadedFile> prefabs = new Dictionary<string, LoadedFile>();

        internal FolderAssets(string folder)
        {
            this.folder = folder;
            Scripts = new Dictionary<string, Type>();
            foreach (string meta in Directory.GetFiles(folder, "*.meta", SearchOption.AllDirectories))
            {
                Node node = YamlFile.ReadPlain(File.ReadAllText(meta));
                paths[node["guid"].AsText] = meta.Substring(0, meta.Length - ".meta".Length);
            }
        }

        /// <summary>The classes of scripts by guid.</summary>
        internal Dictionary<string, Type> Scripts { get; private set; }

        internal string GuidOf(string path)
        {
            foreach (KeyValuePair<string, string> pair in paths)
            {
                if (pair.Value == path)
                {
                    return pair.Key;
                }
            }
            throw new FileNotFoundException(path);
        }

        public override Type ScriptType(FileReference script)
        {
            Type type;
            return Scripts.TryGetValue(script.Guid, out type) ? type : null;
        }

        public override FileReference ScriptFile(Type type)
        {
            foreach (KeyValuePair<string, Type> pair in Scripts)
            {
                if (pair.Value == type)
                {
                    return new FileReference(pair.Key, 11500000, 3);
                }
            }
            return null;
        }

        public override UnityEngine.Object Load(FileReference file, Type wanted)
        {
            LoadedFile prefab = Prefab(file.Guid);
            UnityEngine.Object found;
            return prefab != null && prefab.Objects.TryGetValue(file.FileId, out found) ? found : null;
        }

        public override LoadedFile Prefab(string guid)
        {
            LoadedFile loaded;
            string path;
            if (!prefabs.TryGetValue(guid, out loaded) && paths.TryGetValue(guid, out path) && path.EndsWith(".prefab", StringComparison.Ordinal))
            {
                prefabs[guid] = null;
                loaded = SceneFile.LoadPrefab(YamlFile.Read(File.ReadAllText(path)), guid);
                prefabs[guid] = loaded;
            }
            return loaded;
        }

        public override string SceneText(string path)
        {
            string full = Path.Combine(folder, path);
            return File.Exists(full) ? File.ReadAllText(full) : null;
        }

        public override string Guid(string path)
        {
            return GuidOf(Path.Combine(folder, path));
        }

        /// <summary>Opens a scene as the active one.</summary>
        internal SceneData Open(string path)
        {
            SceneData scene = World.AddScene(path, Path.GetFileNameWithoutExtension(path));
            SceneFile.Load(YamlFile.Read(SceneText(path)), scene);
            scene.IsLoaded = true;
            World.Activate(scene);
            return scene;
        }
    }
}
