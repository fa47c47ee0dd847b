using System;
using System.Collections.Generic;

namespace UnityEngine
{
    public enum WrapMode
    {
        Once = 1,
        Loop = 2,
        PingPong = 4,
        Default = 0,
        ClampForever = 8,
        Clamp = 1
    }

    public enum WeightedMode
    {
        None = 0,
        In = 1,
        Out = 2,
        Both = 3
    }

    /// <summary>A point of a curve.</summary>
    // Follows Runtime/Export/Animation/AnimationCurve.bindings.cs: members.
    public struct Keyframe
    {
        private float m_Time;
        private float m_Value;
        private float m_InTangent;
        private float m_OutTangent;
        private int m_TangentMode;
        private int m_WeightedMode;
        private float m_InWeight;
        private float m_OutWeight;

        public Keyframe(float time, float value) : this(time, value, 0F, 0F)
        {
        }

        public Keyframe(float time, float value, float inTangent, float outTangent)
        {
            m_Time = time;
            m_Value = value;
            m_InTangent = inTangent;
            m_OutTangent = outTangent;
            m_TangentMode = 0;
            m_WeightedMode = 0;
            m_InWeight = 0F;
            m_OutWeight = 0F;
        }

        public Keyframe(float time, float value, float inTangent, float outTangent, float inWeight, float outWeight) : this(time, value, inTangent, outTangent)
        {
            m_WeightedMode = (int)WeightedMode.Both;
            m_InWeight = inWeight;
            m_OutWeight = outWeight;
        }

        public float time
        {
            get { return m_Time; }
            set { m_Time = value; }
        }

        public float value
        {
            get { return m_Value; }
            set { m_Value = value; }
        }

        public float inTangent
        {
            get { return m_InTangent; }
            set { m_InTangent = value; }
        }

        public float outTangent
        {
            get { return m_OutTangent; }
            set { m_OutTangent = value; }
        }

        public float inWeight
        {
            get { return m_InWeight; }
            set { m_InWeight = value; }
        }

        public float outWeight
        {
            get { return m_OutWeight; }
            set { m_OutWeight = value; }
        }

        public WeightedMode weightedMode
        {
            get { return (WeightedMode)m_WeightedMode; }
            set { m_WeightedMode = (int)value; }
        }

        internal int tangentModeInternal
        {
            get { return m_TangentMode; }
            set { m_TangentMode = value; }
        }
    }

    /// <summary>A curve through points.</summary>
    // Follows Runtime/Export/Animation/AnimationCurve.bindings.cs: members; cubic Hermite interpolation as Unity's manual describes it.
    public class AnimationCurve : IEquatable<AnimationCurve>
    {
        private readonly List<Keyframe> points = new List<Keyframe>();

        public AnimationCurve(params Keyframe[] keys) : this()
        {
            this.keys = keys;
        }

        public AnimationCurve()
        {
            preWrapMode = WrapMode.ClampForever;
            postWrapMode = WrapMode.ClampForever;
        }

        public Keyframe[] keys
        {
            get
            {
                return points.ToArray();
            }

            set
            {
                points.Clear();
                points.AddRange(value ?? new Keyframe[0]);
                points.Sort((a, b) => a.time.CompareTo(b.time));
            }
        }

        public int length
        {
            get { return points.Count; }
        }

        public Keyframe this[int index]
        {
            get { return points[index]; }
        }

        public WrapMode preWrapMode { get; set; }

        public WrapMode postWrapMode { get; set; }

        public int AddKey(float time, float value)
        {
            return AddKey(new Keyframe(time, value));
        }

        public int AddKey(Keyframe key)
        {
            if (points.Exists(point => point.time == key.time))
            {
                return -1;
            }
            int at = points.FindIndex(point => point.time > key.time);
            at = at < 0 ? points.Count : at;
            points.Insert(at, key);
            return at;
        }

        public void RemoveKey(int index)
        {
            points.RemoveAt(index);
        }

        public float Evaluate(float time)
        {
            if (points.Count == 0)
            {
                return 0F;
            }
            Keyframe first = points[0];
            Keyframe last = points[points.Count - 1];
            time = Wrapped(time, first.time, last.time);
            int after = points.FindIndex(point => point.time > time);
            if (after <= 0)
            {
                return after == 0 ? first.value : last.value;
            }
            return Between(points[after - 1], points[after], time);
        }

        private float Wrapped(float time, float first, float last)
        {
            WrapMode mode = time < first ? preWrapMode : time > last ? postWrapMode : WrapMode.ClampForever;
            switch (mode)
            {
                case WrapMode.Loop:
                    return first + Mathf.Repeat(time - first, last - first);
                case WrapMode.PingPong:
                    return first + Mathf.PingPong(time - first, last - first);
                default:
                    return Mathf.Clamp(time, first, last);
            }
        }

        private static float Between(Keyframe from, Keyframe to, float time)
        {
            if (from.weightedMode != WeightedMode.None || to.weightedMode != WeightedMode.None)
            {
                throw new NotSupportedException("the editor double does not imitate weighted curves");
            }
            float span = to.time - from.time;
            if (float.IsInfinity(from.outTangent) || float.IsInfinity(to.inTangent))
            {
                return from.value;
            }
            float t = (time - from.time) / span;
            float square = t * t;
            float cube = square * t;
            return (2F * cube - 3F * square + 1F) * from.value + (cube - 2F * square + t) * from.outTangent * span
                + (3F * square - 2F * cube) * to.value + (cube - square) * to.inTangent * span;
        }

        public static AnimationCurve Linear(float timeStart, float valueStart, float timeEnd, float valueEnd)
        {
            float slope = (valueEnd - valueStart) / (timeEnd - timeStart);
            return new AnimationCurve(new Keyframe(timeStart, valueStart, 0F, slope), new Keyframe(timeEnd, valueEnd, slope, 0F));
        }

        public static AnimationCurve EaseInOut(float timeStart, float valueStart, float timeEnd, float valueEnd)
        {
            return new AnimationCurve(new Keyframe(timeStart, valueStart), new Keyframe(timeEnd, valueEnd));
        }

        public static AnimationCurve Constant(float timeStart, float timeEnd, float value)
        {
            return Linear(timeStart, value, timeEnd, value);
        }

        public bool Equals(AnimationCurve other)
        {
            if (ReferenceEquals(other, null) || points.Count != other.points.Count || preWrapMode != other.preWrapMode || postWrapMode != other.postWrapMode)
            {
                return false;
            }
            for (int at = 0; at < points.Count; at++)
            {
                if (!points[at].Equals(other.points[at]))
                {
                    return false;
                }
            }
            return true;
        }

        public override bool Equals(object o)
        {
            return Equals(o as AnimationCurve);
        }

        public override int GetHashCode()
        {
            return points.Count;
        }
    }
}
