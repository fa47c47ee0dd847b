using System.Collections.Generic;
using UnityEngine;

namespace UnityDouble
{
    /// <summary>Curves and gradients in files.</summary>
    // Follows the files below shared/fixtures/unity. Wrap modes: files contain 0 ping pong, 1 loop, 2 clamp, as Unity's native code numbers them.
    internal static class CurveForms
    {
        internal static Node Read(AnimationCurve curve)
        {
            Node points = Node.List();
            foreach (Keyframe key in curve.keys)
            {
                points.Items.Add(Node.Map().With("serializedVersion", Node.Number(3)).With("time", Node.Number(key.time)).With("value", Node.Number(key.value))
                    .With("inSlope", Node.Number(key.inTangent)).With("outSlope", Node.Number(key.outTangent)).With("tangentMode", Node.Number((long)key.tangentModeInternal))
                    .With("weightedMode", Node.Number((long)key.weightedMode)).With("inWeight", Node.Number(key.inWeight)).With("outWeight", Node.Number(key.outWeight)));
            }
            return Node.Map().With("serializedVersion", Node.Number(2)).With("m_Curve", points).With("m_PreInfinity", Node.Number(Number(curve.preWrapMode)))
                .With("m_PostInfinity", Node.Number(Number(curve.postWrapMode))).With("m_RotationOrder", Node.Number(4));
        }

        private static long Number(WrapMode mode)
        {
            return mode == WrapMode.PingPong ? 0 : mode == WrapMode.Loop ? 1 : 2;
        }

        private static WrapMode Mode(Node number)
        {
            long mode = number == null ? 2 : number.AsWhole;
            return mode == 0 ? WrapMode.PingPong : mode == 1 ? WrapMode.Loop : WrapMode.ClampForever;
        }

        internal static AnimationCurve WriteCurve(Node node)
        {
            List<Keyframe> keys = new List<Keyframe>();
            foreach (Node point in node["m_Curve"] == null ? new List<Node>() : node["m_Curve"].Items)
            {
                Keyframe key = new Keyframe(ValueCodec.Real(point, "time"), ValueCodec.Real(point, "value"), ValueCodec.Real(point, "inSlope"), ValueCodec.Real(point, "outSlope"));
                key.inWeight = ValueCodec.Real(point, "inWeight");
                key.outWeight = ValueCodec.Real(point, "outWeight");
                key.weightedMode = (WeightedMode)ValueCodec.Whole(point, "weightedMode");
                key.tangentModeInternal = (int)ValueCodec.Whole(point, "tangentMode");
                keys.Add(key);
            }
            return new AnimationCurve(keys.ToArray()) { preWrapMode = Mode(node["m_PreInfinity"]), postWrapMode = Mode(node["m_PostInfinity"]) };
        }

        internal static Node Read(Gradient gradient)
        {
            Node map = Node.Map().With("serializedVersion", Node.Number(2));
            GradientColorKey[] colors = gradient.colorKeys;
            GradientAlphaKey[] alphas = gradient.alphaKeys;
            for (int at = 0; at < 8; at++)
            {
                Color color = at < colors.Length ? colors[at].color : Color.clear;
                color.a = at < alphas.Length ? alphas[at].alpha : 0F;
                map.With("key" + at, ValueCodec.Read(typeof(Color), color, null, 0, false));
            }
            for (int at = 0; at < 8; at++)
            {
                map.With("ctime" + at, Node.Number(at < colors.Length ? Time(colors[at].time) : 0));
            }
            for (int at = 0; at < 8; at++)
            {
                map.With("atime" + at, Node.Number(at < alphas.Length ? Time(alphas[at].time) : 0));
            }
            return map.With("m_Mode", Node.Number((long)gradient.mode)).With("m_ColorSpace", Node.Number(-1)).With("m_NumColorKeys", Node.Number((long)colors.Length))
                .With("m_NumAlphaKeys", Node.Number((long)alphas.Length));
        }

        private static long Time(float time)
        {
            return Mathf.RoundToInt(time * 65535F);
        }

        internal static Gradient WriteGradient(Node node)
        {
            GradientColorKey[] colors = new GradientColorKey[ValueCodec.Whole(node, "m_NumColorKeys")];
            GradientAlphaKey[] alphas = new GradientAlphaKey[ValueCodec.Whole(node, "m_NumAlphaKeys")];
            for (int at = 0; at < colors.Length; at++)
            {
                Color color = Key(node, at);
                color.a = 1F;
                colors[at] = new GradientColorKey(color, ValueCodec.Whole(node, "ctime" + at) / 65535F);
            }
            for (int at = 0; at < alphas.Length; at++)
            {
                alphas[at] = new GradientAlphaKey(Key(node, at).a, ValueCodec.Whole(node, "atime" + at) / 65535F);
            }
            Gradient gradient = new Gradient { mode = (GradientMode)ValueCodec.Whole(node, "m_Mode") };
            gradient.SetKeys(colors, alphas);
            return gradient;
        }

        private static Color Key(Node node, int at)
        {
            Node key = node["key" + at];
            return key == null ? Color.clear : (Color)ValueCodec.Write(typeof(Color), key, Color.clear, null, 0, false);
        }
    }
}
