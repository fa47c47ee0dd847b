using System;
using System.Collections.Generic;
using UnityEditor;
using UnityEngine;
using Object = UnityEngine.Object;

namespace UnityDouble
{
    /// <summary>The differences of prefab instances from their prefabs.</summary>
    internal static class PrefabOverrides
    {
        /// <summary>Returns the changed properties of one object of an instance.</summary>
        internal static List<NodeDifference> Of(Object one, PrefabMap map)
        {
            Object source = PrefabLinks.Source(one);
            if (source == null)
            {
                return new List<NodeDifference>();
            }
            return Leaves(NodeDifference.Between(map.ToInstance(SerializedForm.Read(source)), SerializedForm.Read(one)));
        }

        /// <summary>
        /// True for a property that every instance has of its own: name, position and rotation of its root.
        /// </summary>
        // Follows Editor/Mono/Prefabs/PrefabUtility.bindings.cs: IsDefaultOverride.
        internal static bool IsDefault(Object one, string path, PrefabInstance instance)
        {
            GameObject root = instance.Root;
            if (root == null)
            {
                return false;
            }
            if (one == root)
            {
                return path == "m_Name";
            }
            if (one != root.transform)
            {
                return false;
            }
            return IsDefaultPath(one, path);
        }

        /// <summary>True for such a property of an object that is the root or its transform.</summary>
        internal static bool IsDefaultPath(Object one, string path)
        {
            if (!(one is Transform))
            {
                return one is GameObject && path == "m_Name";
            }
            return path.StartsWith("m_LocalPosition", StringComparison.Ordinal) || path.StartsWith("m_LocalRotation", StringComparison.Ordinal)
                || path.StartsWith("m_LocalEulerAnglesHint", StringComparison.Ordinal) || path.StartsWith("m_Anchor", StringComparison.Ordinal)
                || path == "m_RootOrder" || one is RectTransform && (path.StartsWith("m_SizeDelta", StringComparison.Ordinal) || path.StartsWith("m_Pivot", StringComparison.Ordinal));
        }

        /// <summary>Returns all changed properties of an instance, those of the root always, as files have them.</summary>
        internal static PropertyModification[] Modifications(PrefabInstance instance)
        {
            return PrefabLinks.Modifications(instance).ConvertAll(delegate(PrefabModification one)
            {
                return new PropertyModification { target = World.Load(one.TargetId, typeof(Object)), propertyPath = one.Path, value = one.Value, objectReference = World.Load(one.Reference, typeof(Object)) };
            }).ToArray();
        }

        internal static List<Component> AddedComponents(PrefabInstance instance)
        {
            List<Component> found = new List<Component>();
            foreach (Object one in Hierarchy.WithComponents(instance.Root))
            {
                Component component = one as Component;
                bool isOwn = !ReferenceEquals(component, null) && component.m_GameObject.m_PrefabInstance.Id == instance.m_InstanceID;
                if (isOwn && component.m_PrefabInstance.Id != instance.m_InstanceID)
                {
                    found.Add(component);
                }
            }
            return found;
        }

        /// <summary>Returns the topmost objects below an instance that the prefab does not have.</summary>
        internal static List<GameObject> AddedObjects(PrefabInstance instance)
        {
            return Hierarchy.Of(instance.Root).FindAll(delegate(GameObject one)
            {
                Transform parent = one.transform.parent;
                return one != instance.Root && one.m_PrefabInstance.Id != instance.m_InstanceID && parent != null && parent.gameObject.m_PrefabInstance.Id == instance.m_InstanceID;
            });
        }

        /// <summary>Returns the components of the prefab that the instance lost, with the objects that had them.</summary>
        internal static List<KeyValuePair<GameObject, Component>> RemovedComponents(PrefabInstance instance)
        {
            List<KeyValuePair<GameObject, Component>> found = new List<KeyValuePair<GameObject, Component>>();
            PrefabMap map = new PrefabMap(instance);
            foreach (Object one in map.Objects)
            {
                GameObject owner = one as GameObject;
                GameObject source = owner == null ? null : PrefabLinks.Source(owner) as GameObject;
                if (source == null)
                {
                    continue;
                }
                foreach (Component component in source.GetComponents(typeof(Component)))
                {
                    if (component != null && map.OfSource(component.m_InstanceID) == null)
                    {
                        found.Add(new KeyValuePair<GameObject, Component>(owner, component));
                    }
                }
            }
            return found;
        }

        /// <summary>Returns the topmost objects of the prefab that the instance lost, with the objects that were their parents.</summary>
        internal static List<KeyValuePair<GameObject, GameObject>> RemovedObjects(PrefabInstance instance)
        {
            List<KeyValuePair<GameObject, GameObject>> found = new List<KeyValuePair<GameObject, GameObject>>();
            PrefabMap map = new PrefabMap(instance);
            foreach (Object one in map.Objects)
            {
                GameObject owner = one as GameObject;
                GameObject source = owner == null ? null : PrefabLinks.Source(owner) as GameObject;
                foreach (Transform child in source == null ? new List<Transform>() : source.transform.m_Children)
                {
                    if (map.OfSource(child.m_GameObject.m_InstanceID) == null)
                    {
                        found.Add(new KeyValuePair<GameObject, GameObject>(owner, child.m_GameObject));
                    }
                }
            }
            return found;
        }

        private static List<NodeDifference> Leaves(List<NodeDifference> differences)
        {
            List<NodeDifference> leaves = new List<NodeDifference>();
            differences.ForEach(delegate(NodeDifference difference) { leaves.AddRange(difference.Leaves()); });
            return leaves;
        }
    }
}
