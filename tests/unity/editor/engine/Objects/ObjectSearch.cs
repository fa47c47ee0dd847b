using System;
using System.Collections.Generic;
using UnityDouble;

namespace UnityEngine
{
    /// <summary>The search for objects of a type in loaded scenes.</summary>
    // Follows Runtime/Export/Scripting/UnityEngineObject.bindings.cs: obsolete members since 2023.1 and 6000.4.
    public partial class Object
    {
#if UNITY_2023_1_OR_NEWER
        [Obsolete("use FindObjectsByType")]
#endif
        public static Object[] FindObjectsOfType(Type type)
        {
            return Search(type, false);
        }

#if UNITY_2023_1_OR_NEWER
        [Obsolete("use FindObjectsByType")]
#endif
        public static Object[] FindObjectsOfType(Type type, bool includeInactive)
        {
            return Search(type, includeInactive);
        }

#if UNITY_6000_4_OR_NEWER
        [Obsolete("the order is not guaranteed; use the member without a sort mode")]
#endif
        public static Object[] FindObjectsByType(Type type, FindObjectsSortMode sortMode)
        {
            return Search(type, false);
        }

#if UNITY_6000_4_OR_NEWER
        [Obsolete("the order is not guaranteed; use the member without a sort mode")]
#endif
        public static Object[] FindObjectsByType(Type type, FindObjectsInactive findObjectsInactive, FindObjectsSortMode sortMode)
        {
            return Search(type, findObjectsInactive == FindObjectsInactive.Include);
        }

#if UNITY_2023_1_OR_NEWER
        [Obsolete("use FindObjectsByType")]
#endif
        public static T[] FindObjectsOfType<T>() where T : Object
        {
            return Search<T>(false);
        }

#if UNITY_2023_1_OR_NEWER
        [Obsolete("use FindObjectsByType")]
#endif
        public static T[] FindObjectsOfType<T>(bool includeInactive) where T : Object
        {
            return Search<T>(includeInactive);
        }

#if UNITY_6000_4_OR_NEWER
        [Obsolete("the order is not guaranteed; use the member without a sort mode")]
#endif
        public static T[] FindObjectsByType<T>(FindObjectsSortMode sortMode) where T : Object
        {
            return Search<T>(false);
        }

#if UNITY_6000_4_OR_NEWER
        [Obsolete("the order is not guaranteed; use the member without a sort mode")]
#endif
        public static T[] FindObjectsByType<T>(FindObjectsInactive findObjectsInactive, FindObjectsSortMode sortMode) where T : Object
        {
            return Search<T>(findObjectsInactive == FindObjectsInactive.Include);
        }

#if UNITY_6000_4_OR_NEWER
        public static Object[] FindObjectsByType(Type type)
        {
            return Search(type, false);
        }

        public static Object[] FindObjectsByType(Type type, FindObjectsInactive findObjectsInactive)
        {
            return Search(type, findObjectsInactive == FindObjectsInactive.Include);
        }

        public static T[] FindObjectsByType<T>() where T : Object
        {
            return Search<T>(false);
        }

        public static T[] FindObjectsByType<T>(FindObjectsInactive findObjectsInactive) where T : Object
        {
            return Search<T>(findObjectsInactive == FindObjectsInactive.Include);
        }
#endif

#if UNITY_2023_1_OR_NEWER
        [Obsolete("use FindAnyObjectByType")]
#endif
        public static Object FindObjectOfType(Type type)
        {
            return First(type, false);
        }

#if UNITY_2023_1_OR_NEWER
        [Obsolete("use FindAnyObjectByType")]
#endif
        public static Object FindObjectOfType(Type type, bool includeInactive)
        {
            return First(type, includeInactive);
        }

#if UNITY_2023_1_OR_NEWER
        [Obsolete("use FindAnyObjectByType")]
#endif
        public static T FindObjectOfType<T>() where T : Object
        {
            return (T)First(typeof(T), false);
        }

#if UNITY_2023_1_OR_NEWER
        [Obsolete("use FindAnyObjectByType")]
#endif
        public static T FindObjectOfType<T>(bool includeInactive) where T : Object
        {
            return (T)First(typeof(T), includeInactive);
        }

#if UNITY_6000_4_OR_NEWER
        [Obsolete("use FindAnyObjectByType")]
#endif
        public static T FindFirstObjectByType<T>() where T : Object
        {
            return (T)First(typeof(T), false);
        }

        public static T FindAnyObjectByType<T>() where T : Object
        {
            return (T)First(typeof(T), false);
        }

        internal static T[] Search<T>(bool inactive) where T : Object
        {
            return Array.ConvertAll(Search(typeof(T), inactive), one => (T)one);
        }

        private static Object First(Type type, bool inactive)
        {
            Object[] found = Search(type, inactive);
            return found.Length > 0 ? found[0] : null;
        }

        private static Object[] Search(Type type, bool inactive)
        {
            if (type == null)
            {
                throw new ArgumentNullException("type");
            }
            List<Object> found = new List<Object>();
            foreach (Object one in World.All)
            {
                if (type.IsInstanceOfType(one) && !(one is MissingScript) && IsFindable(one, inactive))
                {
                    found.Add(one);
                }
            }
            // Unity's order without a sort mode is unspecified; here it is always the order of the instance ids.
            found.Sort((a, b) => a.m_InstanceID.CompareTo(b.m_InstanceID));
            return found.ToArray();
        }

        private static bool IsFindable(Object one, bool inactive)
        {
            Component component = one as Component;
            GameObject owner = component != null ? component.gameObject : one as GameObject;
            if (owner == null)
            {
                return !IsPersistent(one);
            }
            SceneData scene = World.SceneOf(owner.scene);
            return scene != null && !scene.IsPreview && (inactive || owner.activeInHierarchy) && (owner.m_ObjectHideFlags & HideFlags.DontSave) != HideFlags.DontSave;
        }
    }
}
