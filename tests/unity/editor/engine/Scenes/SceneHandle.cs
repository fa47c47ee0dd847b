#if UNITY_6000_3_OR_NEWER
using System;

namespace UnityEngine.SceneManagement
{
    /// <summary>The id of a scene, which was a number before.</summary>
    // Follows Runtime/Export/SceneManager/Scene.bindings.cs of 6000.3.19f1 and 6000.6.0b1: members.
    [Serializable]
    public struct SceneHandle : IEquatable<SceneHandle>
    {
        private EntityId m_Value;

        internal SceneHandle(int number)
        {
            m_Value = EntityId.Of(number);
        }

        public static SceneHandle None
        {
            get { return new SceneHandle(); }
        }

#if UNITY_6000_4_OR_NEWER
        public ulong GetRawData()
        {
            return EntityId.ToULong(m_Value);
        }

        public static SceneHandle FromRawData(ulong rawdata)
        {
            return new SceneHandle { m_Value = EntityId.FromULong(rawdata) };
        }
#endif

#if !UNITY_6000_5_OR_NEWER
#if UNITY_6000_4_OR_NEWER
        [Obsolete("use SceneHandle.GetRawData()")]
#endif
        public static implicit operator int(SceneHandle handle)
        {
            return handle.m_Value.Number;
        }

#if UNITY_6000_4_OR_NEWER
        [Obsolete("use SceneHandle.FromRawData(ulong)")]
#endif
        public static implicit operator SceneHandle(int handle)
        {
            return new SceneHandle(handle);
        }
#endif

        public bool Equals(SceneHandle other)
        {
            return m_Value == other.m_Value;
        }

        public override bool Equals(object obj)
        {
            return obj is SceneHandle && Equals((SceneHandle)obj);
        }

        public override int GetHashCode()
        {
            return m_Value.GetHashCode();
        }

        public override string ToString()
        {
            return m_Value.ToString();
        }

        public static bool operator ==(SceneHandle left, SceneHandle right)
        {
            return left.Equals(right);
        }

        public static bool operator !=(SceneHandle left, SceneHandle right)
        {
            return !left.Equals(right);
        }
    }
}
#endif
