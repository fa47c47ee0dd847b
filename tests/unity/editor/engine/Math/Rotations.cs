using System;

namespace UnityEngine
{
    /// <summary>The arithmetic of rotations that Unity does in native code, computed in double precision.</summary>
    // Follows Runtime/Export/Math/Math.bindings.cs: the functions that are declared there without a body.
    internal static class Rotations
    {
        /// <summary>Rotates about z, then x, then y.</summary>
        internal static Quaternion FromDegrees(Vector3 degrees)
        {
            double x = degrees.x * Math.PI / 360;
            double y = degrees.y * Math.PI / 360;
            double z = degrees.z * Math.PI / 360;
            double sinX = Math.Sin(x), cosX = Math.Cos(x), sinY = Math.Sin(y), cosY = Math.Cos(y), sinZ = Math.Sin(z), cosZ = Math.Cos(z);
            return new Quaternion(
                (float)(cosY * sinX * cosZ + sinY * cosX * sinZ),
                (float)(sinY * cosX * cosZ - cosY * sinX * sinZ),
                (float)(cosY * cosX * sinZ - sinY * sinX * cosZ),
                (float)(cosY * cosX * cosZ + sinY * sinX * sinZ));
        }

        /// <summary>Angles from 0 to 360.</summary>
        internal static Vector3 Degrees(Quaternion of)
        {
            double length = Math.Sqrt((double)of.x * of.x + (double)of.y * of.y + (double)of.z * of.z + (double)of.w * of.w);
            if (length < 1e-12)
            {
                return Vector3.zero;
            }
            double x = of.x / length, y = of.y / length, z = of.z / length, w = of.w / length;
            double sine = 2 * (w * x - y * z);
            if (Math.Abs(sine) > 0.9999999)
            {
                // Looking straight up or down: the other two angles are about one axis, so that all goes to y.
                double turn = 2 * Math.Atan2(y, w);
                return new Vector3(Whole(sine > 0 ? 90 : -90), Whole(turn * 180 / Math.PI), 0F);
            }
            double pitch = Math.Asin(sine);
            double yaw = Math.Atan2(2 * (w * y + x * z), 1 - 2 * (x * x + y * y));
            double roll = Math.Atan2(2 * (w * z + x * y), 1 - 2 * (x * x + z * z));
            return new Vector3(Whole(pitch * 180 / Math.PI), Whole(yaw * 180 / Math.PI), Whole(roll * 180 / Math.PI));
        }

        private static float Whole(double degrees)
        {
            double turned = degrees % 360;
            float positive = (float)(turned < -1e-5 ? turned + 360 : turned < 0 ? 0 : turned);
            return positive >= 360F ? 0F : positive;
        }

        internal static Quaternion AngleAxis(float angle, Vector3 axis)
        {
            Vector3 along = axis.normalized;
            if (along == Vector3.zero)
            {
                return Quaternion.identity;
            }
            double half = angle * Math.PI / 360;
            float sine = (float)Math.Sin(half);
            return new Quaternion(along.x * sine, along.y * sine, along.z * sine, (float)Math.Cos(half));
        }

        internal static Quaternion Look(Vector3 forward, Vector3 upwards)
        {
            Vector3 ahead = forward.normalized;
            if (ahead == Vector3.zero)
            {
                return Quaternion.identity;
            }
            Vector3 side = Vector3.Cross(upwards, ahead).normalized;
            if (side == Vector3.zero)
            {
                return FromTo(Vector3.forward, ahead);
            }
            return OfAxes(side, Vector3.Cross(ahead, side), ahead);
        }

        internal static Quaternion FromTo(Vector3 from, Vector3 to)
        {
            Vector3 a = from.normalized;
            Vector3 b = to.normalized;
            float dot = Vector3.Dot(a, b);
            if (dot < -0.999999F)
            {
                Vector3 axis = Vector3.Cross(Vector3.right, a);
                return AngleAxis(180F, axis.sqrMagnitude < 1e-6F ? Vector3.Cross(Vector3.up, a) : axis);
            }
            Vector3 cross = Vector3.Cross(a, b);
            return new Quaternion(cross.x, cross.y, cross.z, 1F + dot).normalized;
        }

        /// <summary>The rotation that turns the world's axes into these three, which are at right angles and of length one.</summary>
        internal static Quaternion OfAxes(Vector3 right, Vector3 up, Vector3 forward)
        {
            double trace = (double)right.x + up.y + forward.z;
            double x, y, z, w, size;
            if (trace > 0)
            {
                size = Math.Sqrt(trace + 1) * 2;
                w = size / 4;
                x = (up.z - forward.y) / size;
                y = (forward.x - right.z) / size;
                z = (right.y - up.x) / size;
            }
            else if (right.x > up.y && right.x > forward.z)
            {
                size = Math.Sqrt(1.0 + right.x - up.y - forward.z) * 2;
                w = (up.z - forward.y) / size;
                x = size / 4;
                y = (up.x + right.y) / size;
                z = (forward.x + right.z) / size;
            }
            else if (up.y > forward.z)
            {
                size = Math.Sqrt(1.0 + up.y - right.x - forward.z) * 2;
                w = (forward.x - right.z) / size;
                x = (up.x + right.y) / size;
                y = size / 4;
                z = (forward.y + up.z) / size;
            }
            else
            {
                size = Math.Sqrt(1.0 + forward.z - right.x - up.y) * 2;
                w = (right.y - up.x) / size;
                x = (forward.x + right.z) / size;
                y = (forward.y + up.z) / size;
                z = size / 4;
            }
            return new Quaternion((float)x, (float)y, (float)z, (float)w);
        }

        internal static Quaternion Lerp(Quaternion a, Quaternion b, float t)
        {
            float sign = Quaternion.Dot(a, b) < 0F ? -1F : 1F;
            return new Quaternion(a.x + (b.x * sign - a.x) * t, a.y + (b.y * sign - a.y) * t, a.z + (b.z * sign - a.z) * t, a.w + (b.w * sign - a.w) * t).normalized;
        }

        internal static Quaternion Slerp(Quaternion a, Quaternion b, float t)
        {
            double dot = Quaternion.Dot(a, b);
            double sign = dot < 0 ? -1 : 1;
            double angle = Math.Acos(Math.Min(1, dot * sign));
            if (angle < 1e-4)
            {
                return Lerp(a, b, t);
            }
            double first = Math.Sin((1 - t) * angle) / Math.Sin(angle);
            double second = sign * Math.Sin(t * angle) / Math.Sin(angle);
            return new Quaternion((float)(a.x * first + b.x * second), (float)(a.y * first + b.y * second), (float)(a.z * first + b.z * second), (float)(a.w * first + b.w * second));
        }
    }
}
