namespace UnityEngine
{
    /// <summary>A shape in the world that a ray can hit.</summary>
    internal abstract class Shape
    {
        internal abstract Bounds Bounds { get; }

        /// <summary>The nearest hit; false if the ray begins inside, as in Unity, or does not hit.</summary>
        internal abstract bool Hit(Ray ray, out float distance, out Vector3 normal);
    }

    /// <summary>A box, turned and scaled by a transform.</summary>
    internal sealed class BoxShape : Shape
    {
        private readonly Matrix4x4 toWorld;
        private readonly Vector3 center;
        private readonly Vector3 half;

        internal BoxShape(Matrix4x4 toWorld, Vector3 center, Vector3 size)
        {
            this.toWorld = toWorld;
            this.center = center;
            half = new Vector3(Mathf.Abs(size.x), Mathf.Abs(size.y), Mathf.Abs(size.z)) * 0.5F;
        }

        internal override Bounds Bounds
        {
            get
            {
                Bounds box = new Bounds(toWorld.MultiplyPoint3x4(center), Vector3.zero);
                for (int corner = 0; corner < 8; corner++)
                {
                    Vector3 sign = new Vector3((corner & 1) == 0 ? -1F : 1F, (corner & 2) == 0 ? -1F : 1F, (corner & 4) == 0 ? -1F : 1F);
                    box.Encapsulate(toWorld.MultiplyPoint3x4(center + Vector3.Scale(half, sign)));
                }
                return box;
            }
        }

        internal override bool Hit(Ray ray, out float distance, out Vector3 normal)
        {
            Matrix4x4 toLocal = toWorld.inverse;
            Vector3 origin = toLocal.MultiplyPoint3x4(ray.origin) - center;
            Vector3 way = toLocal.MultiplyVector(ray.direction);
            float enter = float.NegativeInfinity;
            float leave = float.PositiveInfinity;
            int side = -1;
            distance = 0F;
            normal = Vector3.zero;
            for (int axis = 0; axis < 3; axis++)
            {
                if (way[axis] == 0F)
                {
                    if (Mathf.Abs(origin[axis]) > half[axis])
                    {
                        return false;
                    }
                    continue;
                }
                float first = (-half[axis] - origin[axis]) / way[axis];
                float second = (half[axis] - origin[axis]) / way[axis];
                float near = Mathf.Min(first, second);
                side = near > enter ? axis : side;
                enter = Mathf.Max(enter, near);
                leave = Mathf.Min(leave, Mathf.Max(first, second));
            }
            if (side < 0 || enter > leave || enter < 0F)
            {
                return false;
            }
            // The direction keeps its length in the world, so that the parameter of the local ray is the distance in the world.
            distance = enter;
            Vector3 local = Vector3.zero;
            local[side] = way[side] > 0F ? -1F : 1F;
            normal = toLocal.transpose.MultiplyVector(local).normalized;
            return true;
        }
    }

    /// <summary>All points near a line segment; a sphere if the segment is a point.</summary>
    internal sealed class CapsuleShape : Shape
    {
        private readonly Vector3 from;
        private readonly Vector3 to;
        private readonly float radius;

        internal CapsuleShape(Vector3 from, Vector3 to, float radius)
        {
            this.from = from;
            this.to = to;
            this.radius = radius;
        }

        internal override Bounds Bounds
        {
            get
            {
                Bounds box = new Bounds();
                Vector3 around = new Vector3(radius, radius, radius);
                box.SetMinMax(Vector3.Min(from, to) - around, Vector3.Max(from, to) + around);
                return box;
            }
        }

        internal override bool Hit(Ray ray, out float distance, out Vector3 normal)
        {
            distance = float.PositiveInfinity;
            normal = Vector3.zero;
            if ((ray.origin - Nearest(ray.origin)).sqrMagnitude < radius * radius)
            {
                return false;
            }
            float found;
            foreach (Vector3 end in new[] { from, to })
            {
                if (Sphere(ray, end, out found))
                {
                    distance = Mathf.Min(distance, found);
                }
            }
            if (Side(ray, out found))
            {
                distance = Mathf.Min(distance, found);
            }
            if (float.IsInfinity(distance))
            {
                return false;
            }
            Vector3 point = ray.GetPoint(distance);
            normal = (point - Nearest(point)).normalized;
            return true;
        }

        private Vector3 Nearest(Vector3 to)
        {
            Vector3 axis = this.to - from;
            float square = axis.sqrMagnitude;
            return square == 0F ? from : from + axis * Mathf.Clamp01(Vector3.Dot(to - from, axis) / square);
        }

        private bool Sphere(Ray ray, Vector3 center, out float distance)
        {
            Vector3 off = ray.origin - center;
            return Root(1F, Vector3.Dot(off, ray.direction), off.sqrMagnitude - radius * radius, out distance);
        }

        /// <summary>The smaller solution of `a t² + 2 b t + c = 0`, if it is not negative.</summary>
        private static bool Root(double a, double b, double c, out float root)
        {
            double inside = b * b - a * c;
            root = (float)((-b - System.Math.Sqrt(inside)) / a);
            return a > 0 && inside >= 0 && root >= 0F;
        }

        private bool Side(Ray ray, out float distance)
        {
            distance = 0F;
            Vector3 axis = to - from;
            float square = axis.sqrMagnitude;
            if (square == 0F)
            {
                return false;
            }
            Vector3 off = ray.origin - from;
            Vector3 way = ray.direction - axis * (Vector3.Dot(ray.direction, axis) / square);
            Vector3 start = off - axis * (Vector3.Dot(off, axis) / square);
            if (!Root(way.sqrMagnitude, Vector3.Dot(start, way), start.sqrMagnitude - radius * radius, out distance))
            {
                return false;
            }
            float along = Vector3.Dot(ray.GetPoint(distance) - from, axis) / square;
            return along >= 0F && along <= 1F;
        }
    }
}
