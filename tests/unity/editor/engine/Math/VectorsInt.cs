using System;

namespace UnityEngine
{
    /// <summary>Two whole numbers.</summary>
    // Follows Runtime/Export/Math/Vector2Int.cs: arithmetic, text.
    [Serializable]
    public struct Vector2Int : IEquatable<Vector2Int>, IFormattable
    {
        private int m_X;
        private int m_Y;

        public Vector2Int(int x, int y)
        {
            m_X = x;
            m_Y = y;
        }

        public int x
        {
            get { return m_X; }
            set { m_X = value; }
        }

        public int y
        {
            get { return m_Y; }
            set { m_Y = value; }
        }

        public static Vector2Int zero
        {
            get { return new Vector2Int(0, 0); }
        }

        public static Vector2Int one
        {
            get { return new Vector2Int(1, 1); }
        }

        public static Vector2Int operator +(Vector2Int a, Vector2Int b)
        {
            return new Vector2Int(a.x + b.x, a.y + b.y);
        }

        public static Vector2Int operator -(Vector2Int a, Vector2Int b)
        {
            return new Vector2Int(a.x - b.x, a.y - b.y);
        }

        public static bool operator ==(Vector2Int lhs, Vector2Int rhs)
        {
            return lhs.x == rhs.x && lhs.y == rhs.y;
        }

        public static bool operator !=(Vector2Int lhs, Vector2Int rhs)
        {
            return !(lhs == rhs);
        }

        public static implicit operator Vector2(Vector2Int v)
        {
            return new Vector2(v.x, v.y);
        }

        public bool Equals(Vector2Int other)
        {
            return this == other;
        }

        public override bool Equals(object other)
        {
            return other is Vector2Int && this == (Vector2Int)other;
        }

        public override int GetHashCode()
        {
            return x.GetHashCode() ^ (y.GetHashCode() << 2);
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
            return NumberText.Join("({0}, {1})", format, formatProvider, x, y);
        }
    }

    /// <summary>Three whole numbers.</summary>
    // Follows Runtime/Export/Math/Vector3Int.cs: arithmetic, text.
    [Serializable]
    public struct Vector3Int : IEquatable<Vector3Int>, IFormattable
    {
        private int m_X;
        private int m_Y;
        private int m_Z;

        public Vector3Int(int x, int y, int z)
        {
            m_X = x;
            m_Y = y;
            m_Z = z;
        }

        public Vector3Int(int x, int y) : this(x, y, 0)
        {
        }

        public int x
        {
            get { return m_X; }
            set { m_X = value; }
        }

        public int y
        {
            get { return m_Y; }
            set { m_Y = value; }
        }

        public int z
        {
            get { return m_Z; }
            set { m_Z = value; }
        }

        public static Vector3Int zero
        {
            get { return new Vector3Int(0, 0, 0); }
        }

        public static Vector3Int one
        {
            get { return new Vector3Int(1, 1, 1); }
        }

        public static Vector3Int operator +(Vector3Int a, Vector3Int b)
        {
            return new Vector3Int(a.x + b.x, a.y + b.y, a.z + b.z);
        }

        public static Vector3Int operator -(Vector3Int a, Vector3Int b)
        {
            return new Vector3Int(a.x - b.x, a.y - b.y, a.z - b.z);
        }

        public static bool operator ==(Vector3Int lhs, Vector3Int rhs)
        {
            return lhs.x == rhs.x && lhs.y == rhs.y && lhs.z == rhs.z;
        }

        public static bool operator !=(Vector3Int lhs, Vector3Int rhs)
        {
            return !(lhs == rhs);
        }

        public static implicit operator Vector3(Vector3Int v)
        {
            return new Vector3(v.x, v.y, v.z);
        }

        public bool Equals(Vector3Int other)
        {
            return this == other;
        }

        public override bool Equals(object other)
        {
            return other is Vector3Int && this == (Vector3Int)other;
        }

        public override int GetHashCode()
        {
            int yHash = y.GetHashCode();
            int zHash = z.GetHashCode();
            return x.GetHashCode() ^ (yHash << 4) ^ (yHash >> 28) ^ (zHash >> 4) ^ (zHash << 28);
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
            return NumberText.Join("({0}, {1}, {2})", format, formatProvider, new[] { x, y, z });
        }
    }
}
