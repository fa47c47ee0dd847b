using System;
using System.Collections.Generic;
using UnityDouble;
using UnityEngine;
using UnityEngine.SceneManagement;
using Object = UnityEngine.Object;

namespace UnityEditor
{
    /// <summary>Records changes so that the user can undo them.</summary>
    // Follows Editor/Mono/Undo/Undo.bindings.cs: names and meaning of all members.
    public partial class Undo
    {
        /// <summary>Called after an undo or a redo.</summary>
        public delegate void UndoRedoCallback();

#if UNITY_2022_2_OR_NEWER
        /// <summary>Called after an undo or a redo with the group.</summary>
        public delegate void UndoRedoEventCallback(in UndoRedoInfo undo);
#endif

        /// <summary>Called before recorded objects are compared.</summary>
        public delegate void WillFlushUndoRecord();

        /// <summary>Returns the modifications to record.</summary>
        public delegate UndoPropertyModification[] PostprocessModifications(UndoPropertyModification[] modifications);

        public static UndoRedoCallback undoRedoPerformed;
#if UNITY_2022_2_OR_NEWER
        public static UndoRedoEventCallback undoRedoEvent;
#endif
        public static WillFlushUndoRecord willFlushUndoRecord;
        public static PostprocessModifications postprocessModifications;

#if UNITY_2022_2_OR_NEWER
        public static bool isProcessing
        {
            get { return UndoStack.IsProcessing; }
        }
#endif

        /// <summary>Records the properties that change until the end of the tick or the next flush.</summary>
        public static void RecordObject(Object objectToUndo, string name)
        {
            Demand(objectToUndo, "objectToUndo");
            UndoRecorder.Add(objectToUndo, name);
        }

        public static void RecordObjects(Object[] objectsToUndo, string name)
        {
            foreach (Object one in objectsToUndo)
            {
                RecordObject(one, name);
            }
        }

        public static void FlushUndoRecordObjects()
        {
            UndoRecorder.Flush();
        }

        public static void RegisterCompleteObjectUndo(Object objectToUndo, string name)
        {
            Demand(objectToUndo, "objectToUndo");
            Add(new StateStep(objectToUndo, false), name);
        }

        public static void RegisterCompleteObjectUndo(Object[] objectsToUndo, string name)
        {
            foreach (Object one in objectsToUndo)
            {
                RegisterCompleteObjectUndo(one, name);
            }
        }

        public static void RegisterFullObjectHierarchyUndo(Object objectToUndo, string name)
        {
            Demand(objectToUndo, "objectToUndo");
            Component component = objectToUndo as Component;
            Add(new StateStep(component != null ? component.gameObject : objectToUndo, true), name);
        }

        public static void RegisterCreatedObjectUndo(Object objectToUndo, string name)
        {
            Demand(objectToUndo, "objectToUndo");
            if (objectToUndo is Transform)
            {
                throw new ArgumentException("Cannot call 'RegisterCreatedObjectUndo' on Transform components, as transforms cannot be created/destroyed independently from their game object");
            }
            Add(new ExistenceStep(objectToUndo, true), name);
        }

        public static void DestroyObjectImmediate(Object objectToUndo)
        {
            Demand(objectToUndo, "objectToUndo");
            if (EditorUtility.IsPersistent(objectToUndo))
            {
                throw new NotSupportedException("the editor double does not imitate Undo.DestroyObjectImmediate of an asset");
            }
            Add(new ExistenceStep(objectToUndo, false), "Destroy Object");
            Object.DestroyImmediate(objectToUndo);
        }

        public static Component AddComponent(GameObject gameObject, Type type)
        {
            Demand(gameObject, "gameObject");
            List<Component> before = new List<Component>(gameObject.GetComponents(typeof(Component)));
            Component added = gameObject.AddComponent(type);
            foreach (Component one in gameObject.GetComponents(typeof(Component)))
            {
                if (one != null && !before.Contains(one))
                {
                    // Required components are recorded too, in the order in which they were added.
                    Add(new ExistenceStep(one, true), "Add " + type.Name);
                }
            }
            return added;
        }

        public static T AddComponent<T>(GameObject gameObject)
            where T : Component
        {
            return AddComponent(gameObject, typeof(T)) as T;
        }

        public static void SetTransformParent(Transform transform, Transform newParent, string name)
        {
            SetTransformParent(transform, newParent, true, name);
        }

        public static void SetTransformParent(Transform transform, Transform newParent, bool worldPositionStays, string name)
        {
            Demand(transform, "transform");
            Place(transform, name, delegate { transform.SetParent(newParent, worldPositionStays); });
        }

#if UNITY_2022_2_OR_NEWER
        public static void SetSiblingIndex(Transform transform, int siblingIndex, string name)
        {
            Demand(transform, "transform");
            Place(transform, name, delegate { transform.SetSiblingIndex(siblingIndex); });
        }
#endif

        public static void MoveGameObjectToScene(GameObject go, Scene scene, string name)
        {
            Demand(go, "go");
            Place(go.transform, name, delegate { SceneManager.MoveGameObjectToScene(go, scene); });
        }

        /// <summary>Records the order of the children of a transform.</summary>
        public static void RegisterChildrenOrderUndo(Object objectToUndo, string name)
        {
            Demand(objectToUndo, "objectToUndo");
            GameObject owner = objectToUndo as GameObject;
            Transform parent = owner != null ? owner.transform : objectToUndo as Transform;
            if (parent == null)
            {
                throw new ArgumentException("objectToUndo is a " + objectToUndo.GetType().Name + "; expected a GameObject or a Transform");
            }
            Add(new OrderStep(parent), name);
        }

        private static void Place(Transform transform, string name, Action change)
        {
            UndoRecorder.Flush();
            PlacementStep step = new PlacementStep(transform);
            change();
            step.Finish(transform);
            Add(step, name);
        }

        private static void Add(UndoStep step, string name)
        {
            UndoRecorder.Flush();
            UndoStack.Add(step, name);
        }

        private static void Demand(Object one, string parameter)
        {
            if (one == null)
            {
                throw new ArgumentNullException(parameter);
            }
        }
    }
}
