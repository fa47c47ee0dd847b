using System;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace UnityTools.Bridge
{
    /// <summary>
    /// Makes all changes of objects in scenes. This one changes a running game; an editor replaces it by one that records
    /// the changes for Undo.
    /// </summary>
    internal class SceneWriter
    {
        /// <summary>
        /// Undo of Unity itself, which restores what <see cref="Destroy"/> destroyed; null in a player, where each change
        /// has an inverse of its own.
        /// </summary>
        internal virtual UndoHistory History
        {
            get { return null; }
        }

        /// <summary>Called while a batch is planned, before anything changes.</summary>
        /// <param name="parent">Null for the roots.</param>
        /// <exception cref="Failure">The object cannot have that parent or another position among its siblings.</exception>
        internal virtual void CheckMove(GameObject moved, GameObject parent)
        {
        }

        /// <summary>Called while a batch is planned, before anything changes.</summary>
        /// <exception cref="Failure">The object cannot be destroyed.</exception>
        internal virtual void CheckDestroy(GameObject gone)
        {
        }

        /// <summary>Called while a change of a member is planned, before anything changes.</summary>
        /// <exception cref="Failure">The member cannot be set.</exception>
        internal virtual void CheckSet(Type component, ComponentMember member)
        {
        }

        /// <summary>Runs <paramref name="change"/>, which changes fields of that object or its GameObject only.</summary>
        internal virtual void Change(UnityEngine.Object changed, Action change)
        {
            change();
        }

        /// <param name="parent">Null for the roots.</param>
        internal virtual void SetParent(Transform moved, Transform parent, bool keepWorld)
        {
            moved.SetParent(parent, keepWorld);
        }

        /// <param name="index">Among all siblings; -1 for the last position.</param>
        internal virtual void SetSiblingIndex(Transform moved, int index)
        {
            if (index < 0)
            {
                moved.SetAsLastSibling();
            }
            else
            {
                moved.SetSiblingIndex(index);
            }
        }

        /// <param name="root">An object without a parent.</param>
        internal virtual void Move(GameObject root, Scene to)
        {
            SceneManager.MoveGameObjectToScene(root, to);
        }

        /// <summary>Called for an object after it was created in its place.</summary>
        internal virtual void Created(GameObject made)
        {
        }

        /// <summary>Returns null if Unity refuses.</summary>
        internal virtual Component Add(GameObject to, Type type)
        {
            return to.AddComponent(type);
        }

        /// <summary>Destroys an object or a component, at the end of the frame at the latest.</summary>
        internal virtual void Destroy(UnityEngine.Object gone)
        {
            UnityEngine.Object.Destroy(gone);
        }
    }
}
