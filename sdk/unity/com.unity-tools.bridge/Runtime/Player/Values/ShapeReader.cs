using System;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>Reads colors, vectors and boxes from JSON.</summary>
    internal static class ShapeReader
    {
        internal static object Colored(Json given, Type type)
        {
            if (given.Kind == JsonKind.Text)
            {
                Color read;
                bool digits = given.Text.StartsWith("#", StringComparison.Ordinal) && (given.Text.Length == 7 || given.Text.Length == 9);
                if (!digits || !ColorUtility.TryParseHtmlString(given.Text, out read))
                {
                    throw ValueReader.Wrong(given, "a color such as \"#rrggbb\" or \"#rrggbbaa\"");
                }
                return type == typeof(Color) ? (object)read : (Color32)read;
            }
            if (type == typeof(Color))
            {
                float[] parts = Floats(given, 4);
                return new Color(parts[0], parts[1], parts[2], parts[3]);
            }
            if (given.Kind != JsonKind.List || given.Items.Count != 4)
            {
                throw ValueReader.Wrong(given, "a list of 4 numbers from 0 to 255");
            }
            byte[] bytes = new byte[4];
            for (int at = 0; at < 4; at++)
            {
                bytes[at] = (byte)ValueReader.Whole(given.Items[at], typeof(byte), "a number from 0 to 255");
            }
            return new Color32(bytes[0], bytes[1], bytes[2], bytes[3]);
        }

        /// <summary>Null if the type is of another kind.</summary>
        internal static object Vectors(Json given, Type type)
        {
            if (type == typeof(Vector2))
            {
                float[] parts = Floats(given, 2);
                return new Vector2(parts[0], parts[1]);
            }
            if (type == typeof(Vector3))
            {
                float[] parts = Floats(given, 3);
                return new Vector3(parts[0], parts[1], parts[2]);
            }
            if (type == typeof(Vector4))
            {
                float[] parts = Floats(given, 4);
                return new Vector4(parts[0], parts[1], parts[2], parts[3]);
            }
            if (type == typeof(Quaternion))
            {
                float[] parts = Floats(given, 4);
                return new Quaternion(parts[0], parts[1], parts[2], parts[3]);
            }
            if (type == typeof(Vector2Int))
            {
                int[] parts = Wholes(given, 2);
                return new Vector2Int(parts[0], parts[1]);
            }
            if (type == typeof(Vector3Int))
            {
                int[] parts = Wholes(given, 3);
                return new Vector3Int(parts[0], parts[1], parts[2]);
            }
            if (type == typeof(Rect))
            {
                return new Rect(Part(given, "x"), Part(given, "y"), Part(given, "width"), Part(given, "height"));
            }
            if (type == typeof(Bounds))
            {
                return new Bounds((Vector3)Vectors(Member(given, "center"), typeof(Vector3)), (Vector3)Vectors(Member(given, "size"), typeof(Vector3)));
            }
            return null;
        }

        private static float[] Floats(Json given, int count)
        {
            if (given.Kind != JsonKind.List || given.Items.Count != count)
            {
                throw ValueReader.Wrong(given, "a list of " + count + " numbers");
            }
            float[] parts = new float[count];
            for (int at = 0; at < count; at++)
            {
                parts[at] = (float)ValueReader.Primitive(given.Items[at], typeof(float));
            }
            return parts;
        }

        private static int[] Wholes(Json given, int count)
        {
            if (given.Kind != JsonKind.List || given.Items.Count != count)
            {
                throw ValueReader.Wrong(given, "a list of " + count + " whole numbers");
            }
            int[] parts = new int[count];
            for (int at = 0; at < count; at++)
            {
                parts[at] = (int)ValueReader.Primitive(given.Items[at], typeof(int));
            }
            return parts;
        }

        private static Json Member(Json given, string name)
        {
            Json member = given[name];
            if (member == null)
            {
                throw ValueReader.Wrong(given, "an object with `" + name + "`");
            }
            return member;
        }

        private static float Part(Json given, string name)
        {
            return (float)ValueReader.Primitive(Member(given, name), typeof(float));
        }
    }
}
