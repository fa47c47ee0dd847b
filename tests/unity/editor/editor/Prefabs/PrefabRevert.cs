using System;
using System.Collections.Generic;
using UnityEditor;
using UnityEngine;
using Object = UnityEngine.Object;

namespace UnityDouble
{
    /// <summary>Takes the values and objects of the prefab back into an instance.</summary>
    internal static class PrefabRevert
    {
        /// <summary>Reverts the properties of one object for which the condition is true.</summary>
        internal static void Properties(Object one, Predicate<string> which, InteractionMode mode)
        {
            PrefabInstance instance = PrefabLinks.Instance(one);
            Object source = PrefabLinks.Source(one);
            if (instance == null || source == null)
            {
                throw new ArgumentException("object " + one.name + " is not part of a prefab instance");
            }
            Node before = SerializedForm.Read(one);
            Node form = before.Copy();
            Node wanted = new PrefabMap(instance).ToInstance(SerializedForm.Read(source));
            foreach (NodeDifference difference in NodeDifference.Between(before, wanted))
            {
                foreach (NodeDifference leaf in difference.Leaves())
                {
                    if (which(leaf.Path))
                    {
                        form.Replace(difference.Path, difference.After.Copy());
                        break;
                    }
                }
            }
            SerializedForm.Write(one, form);
            List<NodeDifference> changes = NodeDifference.Between(before, SerializedForm.Read(one));
            if (mode == InteractionMode.UserAction)
            {
                UndoRecorder.Record(one, changes, "Revert Overrides");
            }
            else if (changes.Count > 0)
            {
                DirtyObjects.Mark(one);
            }
        }

        internal static void Destroy(Object one, InteractionMode mode)
        {
            DirtyObjects.Mark(one);
            if (mode == InteractionMode.UserAction)
            {
                Undo.DestroyObjectImmediate(one);
            }
            else
            {
                Object.DestroyImmediate(one);
            }
        }

        internal static void RemovedComponent(GameObject owner, Component assetComponent, InteractionMode mode)
        {
            PrefabMap map = new PrefabMap(PrefabLinks.Instance(owner));
            Component made = PrefabPropagation.AddComponent(assetComponent, owner, map);
            Restored(owner, made, mode);
        }

        internal static void RemovedObject(GameObject parent, GameObject assetObject, InteractionMode mode)
        {
            PrefabMap map = new PrefabMap(PrefabLinks.Instance(parent));
            GameObject made = PrefabPropagation.AddObject(assetObject, parent.transform, map);
            Restored(made, made, mode);
        }

        /// <summary>Reverts all differences except name, position and rotation of the root.</summary>
        internal static void All(PrefabInstance instance, InteractionMode mode)
        {
            PrefabOverrides.AddedObjects(instance).ForEach(delegate(GameObject one) { Destroy(one, mode); });
            PrefabOverrides.AddedComponents(instance).ForEach(delegate(Component one) { Destroy(one, mode); });
            foreach (KeyValuePair<GameObject, GameObject> removed in PrefabOverrides.RemovedObjects(instance))
            {
                RemovedObject(removed.Key, removed.Value, mode);
            }
            foreach (KeyValuePair<GameObject, Component> removed in PrefabOverrides.RemovedComponents(instance))
            {
                RemovedComponent(removed.Key, removed.Value, mode);
            }
            foreach (Object one in new PrefabMap(instance).Objects)
            {
                Properties(one, delegate(string path) { return !PrefabOverrides.IsDefault(one, path, instance); }, mode);
            }
        }

        private static void Restored(GameObject owner, Object made, InteractionMode mode)
        {
            LifeCycle.Wake(owner);
            DirtyObjects.Mark(made);
            if (mode == InteractionMode.UserAction)
            {
                Undo.RegisterCreatedObjectUndo(made, "Revert Overrides");
            }
        }
    }
}
