#if UNITY_6000_2_OR_NEWER
using System;
using System.Globalization;

namespace UnityEngine
{
    /// <summary>The id of an object. The double numbers objects itself and hides this number in the id.</summary>
    // Follows Runtime/Export/Scripting/UnityEngineObject.bindings.cs of 6000.3.19f1, 6000.4.12f1, 6000.5.2f1 and 6000.6.0b1: members, size, texts.
    [Serializable]
    public struct EntityId : IEquatable<EntityId>, IComparable<EntityId>
    {
#if UNITY_6000_5_OR_NEWER
        /// <summary>
        /// What the upper half of each id holds. Unity has a version there; the double has a number by which an id neither
        /// fits into 53 bits nor is positive as a signed number.
        /// </summary>
        private const ulong Upper = 0x8000030000000000UL;

        private ulong m_Data;

        internal int Number
        {
            get { return unchecked((int)(uint)m_Data); }
        }

        internal static EntityId Of(int number)
        {
            return new EntityId { m_Data = number == 0 ? 0 : Upper | unchecked((uint)number) };
        }

        public override string ToString()
        {
            return Number.ToString(CultureInfo.InvariantCulture) + ":" + unchecked((int)(m_Data >> 32)).ToString(CultureInfo.InvariantCulture);
        }
#else
        private int m_Data;

        internal int Number
        {
            get { return m_Data; }
        }

        internal static EntityId Of(int number)
        {
            return new EntityId { m_Data = number };
        }

        public override string ToString()
        {
            return m_Data.ToString(CultureInfo.InvariantCulture);
        }

#if UNITY_6000_4_OR_NEWER
        [Obsolete("EntityId will not be representable by an int in the future")]
#endif
        public static implicit operator int(EntityId entityId)
        {
            return entityId.m_Data;
        }

#if UNITY_6000_4_OR_NEWER
        [Obsolete("EntityId will not be representable by an int in the future")]
#endif
        public static implicit operator EntityId(int intValue)
        {
            return Of(intValue);
        }
#endif

#if UNITY_6000_4_OR_NEWER
        public static EntityId FromULong(ulong input)
        {
#if UNITY_6000_5_OR_NEWER
            return new EntityId { m_Data = input };
#else
            return new EntityId { m_Data = unchecked((int)input) };
#endif
        }

        public static ulong ToULong(EntityId entityId)
        {
            return unchecked((ulong)entityId.m_Data);
        }
#endif

        public static EntityId None
        {
            get { return new EntityId(); }
        }

        public bool IsValid()
        {
            return this != None;
        }

        public bool Equals(EntityId other)
        {
            return m_Data == other.m_Data;
        }

        public override bool Equals(object obj)
        {
            return obj is EntityId && Equals((EntityId)obj);
        }

        public override int GetHashCode()
        {
            return m_Data.GetHashCode();
        }

        public int CompareTo(EntityId other)
        {
            return m_Data.CompareTo(other.m_Data);
        }

        public static bool operator ==(EntityId left, EntityId right)
        {
            return left.Equals(right);
        }

        public static bool operator !=(EntityId left, EntityId right)
        {
            return !left.Equals(right);
        }

        public static bool operator <(EntityId left, EntityId right)
        {
            return left.CompareTo(right) < 0;
        }

        public static bool operator >(EntityId left, EntityId right)
        {
            return left.CompareTo(right) > 0;
        }

        public static bool operator <=(EntityId left, EntityId right)
        {
            return left.CompareTo(right) <= 0;
        }

        public static bool operator >=(EntityId left, EntityId right)
        {
            return left.CompareTo(right) >= 0;
        }
    }
}
#endif
