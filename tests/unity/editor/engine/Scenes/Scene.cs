using System;
using System.Collections.Generic;
using UnityDouble;

namespace UnityEngine.SceneManagement
{
    /// <summary>A handle of a scene.</summary>
    // Follows Runtime/Export/SceneManager/Scene.cs: members.
    [Serializable]
    public struct Scene
    {
        internal int m_Handle;

        internal Scene(int handle)
        {
            m_Handle = handle;
        }

#if UNITY_6000_3_OR_NEWER
        public SceneHandle handle
        {
            get { return new SceneHandle(m_Handle); }
        }
#else
        public int handle
        {
            get { return m_Handle; }
        }
#endif

        internal string guid
        {
            get { return IsValid() ? Data.Guid : ""; }
        }

        private SceneData Data
        {
            get { return World.SceneOf(m_Handle); }
        }

        private SceneData Loaded
        {
            get
            {
                SceneData data = Data;
                if (data == null)
                {
                    throw new ArgumentException("The scene is invalid.");
                }
                if (!data.IsLoaded && !Application.isPlaying)
                {
                    throw new ArgumentException("The scene is not loaded.");
                }
                return data;
            }
        }

        public bool IsValid()
        {
            return Data != null;
        }

        public string path
        {
            get { return IsValid() ? Data.Path : ""; }
        }

        public string name
        {
            get
            {
                return IsValid() ? Data.Name : null;
            }

            set
            {
                if (IsValid() && Data.Path.Length > 0)
                {
                    throw new InvalidOperationException("Setting a name on a saved scene is not allowed (the filename is used as name). Scene: '" + path + "'");
                }
                Data.Name = value;
            }
        }

        public bool isLoaded
        {
            get { return IsValid() && Data.IsLoaded; }
        }

        public int buildIndex
        {
            get { return IsValid() && path.Length > 0 ? World.BuildScenes.IndexOf(path) : -1; }
        }

        public bool isDirty
        {
            get { return IsValid() && Data.IsDirty; }
        }

        public int rootCount
        {
            get { return IsValid() ? Data.Roots.Count : 0; }
        }

        public bool isSubScene
        {
            get { return false; }
        }

        public GameObject[] GetRootGameObjects()
        {
            List<GameObject> roots = new List<GameObject>();
            GetRootGameObjects(roots);
            return roots.ToArray();
        }

        public void GetRootGameObjects(List<GameObject> rootGameObjects)
        {
            rootGameObjects.Clear();
            rootGameObjects.AddRange(Loaded.Roots);
        }

        public static bool operator ==(Scene lhs, Scene rhs)
        {
            return lhs.m_Handle == rhs.m_Handle;
        }

        public static bool operator !=(Scene lhs, Scene rhs)
        {
            return lhs.m_Handle != rhs.m_Handle;
        }

        public override int GetHashCode()
        {
            return m_Handle;
        }

        public override bool Equals(object other)
        {
            return other is Scene && this == (Scene)other;
        }
    }
}
