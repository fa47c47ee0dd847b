using System;

namespace UnityEngine
{
    /// <summary>A rotation.</summary>
    // Follows Runtime/Export/Math/Quaternion.cs and Math.bindings.cs: rotations about z, then x, then y; equality by the dot product.
    [Serializable]
    public struct Quaternion : IEquatable<Quaternion>, IFormattable
    {
        public const float kEpsilon = 0.000001F;

        public float x;
        public float y;
        public float z;
        public float w;

        public Quaternion(float x, float y, float z, float w)
        {
            this.x = x;
            this.y = y;
            this.z = z;
            this.w = w;
        }

        public static Quaternion identity
        {
            get { return new Quaternion(0F, 0F, 0F, 1F); }
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
                    case 3:
                        return w;
                    default:
                        throw new IndexOutOfRangeException("Invalid Quaternion index!");
                }
            }
        }

        public Vector3 eulerAngles
        {
            get { return Rotations.Degrees(this); }
            set { this = Rotations.FromDegrees(value); }
        }

        public Quaternion normalized
        {
            get { return Normalize(this); }
        }

        public void Set(float newX, float newY, float newZ, float newW)
        {
            this = new Quaternion(newX, newY, newZ, newW);
        }

        public static Quaternion Euler(float x, float y, float z)
        {
            return Rotations.FromDegrees(new Vector3(x, y, z));
        }

        public static Quaternion Euler(Vector3 euler)
        {
            return Rotations.FromDegrees(euler);
        }

        public static Quaternion AngleAxis(float angle, Vector3 axis)
        {
            return Rotations.AngleAxis(angle, axis);
        }

        public static Quaternion LookRotation(Vector3 forward)
        {
            return Rotations.Look(forward, Vector3.up);
        }

        public static Quaternion LookRotation(Vector3 forward, Vector3 upwards)
        {
            return Rotations.Look(forward, upwards);
        }

        public static Quaternion FromToRotation(Vector3 fromDirection, Vector3 toDirection)
        {
            return Rotations.FromTo(fromDirection, toDirection);
        }

        public static Quaternion Inverse(Quaternion rotation)
        {
            return new Quaternion(-rotation.x, -rotation.y, -rotation.z, rotation.w);
        }

        public static Quaternion Normalize(Quaternion q)
        {
            float length = Mathf.Sqrt(Dot(q, q));
            return length < Mathf.Epsilon ? identity : new Quaternion(q.x / length, q.y / length, q.z / length, q.w / length);
        }

        public static float Dot(Quaternion a, Quaternion b)
        {
            return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
        }

        public static float Angle(Quaternion a, Quaternion b)
        {
            float dot = Mathf.Min(Mathf.Abs(Dot(a, b)), 1F);
            return dot > 1F - kEpsilon ? 0F : Mathf.Acos(dot) * 2F * Mathf.Rad2Deg;
        }

        public static Quaternion Lerp(Quaternion a, Quaternion b, float t)
        {
            return Rotations.Lerp(a, b, Mathf.Clamp01(t));
        }

        public static Quaternion Slerp(Quaternion a, Quaternion b, float t)
        {
            return Rotations.Slerp(a, b, Mathf.Clamp01(t));
        }

        public static Quaternion operator *(Quaternion lhs, Quaternion rhs)
        {
            return new Quaternion(
                lhs.w * rhs.x + lhs.x * rhs.w + lhs.y * rhs.z - lhs.z * rhs.y,
                lhs.w * rhs.y + lhs.y * rhs.w + lhs.z * rhs.x - lhs.x * rhs.z,
                lhs.w * rhs.z + lhs.z * rhs.w + lhs.x * rhs.y - lhs.y * rhs.x,
                lhs.w * rhs.w - lhs.x * rhs.x - lhs.y * rhs.y - lhs.z * rhs.z);
        }

        public static Vector3 operator *(Quaternion rotation, Vector3 point)
        {
            Vector3 axis = new Vector3(rotation.x, rotation.y, rotation.z);
            Vector3 cross = Vector3.Cross(axis, point) * 2F;
            return point + cross * rotation.w + Vector3.Cross(axis, cross);
        }

        public static bool operator ==(Quaternion lhs, Quaternion rhs)
        {
            return Dot(lhs, rhs) > 1F - kEpsilon;
        }

        public static bool operator !=(Quaternion lhs, Quaternion rhs)
        {
            return !(lhs == rhs);
        }

        public bool Equals(Quaternion other)
        {
            return x.Equals(other.x) && y.Equals(other.y) && z.Equals(other.z) && w.Equals(other.w);
        }

        public override bool Equals(object other)
        {
            return other is Quaternion && Equals((Quaternion)other);
        }

        public override int GetHashCode()
        {
            return x.GetHashCode() ^ (y.GetHashCode() << 2) ^ (z.GetHashCode() >> 2) ^ (w.GetHashCode() >> 1);
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
            return NumberText.Join("({0}, {1}, {2}, {3})", "F5", format, formatProvider, new[] { x, y, z, w });
        }
    }
}
