using System;
using System.Collections.Generic;
using UnityEngine;

namespace UnityDouble
{
    /// <summary>The destruction of objects, at once or at the end of the frame.</summary>
    // Follows Unity's manual pages of Object.Destroy and Object.DestroyImmediate, and the messages that the editor logs.
    internal static class Destruction
    {
        private struct Due
        {
            internal UnityEngine.Object One;
            internal float At;
        }

        private static readonly List<Due> Waiting = new List<Due>();

        internal static void Later(UnityEngine.Object one, float seconds)
        {
            if (one == null)
            {
                return;
            }
            if (!Settings.IsPlaying)
            {
                Debug.LogError("Destroy may not be called from edit mode! Use DestroyImmediate instead.\nDestroying an object in edit mode destroys it permanently.", one);
                return;
            }
            if (IsAllowed(one, false))
            {
                Waiting.Add(new Due { One = one, At = Time.time + Math.Max(0F, seconds) });
            }
        }

        /// <summary>Destroys what is due, at the end of a frame.</summary>
        internal static void Run()
        {
            List<Due> due = Waiting.FindAll(one => one.At <= Time.time);
            Waiting.RemoveAll(one => one.At <= Time.time);
            due.ForEach(one => Execute(one.One));
        }

        internal static void Forget()
        {
            Waiting.Clear();
        }

        internal static void Now(UnityEngine.Object one, bool assets)
        {
            if (one != null && IsAllowed(one, assets))
            {
                Execute(one);
            }
        }

        private static bool IsAllowed(UnityEngine.Object one, bool assets)
        {
            if (!assets && UnityEngine.Object.IsPersistent(one))
            {
                Debug.LogError("Destroying assets is not permitted to avoid data loss.\nIf you really want to remove an asset use DestroyImmediate (theObject, true);", one);
                return false;
            }
            if (one is Transform)
            {
                Debug.LogError("Can't destroy Transform component of '" + one.name + "'. If you want to destroy the game object, please call 'Destroy' on the game object instead. Destroying the transform component is not allowed.", one);
                return false;
            }
            Component component = one as Component;
            Type holder = component == null ? null : Adding.Dependent(component);
            if (holder != null)
            {
                Debug.LogError("Can't remove " + component.GetType().Name + " because " + holder.Name + " (Script) depends on it", one);
                return false;
            }
            return true;
        }

        private static void Execute(UnityEngine.Object one)
        {
            if (one == null)
            {
                return;
            }
            GameObject owner = one as GameObject;
            List<UnityEngine.Object> all = owner == null ? new List<UnityEngine.Object> { one } : Hierarchy.WithComponents(owner);
            LifeCycle.Destroying(all);
            if (owner != null && owner.m_Alive)
            {
                Detach(owner);
            }
            Component component = one as Component;
            if (!ReferenceEquals(component, null) && !ReferenceEquals(component.m_GameObject, null))
            {
                component.m_GameObject.m_Component.RemoveAll(entry => ReferenceEquals(entry.component, component));
            }
            all.ForEach(World.Remove);
        }

        private static void Detach(GameObject one)
        {
            Transform own = one.Own;
            if (!ReferenceEquals(own, null) && !ReferenceEquals(own.m_Father, null))
            {
                own.m_Father.m_Children.Remove(own);
                return;
            }
            SceneData.Move(one, null);
        }
    }
}
