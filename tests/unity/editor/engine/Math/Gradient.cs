using System;

namespace UnityEngine
{
    public enum GradientMode
    {
        Blend = 0,
        Fixed = 1,
#if UNITY_2022_2_OR_NEWER
        PerceptualBlend = 2
#endif
    }

    public struct GradientColorKey
    {
        public Color color;
        public float time;

        public GradientColorKey(Color col, float time)
        {
            color = col;
            this.time = time;
        }
    }

    public struct GradientAlphaKey
    {
        public float alpha;
        public float time;

        public GradientAlphaKey(float alpha, float time)
        {
            this.alpha = alpha;
            this.time = time;
        }
    }

    /// <summary>Colours along a line from 0 to 1.</summary>
    // Follows Runtime/Export/Math/Gradient.bindings.cs: members.
    public class Gradient : IEquatable<Gradient>
    {
        private GradientColorKey[] colors = { new GradientColorKey(Color.white, 0F), new GradientColorKey(Color.white, 1F) };
        private GradientAlphaKey[] alphas = { new GradientAlphaKey(1F, 0F), new GradientAlphaKey(1F, 1F) };

        public GradientColorKey[] colorKeys
        {
            get { return (GradientColorKey[])colors.Clone(); }
            set { SetKeys(value, alphas); }
        }

        public GradientAlphaKey[] alphaKeys
        {
            get { return (GradientAlphaKey[])alphas.Clone(); }
            set { SetKeys(colors, value); }
        }

        public GradientMode mode { get; set; }

        public void SetKeys(GradientColorKey[] colorKeys, GradientAlphaKey[] alphaKeys)
        {
            colors = (GradientColorKey[])colorKeys.Clone();
            alphas = (GradientAlphaKey[])alphaKeys.Clone();
            Array.Sort(colors, (a, b) => a.time.CompareTo(b.time));
            Array.Sort(alphas, (a, b) => a.time.CompareTo(b.time));
        }

        public Color Evaluate(float time)
        {
            if ((int)mode == 2)
            {
                throw new NotSupportedException("the editor double does not imitate gradients in perceptual mode");
            }
            float part;
            int after = Array.FindIndex(colors, key => key.time >= time);
            int to = after < 0 ? colors.Length - 1 : after;
            int from = mode == GradientMode.Fixed || after <= 0 ? to : to - 1;
            part = from == to ? 0F : Mathf.InverseLerp(colors[from].time, colors[to].time, time);
            Color color = Color.Lerp(colors[from].color, colors[to].color, part);
            after = Array.FindIndex(alphas, key => key.time >= time);
            to = after < 0 ? alphas.Length - 1 : after;
            from = mode == GradientMode.Fixed || after <= 0 ? to : to - 1;
            part = from == to ? 0F : Mathf.InverseLerp(alphas[from].time, alphas[to].time, time);
            color.a = Mathf.Lerp(alphas[from].alpha, alphas[to].alpha, part);
            return color;
        }

        public bool Equals(Gradient other)
        {
            return !ReferenceEquals(other, null) && mode == other.mode && Array.TrueForAll(colors, key => Array.IndexOf(other.colors, key) >= 0) && colors.Length == other.colors.Length
                && Array.TrueForAll(alphas, key => Array.IndexOf(other.alphas, key) >= 0) && alphas.Length == other.alphas.Length;
        }

        public override bool Equals(object o)
        {
            return Equals(o as Gradient);
        }

        public override int GetHashCode()
        {
            return colors.Length * 31 + alphas.Length;
        }
    }
}
