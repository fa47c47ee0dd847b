using System;
using System.Collections.Generic;
using UnityEngine;

namespace UnityDouble
{
    /// <summary>The forms of Unity's value types in files.</summary>
    // Follows the files below shared/fixtures/unity.
    internal static partial class ValueCodec
    {
        private sealed class Form
        {
            internal Func<object, Node> Read;
            internal Func<Node, object, object> Write;
        }

        private static readonly Dictionary<Type, Form> Known = new Dictionary<Type, Form>
        {
            { typeof(Vector2), Flow("xy", (Vector2 v) => new[] { v.x, v.y }, n => new Vector2(n[0], n[1])) },
            { typeof(Vector3), Flow("xyz", (Vector3 v) => new[] { v.x, v.y, v.z }, n => new Vector3(n[0], n[1], n[2])) },
            { typeof(Vector4), Flow("xyzw", (Vector4 v) => new[] { v.x, v.y, v.z, v.w }, n => new Vector4(n[0], n[1], n[2], n[3])) },
            { typeof(Quaternion), Flow("xyzw", (Quaternion v) => new[] { v.x, v.y, v.z, v.w }, n => new Quaternion(n[0], n[1], n[2], n[3])) },
            { typeof(Color), Flow("rgba", (Color v) => new[] { v.r, v.g, v.b, v.a }, n => new Color(n[0], n[1], n[2], n[3])) },
            { typeof(Vector2Int), new Form { Read = one => Ints("xy", ((Vector2Int)one).x, ((Vector2Int)one).y), Write = (node, old) => new Vector2Int(Int(node, "x"), Int(node, "y")) } },
            { typeof(Vector3Int), new Form { Read = one => Ints("xyz", ((Vector3Int)one).x, ((Vector3Int)one).y, ((Vector3Int)one).z), Write = (node, old) => new Vector3Int(Int(node, "x"), Int(node, "y"), Int(node, "z")) } },
            { typeof(Rect), new Form { Read = one => ReadRect((Rect)one), Write = (node, old) => new Rect(Real(node, "x"), Real(node, "y"), Real(node, "width"), Real(node, "height")) } },
            { typeof(RectInt), new Form { Read = one => ReadRect((RectInt)one), Write = (node, old) => new RectInt(Int(node, "x"), Int(node, "y"), Int(node, "width"), Int(node, "height")) } },
            { typeof(Bounds), new Form { Read = one => Node.Map().With("m_Center", Read(((Bounds)one).center)).With("m_Extent", Read(((Bounds)one).extents)), Write = (node, old) => new Bounds(Vector(node["m_Center"]), Vector(node["m_Extent"]) * 2F) } },
            { typeof(BoundsInt), new Form { Read = one => Node.Map().With("m_Position", Read(((BoundsInt)one).position)).With("m_Size", Read(((BoundsInt)one).size)), Write = (node, old) => new BoundsInt(VectorInt(node["m_Position"]), VectorInt(node["m_Size"])) } },
            { typeof(Color32), new Form { Read = one => Node.Map().With("serializedVersion", Node.Number(2)).With("rgba", Node.Number((long)Bits((Color32)one))), Write = (node, old) => OfBits((uint)Whole(node, "rgba")) } },
            { typeof(LayerMask), new Form { Read = one => Node.Map().With("serializedVersion", Node.Number(2)).With("m_Bits", Node.Number((long)(uint)((LayerMask)one).value)), Write = (node, old) => (LayerMask)unchecked((int)Whole(node, "m_Bits")) } },
            { typeof(Hash128), new Form { Read = one => Node.Map().With("serializedVersion", Node.Number(2)).With("Hash", Node.Text(one.ToString())), Write = (node, old) => Hash128.Parse(node["Hash"] == null ? "" : node["Hash"].AsText) } },
            { typeof(Matrix4x4), new Form { Read = one => ReadMatrix((Matrix4x4)one), Write = (node, old) => WriteMatrix(node) } },
            { typeof(AnimationCurve), new Form { Read = one => CurveForms.Read((AnimationCurve)one), Write = (node, old) => CurveForms.WriteCurve(node) } },
            { typeof(Gradient), new Form { Read = one => CurveForms.Read((Gradient)one), Write = (node, old) => CurveForms.WriteGradient(node) } },
            { typeof(Pointer), new Form { Read = one => Node.Reference(((Pointer)one).Id), Write = (node, old) => new Pointer(node.AsId) } },
            { typeof(FloatEntry), new Form { Read = one => Node.Map().With(((FloatEntry)one).first, Node.Number(((FloatEntry)one).second)), Write = (node, old) => new FloatEntry { first = node.Keys[0], second = (float)node.Items[0].AsNumber } } },
            { typeof(ColorEntry), new Form { Read = one => Node.Map().With(((ColorEntry)one).first, Known[typeof(Color)].Read(((ColorEntry)one).second)), Write = (node, old) => new ColorEntry { first = node.Keys[0], second = (Color)Known[typeof(Color)].Write(node.Items[0], Color.white) } } }
        };

        internal static bool IsKnown(Type type)
        {
            return Known.ContainsKey(type);
        }

        /// <summary>A value type of numbers on one line: `{x: 0, y: 1}`. Absent numbers keep their old value.</summary>
        private static Form Flow<T>(string keys, Func<T, float[]> numbers, Func<float[], T> make)
        {
            return new Form
            {
                Read = one =>
                {
                    Node map = Node.FlowMap();
                    float[] values = numbers((T)one);
                    for (int at = 0; at < keys.Length; at++)
                    {
                        map.With(keys[at].ToString(), Node.Number(values[at]));
                    }
                    return map;
                },
                Write = (node, old) =>
                {
                    float[] values = numbers((T)old);
                    for (int at = 0; at < keys.Length; at++)
                    {
                        Node number = node[keys[at].ToString()];
                        values[at] = number == null ? values[at] : (float)number.AsNumber;
                    }
                    return make(values);
                }
            };
        }

        private static Node Read(Vector3 vector)
        {
            return Known[typeof(Vector3)].Read(vector);
        }

        private static Node Read(Vector3Int vector)
        {
            return Known[typeof(Vector3Int)].Read(vector);
        }

        private static Vector3 Vector(Node node)
        {
            return node == null ? Vector3.zero : (Vector3)Known[typeof(Vector3)].Write(node, Vector3.zero);
        }

        private static Vector3Int VectorInt(Node node)
        {
            return node == null ? Vector3Int.zero : (Vector3Int)Known[typeof(Vector3Int)].Write(node, Vector3Int.zero);
        }

        private static Node Ints(string keys, params int[] numbers)
        {
            Node map = Node.FlowMap();
            for (int at = 0; at < keys.Length; at++)
            {
                map.With(keys[at].ToString(), Node.Number((long)numbers[at]));
            }
            return map;
        }

        internal static long Whole(Node map, string key)
        {
            return map[key] == null ? 0 : map[key].AsWhole;
        }

        private static int Int(Node map, string key)
        {
            return unchecked((int)Whole(map, key));
        }

        internal static float Real(Node map, string key)
        {
            return map[key] == null ? 0F : (float)map[key].AsNumber;
        }

        private static Node ReadRect(Rect rect)
        {
            return Node.Map().With("serializedVersion", Node.Number(2)).With("x", Node.Number(rect.x)).With("y", Node.Number(rect.y))
                .With("width", Node.Number(rect.width)).With("height", Node.Number(rect.height));
        }

        private static Node ReadRect(RectInt rect)
        {
            return Node.Map().With("x", Node.Number((long)rect.x)).With("y", Node.Number((long)rect.y))
                .With("width", Node.Number((long)rect.width)).With("height", Node.Number((long)rect.height));
        }

        private static uint Bits(Color32 color)
        {
            return (uint)(color.r | color.g << 8 | color.b << 16) | (uint)color.a << 24;
        }

        private static Color32 OfBits(uint bits)
        {
            return new Color32((byte)bits, (byte)(bits >> 8), (byte)(bits >> 16), (byte)(bits >> 24));
        }

        private static Node ReadMatrix(Matrix4x4 matrix)
        {
            Node map = Node.Map();
            for (int at = 0; at < 16; at++)
            {
                map.With("e" + at / 4 + at % 4, Node.Number(matrix[at / 4, at % 4]));
            }
            return map;
        }

        private static object WriteMatrix(Node node)
        {
            Matrix4x4 matrix = Matrix4x4.identity;
            for (int at = 0; at < 16; at++)
            {
                matrix[at / 4, at % 4] = Real(node, "e" + at / 4 + at % 4);
            }
            return matrix;
        }
    }
}
