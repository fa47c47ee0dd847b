using System.IO;
using UnityEditor;
using UnityEngine;
using Object = UnityEngine.Object;

namespace UnityDouble
{
    /// <summary>Writes the files of prefabs, materials and scriptable objects.</summary>
    internal static class AssetWriter
    {
        /// <summary>Writes a loaded file again with the present values of its objects.</summary>
        internal static void Write(string path, LoadedFile file)
        {
            YamlFile text;
            if (!ReferenceEquals(file.Root, null))
            {
                text = SceneFile.SavePrefab(file.Root, file);
            }
            else
            {
                Object main = LoadedAssets.Main(path);
                if (!(main is ScriptableObject) && !(main is Material) && !(main is UnknownObject))
                {
                    return;
                }
                text = SceneFile.SaveAsset(main, file);
            }
            System.IO.File.WriteAllText(MetaFile.FullPath(path), text.Write());
            foreach (Object one in file.Objects.Values)
            {
                if (!ReferenceEquals(one, null))
                {
                    DirtyObjects.Clear(one.m_InstanceID);
                }
            }
            AssetPaths.NoteWithFolders(path);
        }
    }
}
