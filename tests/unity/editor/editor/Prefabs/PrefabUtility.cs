using System;
using UnityDouble;
using UnityEngine;
using Object = UnityEngine.Object;

namespace UnityEditor
{
    /// <summary>Prefabs and their instances: what an object belongs to.</summary>
    // Follows Editor/Mono/Prefabs/PrefabUtility.cs and Editor/Mono/Prefabs/PrefabUtility.bindings.cs.
    public sealed partial class PrefabUtility
    {
        /// <summary>Called after the objects of an instance followed a change of the prefab.</summary>
        public delegate void PrefabInstanceUpdated(GameObject instance);

        public static PrefabInstanceUpdated prefabInstanceUpdated;

        private PrefabUtility()
        {
        }

        public static bool IsPartOfPrefabAsset(Object componentOrGameObject)
        {
            Demand(componentOrGameObject);
            return EditorUtility.IsPersistent(componentOrGameObject) && (componentOrGameObject is GameObject || componentOrGameObject is Component);
        }

        public static bool IsPartOfPrefabInstance(Object componentOrGameObject)
        {
            Demand(componentOrGameObject);
            return PrefabLinks.Instance(componentOrGameObject) != null;
        }

        public static bool IsPartOfNonAssetPrefabInstance(Object componentOrGameObject)
        {
            return IsPartOfPrefabInstance(componentOrGameObject) && !IsPartOfPrefabAsset(componentOrGameObject);
        }

        public static bool IsPartOfAnyPrefab(Object componentOrGameObject)
        {
            return IsPartOfPrefabInstance(componentOrGameObject) || IsPartOfPrefabAsset(componentOrGameObject);
        }

        public static bool IsPartOfVariantPrefab(Object componentOrGameObject)
        {
            return GetPrefabAssetType(componentOrGameObject) == PrefabAssetType.Variant;
        }

        public static bool IsPartOfRegularPrefab(Object componentOrGameObject)
        {
            return GetPrefabAssetType(componentOrGameObject) == PrefabAssetType.Regular;
        }

        public static bool IsPrefabAssetMissing(Object instanceComponentOrGameObject)
        {
            return GetPrefabInstanceStatus(instanceComponentOrGameObject) == PrefabInstanceStatus.MissingAsset;
        }

        public static bool IsAnyPrefabInstanceRoot(GameObject gameObject)
        {
            return GetNearestPrefabInstanceRoot(gameObject) == gameObject;
        }

        public static bool IsOutermostPrefabInstanceRoot(GameObject gameObject)
        {
            return GetOutermostPrefabInstanceRoot(gameObject) == gameObject;
        }

        /// <summary>True for an object below an instance that the prefab does not have.</summary>
        public static bool IsAddedGameObjectOverride(GameObject gameObject)
        {
            Demand(gameObject);
            Transform parent = gameObject.transform.parent;
            PrefabInstance above = parent == null ? null : PrefabLinks.Instance(parent.gameObject);
            PrefabInstance own = PrefabLinks.Instance(gameObject);
            return above != null && (own == null || own != above);
        }

        public static bool IsAddedComponentOverride(Object component)
        {
            Demand(component);
            Component one = component as Component;
            return one != null && PrefabLinks.Instance(one) == null && PrefabLinks.Instance(one.gameObject) != null;
        }

        public static PrefabAssetType GetPrefabAssetType(Object componentOrGameObject)
        {
            Demand(componentOrGameObject);
            PrefabInstance instance = PrefabLinks.Instance(componentOrGameObject);
            string guid;
            if (instance != null && !IsPartOfPrefabAsset(componentOrGameObject))
            {
                guid = instance.SourceGuid;
            }
            else if (IsPartOfPrefabAsset(componentOrGameObject))
            {
                guid = World.FileOf(componentOrGameObject.m_InstanceID).Guid;
            }
            else
            {
                return PrefabAssetType.NotAPrefab;
            }
            LoadedFile file = World.Assets.Prefab(guid);
            if (file == null || ReferenceEquals(file.Root, null))
            {
                return AssetDatabase.GUIDToAssetPath(guid).Length > 0 ? PrefabAssetType.Model : PrefabAssetType.MissingAsset;
            }
            return PrefabLinks.Instance(file.Root) != null ? PrefabAssetType.Variant : PrefabAssetType.Regular;
        }

        public static PrefabInstanceStatus GetPrefabInstanceStatus(Object componentOrGameObject)
        {
            Demand(componentOrGameObject);
            PrefabInstance instance = PrefabLinks.Instance(componentOrGameObject);
            if (instance == null)
            {
                return PrefabInstanceStatus.NotAPrefab;
            }
            return instance.IsMissing || World.Assets.Prefab(instance.SourceGuid) == null ? PrefabInstanceStatus.MissingAsset : PrefabInstanceStatus.Connected;
        }

        public static Object GetPrefabInstanceHandle(Object instanceComponentOrGameObject)
        {
            Demand(instanceComponentOrGameObject);
            return PrefabLinks.Instance(instanceComponentOrGameObject);
        }

        public static TObject GetCorrespondingObjectFromSource<TObject>(TObject componentOrGameObject)
            where TObject : Object
        {
            return PrefabLinks.Source(componentOrGameObject) as TObject;
        }

        /// <summary>Follows the links through nested prefabs and variants to the first prefab.</summary>
        public static TObject GetCorrespondingObjectFromOriginalSource<TObject>(TObject componentOrGameObject)
            where TObject : Object
        {
            Object source = PrefabLinks.Source(componentOrGameObject);
            for (Object next = PrefabLinks.Source(source); next != null; next = PrefabLinks.Source(next))
            {
                source = next;
            }
            return source as TObject;
        }

        public static TObject GetCorrespondingObjectFromSourceAtPath<TObject>(TObject componentOrGameObject, string assetPath)
            where TObject : Object
        {
            for (Object source = PrefabLinks.Source(componentOrGameObject); source != null; source = PrefabLinks.Source(source))
            {
                if (AssetDatabase.GetAssetPath(source) == assetPath)
                {
                    return source as TObject;
                }
            }
            return null;
        }

        public static GameObject GetOutermostPrefabInstanceRoot(Object componentOrGameObject)
        {
            Demand(componentOrGameObject);
            PrefabInstance instance = PrefabLinks.Instance(componentOrGameObject);
            return instance == null ? null : instance.Root;
        }

        /// <summary>Returns the root of the innermost nested instance that the object is part of.</summary>
        public static GameObject GetNearestPrefabInstanceRoot(Object componentOrGameObject)
        {
            Demand(componentOrGameObject);
            PrefabInstance instance = PrefabLinks.Instance(componentOrGameObject);
            if (instance == null)
            {
                return null;
            }
            Object source = PrefabLinks.Source(componentOrGameObject);
            GameObject inner = source == null ? null : GetNearestPrefabInstanceRoot(source);
            Object counterpart = inner == null ? null : new PrefabMap(instance).OfSource(inner.m_InstanceID);
            return counterpart as GameObject ?? instance.Root;
        }

        public static string GetPrefabAssetPathOfNearestInstanceRoot(Object instanceComponentOrGameObject)
        {
            GameObject root = GetNearestPrefabInstanceRoot(instanceComponentOrGameObject);
            return root == null ? string.Empty : AssetDatabase.GetAssetPath(GetCorrespondingObjectFromOriginalSource(root));
        }

        internal static void RaiseUpdated(GameObject instance)
        {
            if (instance != null)
            {
                Native.Call(delegate { prefabInstanceUpdated?.Invoke(instance); });
            }
        }

        private static void Demand(Object one)
        {
            if (one == null)
            {
                throw new ArgumentNullException("componentOrGameObject");
            }
        }

        private static PrefabInstance DemandInstance(GameObject root)
        {
            Demand(root);
            PrefabInstance instance = PrefabLinks.Instance(root);
            if (instance == null)
            {
                throw new ArgumentException("GameObject is not a prefab instance: " + root.name);
            }
            return instance;
        }
    }
}
