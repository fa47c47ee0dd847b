using System;
using UnityDouble;
using UnityEngine.SceneManagement;

namespace UnityEngine
{
    /// <summary>An object of the engine, with an instance id. After its destruction it compares equal to null.</summary>
    // Follows Runtime/Export/Scripting/UnityEngineObject.bindings.cs: equality, names, destruction, copies, search.
    public partial class Object
    {
        /// <summary>Keys of the object's document that its type does not know, and the order of all keys.</summary>
        internal Node m_Kept;

        internal int m_InstanceID;

        /// <summary>Whether it exists. In Unity, whether the native object exists.</summary>
        internal bool m_Alive;

        /// <summary>Its number in its scene file or prefab file; 0 if no file contains it.</summary>
        internal long m_FileId;

        [Stored] internal HideFlags m_ObjectHideFlags = HideFlags.None;
        [Stored] internal Pointer m_CorrespondingSourceObject = new Pointer();
        [Stored] internal Pointer m_PrefabInstance = new Pointer();
        [Stored] internal Pointer m_PrefabAsset = new Pointer();

        public Object()
        {
            World.Register(this);
        }

        public string name
        {
            get
            {
                Demand();
                return StoredName;
            }

            set
            {
                Demand();
                StoredName = value ?? "";
            }
        }

        /// <summary>The name in the object's own state; components have the name of their game object.</summary>
        internal virtual string StoredName
        {
            get { return ""; }
            set { throw new NotSupportedException("the editor double does not imitate the name of a " + GetType().FullName); }
        }

        public HideFlags hideFlags
        {
            get
            {
                Demand();
                return m_ObjectHideFlags;
            }

            set
            {
                Demand();
                m_ObjectHideFlags = value;
            }
        }

        public override int GetHashCode()
        {
            return m_InstanceID;
        }

        public override bool Equals(object other)
        {
            Object one = other as Object;
            return (!ReferenceEquals(one, null) || other == null) && AreSame(this, one);
        }

        public override string ToString()
        {
            return m_Alive ? StoredName + " (" + GetType().FullName + ")" : "null";
        }

        public static implicit operator bool(Object exists)
        {
            return !AreSame(exists, null);
        }

        public static bool operator ==(Object x, Object y)
        {
            return AreSame(x, y);
        }

        public static bool operator !=(Object x, Object y)
        {
            return !AreSame(x, y);
        }

        private static bool AreSame(Object a, Object b)
        {
            if (ReferenceEquals(a, null) || ReferenceEquals(b, null))
            {
                Object other = ReferenceEquals(a, null) ? b : a;
                return ReferenceEquals(other, null) || !other.Exists;
            }
            return a.m_InstanceID == b.m_InstanceID;
        }

        /// <summary>
        /// A second wrapper of an object that was created again with the same id exists too, except for scripts, because a script is its wrapper.
        /// </summary>
        private bool Exists
        {
            get { return m_Alive || (!(this is MonoBehaviour) && !(this is ScriptableObject) && World.Find(m_InstanceID) != null); }
        }

        /// <exception cref="MissingReferenceException">The object is destroyed.</exception>
        internal void Demand()
        {
            if (!m_Alive)
            {
                throw new MissingReferenceException("The object of type '" + GetType().Name + "' has been destroyed but you are still trying to access it.\n"
                    + "Your script should either check if it is null or you should not destroy the object.");
            }
        }

        public static void Destroy(Object obj)
        {
            Destroy(obj, 0F);
        }

        public static void Destroy(Object obj, float t)
        {
            Destruction.Later(obj, t);
        }

        public static void DestroyImmediate(Object obj)
        {
            DestroyImmediate(obj, false);
        }

        public static void DestroyImmediate(Object obj, bool allowDestroyingAssets)
        {
            Destruction.Now(obj, allowDestroyingAssets);
        }

        public static void DontDestroyOnLoad(Object target)
        {
            if (target == null)
            {
                throw new NullReferenceException();
            }
            Component component = target as Component;
            GameObject one = component != null ? component.gameObject : target as GameObject;
            if (one == null)
            {
                return;
            }
            if (!Application.isPlaying)
            {
                throw new InvalidOperationException("The following game object is invoking the DontDestroyOnLoad method: " + one.name
                    + ". Notice that DontDestroyOnLoad can only be used in play mode and, as such, cannot be part of an editor script.");
            }
            if (one.transform.parent != null)
            {
                Debug.LogWarning("DontDestroyOnLoad only works for root GameObjects or components on root GameObjects.");
                return;
            }
            SceneData.Move(one, World.PersistentScene());
        }

        internal static bool IsPersistent(Object obj)
        {
            return World.FileOf(obj.m_InstanceID) != null;
        }

        internal static Object FindObjectFromInstanceID(int instanceID)
        {
            return World.Find(instanceID);
        }

        internal static bool DoesObjectWithInstanceIDExist(int instanceID)
        {
            return World.Find(instanceID) != null;
        }
    }
}
