using System;
using UnityEngine;
using Object = UnityEngine.Object;

namespace UnityEditor
{
    /// <summary>Kind of a prefab.</summary>
    // Follows Editor/Mono/Prefabs/PrefabUtility.cs.
    public enum PrefabAssetType
    {
        NotAPrefab = 0,
        Regular = 1,
        Model = 2,
        Variant = 3,
        MissingAsset = 4,
    }

    /// <summary>Whether an object belongs to a prefab instance.</summary>
    public enum PrefabInstanceStatus
    {
        NotAPrefab = 0,
        Connected = 1,
        MissingAsset = 3,
    }

    /// <summary>How far an instance is unpacked.</summary>
    public enum PrefabUnpackMode
    {
        OutermostRoot = 0,
        Completely = 1,
    }

    /// <summary>Whether an action is recorded for undo.</summary>
    public enum InteractionMode
    {
        AutomatedAction = 0,
        UserAction = 1,
    }
}

namespace UnityEditor.SceneManagement
{
    /// <summary>A difference of a prefab instance from its prefab.</summary>
    // Follows Editor/Mono/Prefabs/PrefabOverrides/PrefabOverride.cs.
    public abstract class PrefabOverride
    {
        public abstract void Apply(string prefabAssetPath, InteractionMode mode);

        public abstract void Revert(InteractionMode mode);

        public abstract Object GetAssetObject();

        public void Apply(string prefabAssetPath)
        {
            Apply(prefabAssetPath, InteractionMode.UserAction);
        }

        public void Revert()
        {
            Revert(InteractionMode.UserAction);
        }
    }

    /// <summary>An object of an instance with changed properties.</summary>
    public class ObjectOverride : PrefabOverride
    {
        public Object instanceObject { get; set; }

        public PrefabOverride coupledOverride { get; set; }

        public override void Apply(string prefabAssetPath, InteractionMode mode)
        {
            PrefabUtility.ApplyObjectOverride(instanceObject, prefabAssetPath, mode);
        }

        public override void Revert(InteractionMode mode)
        {
            PrefabUtility.RevertObjectOverride(instanceObject, mode);
        }

        public override Object GetAssetObject()
        {
            return PrefabUtility.GetCorrespondingObjectFromSource(instanceObject);
        }
    }

    /// <summary>A component that only the instance has.</summary>
    public class AddedComponent : PrefabOverride
    {
        public Component instanceComponent { get; set; }

        public override void Apply(string prefabAssetPath, InteractionMode mode)
        {
            PrefabUtility.ApplyAddedComponent(instanceComponent, prefabAssetPath, mode);
        }

        public override void Revert(InteractionMode mode)
        {
            PrefabUtility.RevertAddedComponent(instanceComponent, mode);
        }

        public override Object GetAssetObject()
        {
            return PrefabUtility.GetCorrespondingObjectFromSource(instanceComponent.gameObject);
        }
    }

    /// <summary>A component that only the prefab has.</summary>
    public class RemovedComponent : PrefabOverride
    {
        public GameObject containingInstanceGameObject { get; set; }

        public Component assetComponent { get; set; }

        public override void Apply(string prefabAssetPath, InteractionMode mode)
        {
            PrefabUtility.ApplyRemovedComponent(containingInstanceGameObject, assetComponent, mode);
        }

        public override void Revert(InteractionMode mode)
        {
            PrefabUtility.RevertRemovedComponent(containingInstanceGameObject, assetComponent, mode);
        }

        public override Object GetAssetObject()
        {
            return assetComponent;
        }
    }

    /// <summary>A GameObject that only the instance has.</summary>
    public class AddedGameObject : PrefabOverride
    {
        public GameObject instanceGameObject { get; set; }

        public int siblingIndex { get; set; }

        public override void Apply(string prefabAssetPath, InteractionMode mode)
        {
            PrefabUtility.ApplyAddedGameObject(instanceGameObject, prefabAssetPath, mode);
        }

        public override void Revert(InteractionMode mode)
        {
            PrefabUtility.RevertAddedGameObject(instanceGameObject, mode);
        }

        public override Object GetAssetObject()
        {
            Transform parent = instanceGameObject.transform.parent;
            return parent == null ? null : PrefabUtility.GetCorrespondingObjectFromSource(parent.gameObject);
        }
    }
}
