using System;
using UnityDouble;
using UnityEngine;
using UnityEngine.SceneManagement;
using Object = UnityEngine.Object;

namespace UnityEditor
{
    /// <content>Creating, saving and unpacking.</content>
    public sealed partial class PrefabUtility
    {
        public static Object InstantiatePrefab(Object assetComponentOrGameObject)
        {
            return Instantiate(assetComponentOrGameObject, World.SceneOf(SceneManager.GetActiveScene()), null);
        }

        public static Object InstantiatePrefab(Object assetComponentOrGameObject, Scene destinationScene)
        {
            return Instantiate(assetComponentOrGameObject, World.SceneOf(destinationScene), null);
        }

        public static Object InstantiatePrefab(Object assetComponentOrGameObject, Transform parent)
        {
            return Instantiate(assetComponentOrGameObject, World.SceneOf(SceneManager.GetActiveScene()), parent);
        }

        public static GameObject SaveAsPrefabAsset(GameObject instanceRoot, string assetPath)
        {
            return SaveAsPrefabAsset(instanceRoot, assetPath, out bool success);
        }

        /// <summary>Writes a hierarchy to a prefab file; the hierarchy itself does not change.</summary>
        public static GameObject SaveAsPrefabAsset(GameObject instanceRoot, string assetPath, out bool success)
        {
            Demand(instanceRoot);
            DemandNotAsset(instanceRoot);
            UndoRecorder.Flush();
            GameObject saved = PrefabWriter.Save(instanceRoot, assetPath);
            success = saved != null;
            return saved;
        }

        public static GameObject SaveAsPrefabAssetAndConnect(GameObject instanceRoot, string assetPath, InteractionMode action)
        {
            return SaveAsPrefabAssetAndConnect(instanceRoot, assetPath, action, out bool success);
        }

        /// <summary>Writes a hierarchy to a prefab file and makes it an instance of this prefab.</summary>
        public static GameObject SaveAsPrefabAssetAndConnect(GameObject instanceRoot, string assetPath, InteractionMode action, out bool success)
        {
            Demand(instanceRoot);
            DemandNotAsset(instanceRoot);
            UndoRecorder.Flush();
            GameObject saved = PrefabWriter.Save(instanceRoot, assetPath);
            success = saved != null;
            if (success)
            {
                if (action == InteractionMode.UserAction)
                {
                    Undo.RegisterFullObjectHierarchyUndo(instanceRoot, "Connect to Prefab");
                }
                PrefabWriter.Connect(instanceRoot, assetPath);
                DirtyObjects.Mark(instanceRoot);
            }
            return saved;
        }

        public static GameObject SavePrefabAsset(GameObject asset)
        {
            return SavePrefabAsset(asset, out bool success);
        }

        /// <summary>Writes a prefab whose loaded objects were changed, and updates its instances.</summary>
        public static GameObject SavePrefabAsset(GameObject asset, out bool savedSuccessfully)
        {
            Demand(asset);
            LoadedFile file = LoadedAssets.File(AssetDatabase.GetAssetPath(asset));
            if (file == null || file.Root != asset)
            {
                throw new ArgumentException("object " + asset.name + " is not the root of a prefab asset");
            }
            PrefabApply.Finish(file);
            savedSuccessfully = true;
            return asset;
        }

        public static GameObject LoadPrefabContents(string assetPath)
        {
            return PrefabWriter.LoadContents(assetPath);
        }

        public static void UnloadPrefabContents(GameObject contentsRoot)
        {
            Demand(contentsRoot);
            PrefabWriter.UnloadContents(contentsRoot);
        }

        public static void UnpackPrefabInstance(GameObject instanceRoot, PrefabUnpackMode unpackMode, InteractionMode action)
        {
            PrefabInstance instance = DemandInstance(instanceRoot);
            if (instance.Root != instanceRoot)
            {
                throw new ArgumentException("UnpackPrefabInstance must be called with an outermost root of a prefab instance: " + instanceRoot.name);
            }
            bool nested = new PrefabMap(instance).Objects.Exists(delegate(Object one) { return PrefabLinks.Instance(PrefabLinks.Source(one)) != null; });
            if (nested && unpackMode == PrefabUnpackMode.OutermostRoot)
            {
                throw new NotSupportedException("the editor double does not imitate unpacking the outermost root of nested prefabs, pass PrefabUnpackMode.Completely");
            }
            if (action == InteractionMode.UserAction)
            {
                Undo.RegisterFullObjectHierarchyUndo(instanceRoot, "Unpack Prefab");
            }
            PrefabLinks.Unpack(instance);
            DirtyObjects.Mark(instanceRoot);
        }

        private static Object Instantiate(Object asset, SceneData scene, Transform parent)
        {
            Demand(asset);
            Component component = asset as Component;
            GameObject root = component != null ? component.gameObject : asset as GameObject;
            LoadedFile file = root == null ? null : LoadedAssets.File(AssetDatabase.GetAssetPath(root));
            if (file == null || ReferenceEquals(file.Root, null))
            {
                return null;
            }
            GameObject made = PrefabLinks.Instantiate(file, scene, parent);
            LifeCycle.Wake(made);
            if (component == null)
            {
                return made;
            }
            return new PrefabMap(PrefabLinks.Instance(made)).OfSource(component.m_InstanceID);
        }

        private static void DemandNotAsset(GameObject root)
        {
            if (EditorUtility.IsPersistent(root))
            {
                throw new ArgumentException("Can't save persistent object as a Prefab asset: " + root.name);
            }
        }
    }
}
