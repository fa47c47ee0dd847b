using System;
using System.IO;
using UnityEditor;
using Object = UnityEngine.Object;

namespace UnityDouble
{
    /// <summary>Gives the engine the files of the project.</summary>
    internal sealed class ProjectAssets : AssetSource
    {
        public override Type ScriptType(FileReference script)
        {
            return script.FileId == ScriptFiles.ScriptId ? PackageScripts.ClassOf(script.Guid) ?? ScriptFiles.ClassOf(AssetDatabase.GUIDToAssetPath(script.Guid)) : null;
        }

        public override FileReference ScriptFile(Type type)
        {
            string path = ScriptFiles.PathOf(type);
            string guid = path == null ? PackageScripts.GuidOf(type) : AssetDatabase.AssetPathToGUID(path);
            return guid == null ? null : new FileReference(guid, ScriptFiles.ScriptId, 3);
        }

        public override Object Load(FileReference file, Type wanted)
        {
            return LoadedAssets.Load(file);
        }

        public override LoadedFile Prefab(string guid)
        {
            string path = LoadedAssets.IsRestoring ? string.Empty : AssetDatabase.GUIDToAssetPath(guid);
            return path.EndsWith(".prefab", StringComparison.OrdinalIgnoreCase) ? LoadedAssets.File(path) : null;
        }

        public override string SceneText(string path)
        {
            string full = MetaFile.FullPath(path);
            return System.IO.File.Exists(full) ? System.IO.File.ReadAllText(full) : null;
        }

        public override string Guid(string path)
        {
            string guid = AssetDatabase.AssetPathToGUID(path);
            return guid.Length == 0 ? null : guid;
        }
    }
}
