using System;

namespace UnityEngine
{
    /// <summary>A box along the axes.</summary>
    // Follows Runtime/Export/Geometry/Bounds.cs: members, text.
    [Serializable]
    public struct Bounds : IEquatable<Bounds>, IFormattable
    {
        private Vector3 m_Center;
        private Vector3 m_Extents;

        public Bounds(Vector3 center, Vector3 size)
        {
            m_Center = center;
            m_Extents = size * 0.5F;
        }

        public Vector3 center
        {
            get { return m_Center; }
            set { m_Center = value; }
        }

        public Vector3 size
        {
            get { return m_Extents * 2F; }
            set { m_Extents = value * 0.5F; }
        }

        public Vector3 extents
        {
            get { return m_Extents; }
            set { m_Extents = value; }
        }

        public Vector3 min
        {
            get { return m_Center - m_Extents; }
            set { SetMinMax(value, max); }
        }

        public Vector3 max
        {
            get { return m_Center + m_Extents; }
            set { SetMinMax(min, value); }
        }

        public void SetMinMax(Vector3 min, Vector3 max)
        {
            m_Extents = (max - min) * 0.5F;
            m_Center = min + m_Extents;
        }

        public void Encapsulate(Vector3 point)
        {
            SetMinMax(Vector3.Min(min, point), Vector3.Max(max, point));
        }

        public void Encapsulate(Bounds bounds)
        {
            Encapsulate(bounds.min);
            Encapsulate(bounds.max);
        }

        public bool Intersects(Bounds bounds)
        {
            return min.x <= bounds.max.x && max.x >= bounds.min.x && min.y <= bounds.max.y && max.y >= bounds.min.y && min.z <= bounds.max.z && max.z >= bounds.min.z;
        }

        public bool Contains(Vector3 point)
        {
            Vector3 off = point - m_Center;
            return Mathf.Abs(off.x) <= m_Extents.x && Mathf.Abs(off.y) <= m_Extents.y && Mathf.Abs(off.z) <= m_Extents.z;
        }

        public static bool operator ==(Bounds lhs, Bounds rhs)
        {
            return lhs.center == rhs.center && lhs.extents == rhs.extents;
        }

        public static bool operator !=(Bounds lhs, Bounds rhs)
        {
            return !(lhs == rhs);
        }

        public bool Equals(Bounds other)
        {
            return center.Equals(other.center) && extents.Equals(other.extents);
        }

        public override bool Equals(object other)
        {
            return other is Bounds && Equals((Bounds)other);
        }

        public override int GetHashCode()
        {
            return center.GetHashCode() ^ (extents.GetHashCode() << 2);
        }

        public override string ToString()
        {
            return ToString(null, null);
        }

        public string ToString(string format)
        {
            return ToString(format, null);
        }

        public string ToString(string format, IFormatProvider formatProvider)
        {
            string used = string.IsNullOrEmpty(format) ? "F2" : format;
            return "Center: " + m_Center.ToString(used, formatProvider) + ", Extents: " + m_Extents.ToString(used, formatProvider);
        }
    }

    /// <summary>A box of whole numbers.</summary>
    // Follows Runtime/Export/Geometry/BoundsInt.cs: members, text.
    [Serializable]
    public struct BoundsInt : IEquatable<BoundsInt>, IFormattable
    {
        private Vector3Int m_Position;
        private Vector3Int m_Size;

        public BoundsInt(Vector3Int position, Vector3Int size)
        {
            m_Position = position;
            m_Size = size;
        }

        public BoundsInt(int xMin, int yMin, int zMin, int sizeX, int sizeY, int sizeZ) : this(new Vector3Int(xMin, yMin, zMin), new Vector3Int(sizeX, sizeY, sizeZ))
        {
        }

        public Vector3Int position
        {
            get { return m_Position; }
            set { m_Position = value; }
        }

        public Vector3Int size
        {
            get { return m_Size; }
            set { m_Size = value; }
        }

        public bool Equals(BoundsInt other)
        {
            return m_Position == other.m_Position && m_Size == other.m_Size;
        }

        public override string ToString()
        {
            return ToString(null, null);
        }

        public string ToString(string format, IFormatProvider formatProvider)
        {
            return "Position: " + m_Position.ToString(format, formatProvider) + ", Size: " + m_Size.ToString(format, formatProvider);
        }
    }

    /// <summary>A line that begins at a point.</summary>
    // Follows Runtime/Export/Geometry/Ray.cs: the direction is kept at length one, text.
    public struct Ray : IFormattable
    {
        private Vector3 m_Origin;
        private Vector3 m_Direction;

        public Ray(Vector3 origin, Vector3 direction)
        {
            m_Origin = origin;
            m_Direction = direction.normalized;
        }

        public Vector3 origin
        {
            get { return m_Origin; }
            set { m_Origin = value; }
        }

        public Vector3 direction
        {
            get { return m_Direction; }
            set { m_Direction = value.normalized; }
        }

        public Vector3 GetPoint(float distance)
        {
            return m_Origin + m_Direction * distance;
        }

        public override string ToString()
        {
            return ToString(null, null);
        }

        public string ToString(string format)
        {
            return ToString(format, null);
        }

        public string ToString(string format, IFormatProvider formatProvider)
        {
            string used = string.IsNullOrEmpty(format) ? "F2" : format;
            return "Origin: " + m_Origin.ToString(used, formatProvider) + ", Dir: " + m_Direction.ToString(used, formatProvider);
        }
    }
}
