using System;
using System.Collections.Generic;
using System.IO;
using UnityDouble;
using UnityEngine;
using Object = UnityEngine.Object;

namespace UnityEditor
{
    /// <content>Objects of assets.</content>
    public partial class AssetDatabase
    {
        public static bool Contains(Object obj)
        {
            return World.FileOf(obj.m_InstanceID) != null;
        }

        public static bool IsMainAsset(Object obj)
        {
            return Contains(obj) && LoadMainAssetAtPath(GetAssetPath(obj)) == obj;
        }

        public static bool IsSubAsset(Object obj)
        {
            return Contains(obj) && !IsMainAsset(obj);
        }

        /// <summary>Whether the asset is stored in Unity's own form, such as a material; false for imported files and prefabs.</summary>
        public static bool IsNativeAsset(Object obj)
        {
            return MetaFile.Importer(GetAssetPath(obj), false) == "NativeFormatImporter";
        }

        public static string GetAssetPath(Object assetObject)
        {
            return ReferenceEquals(assetObject, null) ? string.Empty : PathOf(assetObject.m_InstanceID);
        }

        /// <summary>As <see cref="GetAssetPath(Object)"/>; for an object of a scene the path of the scene.</summary>
        public static string GetAssetOrScenePath(Object assetObject)
        {
            string path = GetAssetPath(assetObject);
            return path.Length > 0 ? path : UndoStack.SceneOf(assetObject).path ?? string.Empty;
        }

        public static Object LoadMainAssetAtPath(string assetPath)
        {
            return LoadedAssets.Main(assetPath);
        }

        /// <summary>Returns the first object of the file that has the type, the main object first; null if there is none.</summary>
        public static Object LoadAssetAtPath(string assetPath, Type type)
        {
            Object main = LoadedAssets.Main(assetPath);
            if (main == null || type.IsInstanceOfType(main))
            {
                return main;
            }
            GameObject root = main as GameObject;
            if (root != null)
            {
                return typeof(Component).IsAssignableFrom(type) ? root.GetComponent(type) : null;
            }
            foreach (Object one in LoadedAssets.File(assetPath).Objects.Values)
            {
                if (type.IsInstanceOfType(one))
                {
                    return one;
                }
            }
            return null;
        }

        public static T LoadAssetAtPath<T>(string assetPath)
            where T : Object
        {
            return (T)LoadAssetAtPath(assetPath, typeof(T));
        }

        public static Object[] LoadAllAssetsAtPath(string assetPath)
        {
            LoadedFile file = LoadedAssets.File(assetPath);
            return file == null ? new Object[0] : new List<Object>(file.Objects.Values).ToArray();
        }

        public static Object[] LoadAllAssetRepresentationsAtPath(string assetPath)
        {
            Object main = LoadedAssets.Main(assetPath);
            return main is GameObject ? new Object[0] : Array.FindAll(LoadAllAssetsAtPath(assetPath), delegate(Object one) { return one != main; });
        }

        public static bool IsMainAssetAtPathLoaded(string assetPath)
        {
            return LoadedAssets.IsLoaded(AssetPathToGUID(assetPath));
        }

        public static Type GetMainAssetTypeAtPath(string assetPath)
        {
            Object main = LoadedAssets.Main(assetPath);
            return main == null ? null : main.GetType();
        }

        public static bool TryGetGUIDAndLocalFileIdentifier(Object obj, out string guid, out long localId)
        {
            return TryGetFile(obj.m_InstanceID, out guid, out localId);
        }

        /// <summary>Writes a new asset file for an object in memory, which becomes the asset.</summary>
        public static void CreateAsset(Object asset, string path)
        {
            if (asset == null)
            {
                throw new ArgumentNullException("asset");
            }
            if (Contains(asset))
            {
                throw new UnityException("Creating asset at path " + path + " failed: the object is already an asset at " + GetAssetPath(asset));
            }
            if (!IsValidFolder(AssetPaths.Folder(path)))
            {
                throw new UnityException("Creating asset at path " + path + " failed.");
            }
            bool isMaterial = asset is Material;
            if (!(asset is ScriptableObject) && !isMaterial)
            {
                throw new NotSupportedException("the editor double does not imitate CreateAsset of a " + asset.GetType().Name + ", only of ScriptableObject and Material");
            }
            if (Exists(path))
            {
                DeleteAsset(path);
            }
            long id = isMaterial ? 2100000 : 11400000;
            asset.StoredName = Path.GetFileNameWithoutExtension(path);
            MetaFile.Write(path, Guid.NewGuid().ToString("N"));
            LoadedFile file = new LoadedFile(MetaFile.GuidOf(path));
            file.Objects[id] = asset;
            asset.m_FileId = id;
            ScriptableObject script = asset as ScriptableObject;
            if (!ReferenceEquals(script, null) && script.m_Script.Id == 0)
            {
                script.m_Script = new Pointer(ScriptTypes.ScriptId(script.GetType()));
            }
            World.SetFile(asset.m_InstanceID, new FileReference(file.Guid, id, 2));
            File.WriteAllText(MetaFile.FullPath(path), SceneFile.SaveAsset(asset, null).Write());
            AssetPaths.NoteWithFolders(path);
            LoadedAssets.Adopt(file.Guid, file);
            AssetImports.Imported(path);
        }

        /// <summary>Writes all assets with unsaved changes.</summary>
        public static void SaveAssets()
        {
            UndoRecorder.Flush();
            foreach (Object one in DirtyObjects.Assets())
            {
                LoadedAssets.SaveIfDirty(GetAssetPath(one));
            }
        }

        public static void SaveAssetIfDirty(Object obj)
        {
            UndoRecorder.Flush();
            LoadedAssets.SaveIfDirty(GetAssetPath(obj));
        }

        public static void SaveAssetIfDirty(GUID guid)
        {
            UndoRecorder.Flush();
            LoadedAssets.SaveIfDirty(GUIDToAssetPath(guid));
        }
    }
}
