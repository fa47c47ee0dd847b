using System;

namespace UnityEngine
{
    /// <summary>A rectangle.</summary>
    // Follows Runtime/Export/Geometry/Rect.cs: members, text.
    [Serializable]
    public struct Rect : IEquatable<Rect>, IFormattable
    {
        private float m_XMin;
        private float m_YMin;
        private float m_Width;
        private float m_Height;

        public Rect(float x, float y, float width, float height)
        {
            m_XMin = x;
            m_YMin = y;
            m_Width = width;
            m_Height = height;
        }

        public Rect(Vector2 position, Vector2 size) : this(position.x, position.y, size.x, size.y)
        {
        }

        public static Rect zero
        {
            get { return new Rect(0F, 0F, 0F, 0F); }
        }

        public float x
        {
            get { return m_XMin; }
            set { m_XMin = value; }
        }

        public float y
        {
            get { return m_YMin; }
            set { m_YMin = value; }
        }

        public float width
        {
            get { return m_Width; }
            set { m_Width = value; }
        }

        public float height
        {
            get { return m_Height; }
            set { m_Height = value; }
        }

        public Vector2 position
        {
            get
            {
                return new Vector2(m_XMin, m_YMin);
            }

            set
            {
                m_XMin = value.x;
                m_YMin = value.y;
            }
        }

        public Vector2 size
        {
            get
            {
                return new Vector2(m_Width, m_Height);
            }

            set
            {
                m_Width = value.x;
                m_Height = value.y;
            }
        }

        public Vector2 center
        {
            get
            {
                return new Vector2(m_XMin + m_Width / 2F, m_YMin + m_Height / 2F);
            }

            set
            {
                m_XMin = value.x - m_Width / 2F;
                m_YMin = value.y - m_Height / 2F;
            }
        }

        public Vector2 min
        {
            get { return position; }
        }

        public Vector2 max
        {
            get { return new Vector2(xMax, yMax); }
        }

        public float xMin
        {
            get
            {
                return m_XMin;
            }

            set
            {
                m_Width += m_XMin - value;
                m_XMin = value;
            }
        }

        public float yMin
        {
            get
            {
                return m_YMin;
            }

            set
            {
                m_Height += m_YMin - value;
                m_YMin = value;
            }
        }

        public float xMax
        {
            get { return m_XMin + m_Width; }
            set { m_Width = value - m_XMin; }
        }

        public float yMax
        {
            get { return m_YMin + m_Height; }
            set { m_Height = value - m_YMin; }
        }

        public bool Contains(Vector2 point)
        {
            return point.x >= xMin && point.x < xMax && point.y >= yMin && point.y < yMax;
        }

        public bool Contains(Vector3 point)
        {
            return Contains((Vector2)point);
        }

        public bool Overlaps(Rect other)
        {
            return other.xMax > xMin && other.xMin < xMax && other.yMax > yMin && other.yMin < yMax;
        }

        public static bool operator ==(Rect lhs, Rect rhs)
        {
            return lhs.x == rhs.x && lhs.y == rhs.y && lhs.width == rhs.width && lhs.height == rhs.height;
        }

        public static bool operator !=(Rect lhs, Rect rhs)
        {
            return !(lhs == rhs);
        }

        public bool Equals(Rect other)
        {
            return x.Equals(other.x) && y.Equals(other.y) && width.Equals(other.width) && height.Equals(other.height);
        }

        public override bool Equals(object other)
        {
            return other is Rect && Equals((Rect)other);
        }

        public override int GetHashCode()
        {
            return x.GetHashCode() ^ (width.GetHashCode() << 2) ^ (y.GetHashCode() >> 2) ^ (height.GetHashCode() >> 1);
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
            return NumberText.Join("(x:{0}, y:{1}, width:{2}, height:{3})", "F2", format, formatProvider, new[] { x, y, width, height });
        }
    }

    /// <summary>A rectangle of whole numbers.</summary>
    // Follows Runtime/Export/Geometry/RectInt.cs: members, text.
    [Serializable]
    public struct RectInt : IEquatable<RectInt>, IFormattable
    {
        private int m_XMin;
        private int m_YMin;
        private int m_Width;
        private int m_Height;

        public RectInt(int xMin, int yMin, int width, int height)
        {
            m_XMin = xMin;
            m_YMin = yMin;
            m_Width = width;
            m_Height = height;
        }

        public RectInt(Vector2Int position, Vector2Int size) : this(position.x, position.y, size.x, size.y)
        {
        }

        public int x
        {
            get { return m_XMin; }
            set { m_XMin = value; }
        }

        public int y
        {
            get { return m_YMin; }
            set { m_YMin = value; }
        }

        public int width
        {
            get { return m_Width; }
            set { m_Width = value; }
        }

        public int height
        {
            get { return m_Height; }
            set { m_Height = value; }
        }

        public Vector2Int position
        {
            get { return new Vector2Int(m_XMin, m_YMin); }
        }

        public Vector2Int size
        {
            get { return new Vector2Int(m_Width, m_Height); }
        }

        public bool Equals(RectInt other)
        {
            return x == other.x && y == other.y && width == other.width && height == other.height;
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
            return NumberText.Join("(x:{0}, y:{1}, width:{2}, height:{3})", format, formatProvider, new[] { x, y, width, height });
        }
    }
}
