using System;
using UnityDouble;
using UnityEngine.SceneManagement;

namespace UnityEngine
{
    /// <summary>Copies of objects with what is below them.</summary>
    public partial class Object
    {
        private const string NullOriginal = "The Object you want to instantiate is null.";

        public static Object Instantiate(Object original)
        {
            return Placed(original, null, false, SceneManager.GetActiveScene(), null);
        }

#if UNITY_2022_2_OR_NEWER
        public static Object Instantiate(Object original, Scene scene)
        {
            return Placed(original, null, false, scene, null);
        }
#endif

        public static Object Instantiate(Object original, Transform parent)
        {
            return Placed(original, parent, false, SceneManager.GetActiveScene(), null);
        }

        public static Object Instantiate(Object original, Transform parent, bool instantiateInWorldSpace)
        {
            return Placed(original, parent, instantiateInWorldSpace, SceneManager.GetActiveScene(), null);
        }

        public static Object Instantiate(Object original, Vector3 position, Quaternion rotation)
        {
            return Instantiate(original, position, rotation, null);
        }

        public static Object Instantiate(Object original, Vector3 position, Quaternion rotation, Transform parent)
        {
            if (original is ScriptableObject)
            {
                throw new ArgumentException("Cannot instantiate a ScriptableObject with a position and rotation");
            }
            return Placed(original, parent, false, SceneManager.GetActiveScene(), transform => transform.SetPositionAndRotation(position, rotation));
        }

        public static T Instantiate<T>(T original) where T : Object
        {
            return (T)Instantiate((Object)original);
        }

        public static T Instantiate<T>(T original, Transform parent) where T : Object
        {
            return (T)Instantiate((Object)original, parent, false);
        }

        public static T Instantiate<T>(T original, Transform parent, bool worldPositionStays) where T : Object
        {
            return (T)Instantiate((Object)original, parent, worldPositionStays);
        }

        public static T Instantiate<T>(T original, Vector3 position, Quaternion rotation) where T : Object
        {
            return (T)Instantiate((Object)original, position, rotation);
        }

        public static T Instantiate<T>(T original, Vector3 position, Quaternion rotation, Transform parent) where T : Object
        {
            return (T)Instantiate((Object)original, position, rotation, parent);
        }

        /// <summary>Copies, places the copy, and then wakes its scripts.</summary>
        private static Object Placed(Object original, Transform parent, bool staysInWorld, Scene scene, Action<Transform> place)
        {
            if (original == null)
            {
                throw new ArgumentException(NullOriginal);
            }
            Object copy = Cloning.Copy(original);
            GameObject root = Cloning.RootOf(copy);
            if (root == null)
            {
                copy.StoredName = original.StoredName + "(Clone)";
                LifeCycle.Created(copy as ScriptableObject);
                return copy;
            }
            root.m_Name += "(Clone)";
            Transform at = root.transform;
            if (parent == null)
            {
                SceneData.Move(root, World.SceneOf(scene));
            }
            else
            {
                at.Attach(parent, staysInWorld);
            }
            if (place != null)
            {
                place(at);
            }
            LifeCycle.Wake(root);
            if (copy == null)
            {
                throw new UnityException("Instantiate failed because the clone was destroyed during creation. This can happen if DestroyImmediate is called in MonoBehaviour.Awake.");
            }
            return copy;
        }
    }
}
