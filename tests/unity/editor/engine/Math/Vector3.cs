using System;

namespace UnityEngine
{
    /// <summary>Three single-precision numbers.</summary>
    // Follows Runtime/Export/Math/Vector3.cs: arithmetic, approximate equality, text.
    [Serializable]
    public struct Vector3 : IEquatable<Vector3>, IFormattable
    {
        public const float kEpsilon = 0.00001F;

        public float x;
        public float y;
        public float z;

        public Vector3(float x, float y, float z)
        {
            this.x = x;
            this.y = y;
            this.z = z;
        }

        public Vector3(float x, float y)
        {
            this.x = x;
            this.y = y;
            z = 0F;
        }

        public static Vector3 zero
        {
            get { return new Vector3(0F, 0F, 0F); }
        }

        public static Vector3 one
        {
            get { return new Vector3(1F, 1F, 1F); }
        }

        public static Vector3 forward
        {
            get { return new Vector3(0F, 0F, 1F); }
        }

        public static Vector3 back
        {
            get { return new Vector3(0F, 0F, -1F); }
        }

        public static Vector3 up
        {
            get { return new Vector3(0F, 1F, 0F); }
        }

        public static Vector3 down
        {
            get { return new Vector3(0F, -1F, 0F); }
        }

        public static Vector3 left
        {
            get { return new Vector3(-1F, 0F, 0F); }
        }

        public static Vector3 right
        {
            get { return new Vector3(1F, 0F, 0F); }
        }

        public float this[int index]
        {
            get
            {
                switch (index)
                {
                    case 0:
                        return x;
                    case 1:
                        return y;
                    case 2:
                        return z;
                    default:
                        throw new IndexOutOfRangeException("Invalid Vector3 index!");
                }
            }

            set
            {
                switch (index)
                {
                    case 0:
                        x = value;
                        break;
                    case 1:
                        y = value;
                        break;
                    case 2:
                        z = value;
                        break;
                    default:
                        throw new IndexOutOfRangeException("Invalid Vector3 index!");
                }
            }
        }

        public float magnitude
        {
            get { return (float)Math.Sqrt(x * x + y * y + z * z); }
        }

        public float sqrMagnitude
        {
            get { return x * x + y * y + z * z; }
        }

        public Vector3 normalized
        {
            get { return Normalize(this); }
        }

        public void Set(float newX, float newY, float newZ)
        {
            x = newX;
            y = newY;
            z = newZ;
        }

        public void Normalize()
        {
            this = Normalize(this);
        }

        public static Vector3 Normalize(Vector3 value)
        {
            float length = value.magnitude;
            return length > kEpsilon ? value / length : zero;
        }

        public static float Dot(Vector3 lhs, Vector3 rhs)
        {
            return lhs.x * rhs.x + lhs.y * rhs.y + lhs.z * rhs.z;
        }

        public static Vector3 Cross(Vector3 lhs, Vector3 rhs)
        {
            return new Vector3(lhs.y * rhs.z - lhs.z * rhs.y, lhs.z * rhs.x - lhs.x * rhs.z, lhs.x * rhs.y - lhs.y * rhs.x);
        }

        public static float Distance(Vector3 a, Vector3 b)
        {
            return (a - b).magnitude;
        }

        public static float Magnitude(Vector3 vector)
        {
            return vector.magnitude;
        }

        public static float SqrMagnitude(Vector3 vector)
        {
            return vector.sqrMagnitude;
        }

        public static float Angle(Vector3 from, Vector3 to)
        {
            float lengths = (float)Math.Sqrt(from.sqrMagnitude * to.sqrMagnitude);
            return lengths < 1e-15F ? 0F : (float)Math.Acos(Mathf.Clamp(Dot(from, to) / lengths, -1F, 1F)) * Mathf.Rad2Deg;
        }

        public static Vector3 Project(Vector3 vector, Vector3 onNormal)
        {
            float square = onNormal.sqrMagnitude;
            return square < Mathf.Epsilon ? zero : onNormal * (Dot(vector, onNormal) / square);
        }

        public static Vector3 Scale(Vector3 a, Vector3 b)
        {
            return new Vector3(a.x * b.x, a.y * b.y, a.z * b.z);
        }

        public static Vector3 Min(Vector3 lhs, Vector3 rhs)
        {
            return new Vector3(Mathf.Min(lhs.x, rhs.x), Mathf.Min(lhs.y, rhs.y), Mathf.Min(lhs.z, rhs.z));
        }

        public static Vector3 Max(Vector3 lhs, Vector3 rhs)
        {
            return new Vector3(Mathf.Max(lhs.x, rhs.x), Mathf.Max(lhs.y, rhs.y), Mathf.Max(lhs.z, rhs.z));
        }

        public static Vector3 Lerp(Vector3 a, Vector3 b, float t)
        {
            return LerpUnclamped(a, b, Mathf.Clamp01(t));
        }

        public static Vector3 LerpUnclamped(Vector3 a, Vector3 b, float t)
        {
            return new Vector3(a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t, a.z + (b.z - a.z) * t);
        }

        public static Vector3 MoveTowards(Vector3 current, Vector3 target, float maxDistanceDelta)
        {
            Vector3 way = target - current;
            float length = way.magnitude;
            return length == 0F || (maxDistanceDelta >= 0F && length <= maxDistanceDelta) ? target : current + way * (maxDistanceDelta / length);
        }

        public static Vector3 operator +(Vector3 a, Vector3 b)
        {
            return new Vector3(a.x + b.x, a.y + b.y, a.z + b.z);
        }

        public static Vector3 operator -(Vector3 a, Vector3 b)
        {
            return new Vector3(a.x - b.x, a.y - b.y, a.z - b.z);
        }

        public static Vector3 operator -(Vector3 a)
        {
            return new Vector3(-a.x, -a.y, -a.z);
        }

        public static Vector3 operator *(Vector3 a, float d)
        {
            return new Vector3(a.x * d, a.y * d, a.z * d);
        }

        public static Vector3 operator *(float d, Vector3 a)
        {
            return new Vector3(a.x * d, a.y * d, a.z * d);
        }

        public static Vector3 operator /(Vector3 a, float d)
        {
            return new Vector3(a.x / d, a.y / d, a.z / d);
        }

        public static bool operator ==(Vector3 lhs, Vector3 rhs)
        {
            return (lhs - rhs).sqrMagnitude < kEpsilon * kEpsilon;
        }

        public static bool operator !=(Vector3 lhs, Vector3 rhs)
        {
            return !(lhs == rhs);
        }

        public bool Equals(Vector3 other)
        {
            return x == other.x && y == other.y && z == other.z;
        }

        public override bool Equals(object other)
        {
            return other is Vector3 && Equals((Vector3)other);
        }

        public override int GetHashCode()
        {
            return x.GetHashCode() ^ (y.GetHashCode() << 2) ^ (z.GetHashCode() >> 2);
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
            return NumberText.Join("({0}, {1}, {2})", "F2", format, formatProvider, new[] { x, y, z });
        }
    }
}
