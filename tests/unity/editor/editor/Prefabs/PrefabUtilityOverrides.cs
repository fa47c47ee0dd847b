using System;
using System.Collections.Generic;
using UnityDouble;
using UnityEditor.SceneManagement;
using UnityEngine;
using Object = UnityEngine.Object;

namespace UnityEditor
{
    /// <content>Differences of instances.</content>
    public sealed partial class PrefabUtility
    {
        /// <summary>Returns the changed properties of the instance; null if the object is not part of one.</summary>
        public static PropertyModification[] GetPropertyModifications(Object targetPrefab)
        {
            Demand(targetPrefab);
            PrefabInstance instance = PrefabLinks.Instance(targetPrefab);
            return instance == null ? null : PrefabOverrides.Modifications(instance);
        }

        /// <summary>Replaces the changed properties of the instance.</summary>
        public static void SetPropertyModifications(Object targetPrefab, PropertyModification[] modifications)
        {
            Demand(targetPrefab);
            PrefabInstance instance = PrefabLinks.Instance(targetPrefab);
            if (instance == null)
            {
                throw new ArgumentException("object " + targetPrefab.name + " is not part of a prefab instance");
            }
            List<PrefabModification> wanted = new List<PrefabModification>();
            foreach (PropertyModification one in modifications)
            {
                if (one.target == null)
                {
                    continue;
                }
                int target = one.target.m_InstanceID;
                wanted.Add(new PrefabModification
                {
                    Target = World.FileOf(target),
                    TargetId = target,
                    Path = one.propertyPath,
                    Value = one.value ?? string.Empty,
                    Reference = one.objectReference == null ? 0 : one.objectReference.m_InstanceID,
                });
            }
            PrefabLinks.SetModifications(instance, wanted);
            DirtyObjects.Mark(targetPrefab);
        }

        /// <summary>Notes changes that were made without undo. The double compares values, so it only marks the object.</summary>
        public static void RecordPrefabInstancePropertyModifications(Object targetObject)
        {
            if (targetObject == null)
            {
                throw new ArgumentNullException("targetObject");
            }
            if (PrefabLinks.Instance(targetObject) != null)
            {
                DirtyObjects.Mark(targetObject);
            }
        }

        public static bool IsDefaultOverride(PropertyModification modification)
        {
            if (modification == null || modification.target == null)
            {
                return false;
            }
            Component component = modification.target as Component;
            GameObject owner = component != null ? component.gameObject : modification.target as GameObject;
            return owner != null && owner.transform.parent == null && PrefabOverrides.IsDefaultPath(modification.target, modification.propertyPath);
        }

        public static bool HasPrefabInstanceAnyOverrides(GameObject instanceRoot, bool includeDefaultOverrides)
        {
            PrefabInstance instance = DemandInstance(instanceRoot);
            return GetObjectOverrides(instanceRoot, includeDefaultOverrides).Count > 0 || PrefabOverrides.AddedComponents(instance).Count > 0
                || PrefabOverrides.AddedObjects(instance).Count > 0 || PrefabOverrides.RemovedComponents(instance).Count > 0 || PrefabOverrides.RemovedObjects(instance).Count > 0;
        }

        public static List<ObjectOverride> GetObjectOverrides(GameObject prefabInstance, bool includeDefaultOverrides = false)
        {
            PrefabInstance instance = DemandInstance(prefabInstance);
            PrefabMap map = new PrefabMap(instance);
            List<ObjectOverride> found = new List<ObjectOverride>();
            foreach (Object one in map.Objects)
            {
                bool changed = PrefabOverrides.Of(one, map).Exists(delegate(NodeDifference difference)
                {
                    return includeDefaultOverrides || !PrefabOverrides.IsDefault(one, difference.Path, instance);
                });
                if (changed || includeDefaultOverrides && (one == instance.Root || one == instance.Root.transform))
                {
                    found.Add(new ObjectOverride { instanceObject = one });
                }
            }
            return found;
        }

        public static List<AddedComponent> GetAddedComponents(GameObject prefabInstance)
        {
            return PrefabOverrides.AddedComponents(DemandInstance(prefabInstance)).ConvertAll(delegate(Component one)
            {
                return new AddedComponent { instanceComponent = one };
            });
        }

        public static List<AddedGameObject> GetAddedGameObjects(GameObject prefabInstance)
        {
            return PrefabOverrides.AddedObjects(DemandInstance(prefabInstance)).ConvertAll(delegate(GameObject one)
            {
                return new AddedGameObject { instanceGameObject = one, siblingIndex = one.transform.GetSiblingIndex() };
            });
        }

        public static List<RemovedComponent> GetRemovedComponents(GameObject prefabInstance)
        {
            return PrefabOverrides.RemovedComponents(DemandInstance(prefabInstance)).ConvertAll(delegate(KeyValuePair<GameObject, Component> one)
            {
                return new RemovedComponent { containingInstanceGameObject = one.Key, assetComponent = one.Value };
            });
        }

        public static void RevertPropertyOverride(SerializedProperty instanceProperty, InteractionMode action)
        {
            string path = instanceProperty.propertyPath;
            foreach (Object one in instanceProperty.serializedObject.targetObjects)
            {
                PrefabRevert.Properties(one, delegate(string leaf) { return IsBelow(leaf, path); }, action);
            }
            instanceProperty.serializedObject.Update();
        }

        public static void RevertObjectOverride(Object instanceComponentOrGameObject, InteractionMode action)
        {
            Demand(instanceComponentOrGameObject);
            PrefabRevert.Properties(instanceComponentOrGameObject, delegate { return true; }, action);
        }

        public static void RevertAddedComponent(Component component, InteractionMode action)
        {
            Demand(component);
            PrefabRevert.Destroy(component, action);
        }

        public static void RevertAddedGameObject(GameObject gameObject, InteractionMode action)
        {
            Demand(gameObject);
            PrefabRevert.Destroy(gameObject, action);
        }

        public static void RevertRemovedComponent(GameObject instanceGameObject, Component assetComponent, InteractionMode action)
        {
            DemandInstance(instanceGameObject);
            PrefabRevert.RemovedComponent(instanceGameObject, assetComponent, action);
        }

        public static void RevertPrefabInstance(GameObject instanceRoot, InteractionMode action)
        {
            PrefabRevert.All(DemandInstance(instanceRoot), action);
        }

        public static void ApplyPropertyOverride(SerializedProperty instanceProperty, string assetPath, InteractionMode action)
        {
            string path = instanceProperty.propertyPath;
            Object one = instanceProperty.serializedObject.targetObject;
            Apply(one, assetPath, action, delegate { PrefabApply.Properties(one, delegate(string leaf) { return IsBelow(leaf, path); }); });
            instanceProperty.serializedObject.Update();
        }

        public static void ApplyObjectOverride(Object instanceComponentOrGameObject, string assetPath, InteractionMode action)
        {
            Demand(instanceComponentOrGameObject);
            Apply(instanceComponentOrGameObject, assetPath, action, delegate { ApplyValues(instanceComponentOrGameObject); });
        }

        public static void ApplyAddedComponent(Component component, string assetPath, InteractionMode action)
        {
            Demand(component);
            Apply(component.gameObject, assetPath, action, delegate { PrefabApply.AddedComponent(component); });
        }

        public static void ApplyAddedGameObject(GameObject gameObject, string assetPath, InteractionMode action)
        {
            Demand(gameObject);
            Apply(gameObject.transform.parent == null ? gameObject : gameObject.transform.parent.gameObject, assetPath, action, delegate { PrefabApply.AddedObject(gameObject); });
        }

        public static void ApplyRemovedComponent(GameObject instanceGameObject, Component assetComponent, InteractionMode action)
        {
            Apply(instanceGameObject, AssetDatabase.GetAssetPath(assetComponent), action, delegate { PrefabApply.Removed(assetComponent); });
        }

        /// <summary>Applies all differences except name, position and rotation of the root.</summary>
        public static void ApplyPrefabInstance(GameObject instanceRoot, InteractionMode action)
        {
            PrefabInstance instance = DemandInstance(instanceRoot);
            Apply(instanceRoot, AssetDatabase.GUIDToAssetPath(instance.SourceGuid), action, delegate
            {
                PrefabOverrides.AddedObjects(instance).ForEach(PrefabApply.AddedObject);
                PrefabOverrides.AddedComponents(instance).ForEach(PrefabApply.AddedComponent);
                foreach (KeyValuePair<GameObject, GameObject> removed in PrefabOverrides.RemovedObjects(instance))
                {
                    PrefabApply.Removed(removed.Value);
                }
                foreach (KeyValuePair<GameObject, Component> removed in PrefabOverrides.RemovedComponents(instance))
                {
                    PrefabApply.Removed(removed.Value);
                }
                new PrefabMap(instance).Objects.ForEach(ApplyValues);
            });
        }

        private static void ApplyValues(Object one)
        {
            PrefabInstance instance = PrefabLinks.Instance(one);
            PrefabApply.Properties(one, delegate(string path) { return !PrefabOverrides.IsDefault(one, path, instance); });
        }

        private static void Apply(Object one, string assetPath, InteractionMode action, Action change)
        {
            PrefabInstance instance = PrefabLinks.Instance(one);
            if (instance == null)
            {
                throw new ArgumentException("object " + one.name + " is not part of a prefab instance");
            }
            string path = AssetDatabase.GUIDToAssetPath(instance.SourceGuid);
            if (path != assetPath)
            {
                throw new NotSupportedException("the editor double does not imitate applying to " + assetPath + ", only to the prefab of the outermost instance: " + path);
            }
            UndoRecorder.Flush();
            LoadedFile file = PrefabApply.FileOf(instance);
            string before = System.IO.File.ReadAllText(MetaFile.FullPath(path));
            if (action == InteractionMode.UserAction)
            {
                Undo.RegisterFullObjectHierarchyUndo(instance.Root, "Apply to Prefab");
            }
            change();
            PrefabApply.Finish(file);
            if (action == InteractionMode.UserAction)
            {
                UndoStack.Add(new FileStep(file.Guid, before, System.IO.File.ReadAllText(MetaFile.FullPath(path))), "Apply to Prefab");
            }
        }

        private static bool IsBelow(string leaf, string path)
        {
            return leaf == path || leaf.StartsWith(path + ".", StringComparison.Ordinal);
        }
    }
}
