using System;
using System.Reflection;
using UnityEditor;
using UnityEditor.SceneManagement;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace UnityTools.Bridge
{
    /// <summary>
    /// Changes scenes so that Undo restores them, prefab overrides are recorded and scenes count as changed. The undo group
    /// and its name come from <see cref="EditorMainThread"/>.
    /// </summary>
    internal sealed class UndoWriter : SceneWriter
    {
        /// <summary>`Undo.SetSiblingIndex` of Unity 2022.3.5 and newer; null in older versions.</summary>
        private static readonly Action<Transform, int, string> SetIndex = FindSetIndex();

        private readonly UndoHistory history = new EditorHistory();

        internal override UndoHistory History
        {
            get { return history; }
        }

        internal override void CheckMove(GameObject moved, GameObject parent)
        {
            if (IsInner(moved))
            {
                throw new Failure("unsupported", "Unity moves no object inside a prefab instance, and " + moved.name + " is a part of one")
                {
                    Hint = "move the root of the instance, or change the prefab"
                };
            }
        }

        internal override void CheckSet(Type component, ComponentMember member)
        {
            if (typeof(Transform).IsAssignableFrom(component) && (member.CSharpName ?? member.Name) == "parent")
            {
                throw new Failure("unsupported", "`parent` cannot be set, because Unity would not undo it") { Hint = "use the edit reparent" };
            }
        }

        internal override void CheckDestroy(GameObject gone)
        {
#if !UNITY_2022_2_OR_NEWER
            if (IsInner(gone))
            {
                throw new Failure("unsupported", "this version of Unity removes no object from a prefab instance, and " + gone.name + " is a part of one")
                {
                    Hint = "set it inactive, or change the prefab"
                };
            }
#endif
        }

        /// <summary>Whether the object came with a prefab instance of the scene and is not its root.</summary>
        private static bool IsInner(GameObject one)
        {
            Transform parent = one.transform.parent;
            bool isPart = !EditorApplication.isPlaying && PrefabUtility.IsPartOfNonAssetPrefabInstance(one);
            return isPart && parent != null && PrefabUtility.GetPrefabInstanceHandle(parent.gameObject) == PrefabUtility.GetPrefabInstanceHandle(one);
        }

        internal override void Change(UnityEngine.Object changed, Action change)
        {
            UnityEngine.Object[] all = Together(changed);
            Undo.RecordObjects(all, Undo.GetCurrentGroupName());
            change();
            foreach (UnityEngine.Object one in all)
            {
                if (PrefabUtility.IsPartOfPrefabInstance(one))
                {
                    PrefabUtility.RecordPrefabInstancePropertyModifications(one);
                }
            }
        }

        /// <summary>
        /// The object, and for a component also its GameObject and Transform: properties such as `name` and
        /// `Rigidbody.position` change these.
        /// </summary>
        private static UnityEngine.Object[] Together(UnityEngine.Object changed)
        {
            Component component = changed as Component;
            if (component == null)
            {
                return new[] { changed };
            }
            return component is Transform
                ? new[] { changed, component.gameObject }
                : new[] { changed, component.gameObject, component.transform };
        }

        internal override void SetParent(Transform moved, Transform parent, bool keepWorld)
        {
            Undo.SetTransformParent(moved, parent, keepWorld, Undo.GetCurrentGroupName());
        }

        internal override void SetSiblingIndex(Transform moved, int index)
        {
            int last = (moved.parent == null ? moved.gameObject.scene.rootCount : moved.parent.childCount) - 1;
            int wanted = index < 0 ? last : index;
            if (SetIndex != null)
            {
                SetIndex(moved, wanted, Undo.GetCurrentGroupName());
                return;
            }
            // Older Unity records the order of children, but not that of roots.
            if (moved.parent != null)
            {
                Undo.RegisterChildrenOrderUndo(moved.parent, Undo.GetCurrentGroupName());
            }
            moved.SetSiblingIndex(wanted);
            EditorSceneManager.MarkSceneDirty(moved.gameObject.scene);
        }

        internal override void Move(GameObject root, Scene to)
        {
            Undo.MoveGameObjectToScene(root, to, Undo.GetCurrentGroupName());
        }

        internal override void Created(GameObject made)
        {
            Undo.RegisterCreatedObjectUndo(made, Undo.GetCurrentGroupName());
        }

        internal override Component Add(GameObject to, Type type)
        {
            return Undo.AddComponent(to, type);
        }

        internal override void Destroy(UnityEngine.Object gone)
        {
            Undo.DestroyObjectImmediate(gone);
        }

        private static Action<Transform, int, string> FindSetIndex()
        {
            Type[] parameters = { typeof(Transform), typeof(int), typeof(string) };
            MethodInfo method = typeof(Undo).GetMethod("SetSiblingIndex", BindingFlags.Static | BindingFlags.Public, null, parameters, null);
            return method == null ? null : (Action<Transform, int, string>)Delegate.CreateDelegate(typeof(Action<Transform, int, string>), method);
        }
    }
}
