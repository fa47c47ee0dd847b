using System;
using System.Collections.Generic;
using UnityDouble;

namespace UnityEngine
{
    /// <summary>The search for objects of a type in loaded scenes.</summary>
    public partial class Object
    {
        public static Object[] FindObjectsOfType(Type type)
        {
            return FindObjectsOfType(type, false);
        }

        public static Object[] FindObjectsOfType(Type type, bool includeInactive)
        {
            return FindObjectsByType(type, includeInactive ? FindObjectsInactive.Include : FindObjectsInactive.Exclude, FindObjectsSortMode.InstanceID);
        }

        public static Object[] FindObjectsByType(Type type, FindObjectsSortMode sortMode)
        {
            return FindObjectsByType(type, FindObjectsInactive.Exclude, sortMode);
        }

        public static Object[] FindObjectsByType(Type type, FindObjectsInactive findObjectsInactive, FindObjectsSortMode sortMode)
        {
            if (type == null)
            {
                throw new ArgumentNullException("type");
            }
            List<Object> found = new List<Object>();
            foreach (Object one in World.All)
            {
                if (type.IsInstanceOfType(one) && !(one is MissingScript) && IsFindable(one, findObjectsInactive == FindObjectsInactive.Include))
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

        public static T[] FindObjectsOfType<T>() where T : Object
        {
            return FindObjectsOfType<T>(false);
        }

        public static T[] FindObjectsOfType<T>(bool includeInactive) where T : Object
        {
            return Array.ConvertAll(FindObjectsOfType(typeof(T), includeInactive), one => (T)one);
        }

        public static T[] FindObjectsByType<T>(FindObjectsSortMode sortMode) where T : Object
        {
            return Array.ConvertAll(FindObjectsByType(typeof(T), sortMode), one => (T)one);
        }

        public static T[] FindObjectsByType<T>(FindObjectsInactive findObjectsInactive, FindObjectsSortMode sortMode) where T : Object
        {
            return Array.ConvertAll(FindObjectsByType(typeof(T), findObjectsInactive, sortMode), one => (T)one);
        }

        public static Object FindObjectOfType(Type type)
        {
            return FindObjectOfType(type, false);
        }

        public static Object FindObjectOfType(Type type, bool includeInactive)
        {
            Object[] found = FindObjectsOfType(type, includeInactive);
            return found.Length > 0 ? found[0] : null;
        }

        public static T FindObjectOfType<T>() where T : Object
        {
            return (T)FindObjectOfType(typeof(T), false);
        }

        public static T FindObjectOfType<T>(bool includeInactive) where T : Object
        {
            return (T)FindObjectOfType(typeof(T), includeInactive);
        }

        public static T FindFirstObjectByType<T>() where T : Object
        {
            return FindObjectOfType<T>();
        }

        public static T FindAnyObjectByType<T>() where T : Object
        {
            return FindObjectOfType<T>();
        }
    }
}
