using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>Writes vectors, colours, shapes, curves and gradients in the grammar of `wit/value.md`.</summary>
    internal static class ShapeWriter
    {
        /// <summary>Returns false for values of other types.</summary>
        internal static bool Write(object value, JsonWriter to)
        {
            return Vectors(value, to) || Shapes(value, to);
        }

        private static bool Vectors(object value, JsonWriter to)
        {
            if (value is Vector2)
            {
                Vector2 vector = (Vector2)value;
                List(to, vector.x, vector.y);
            }
            else if (value is Vector3)
            {
                Vector((Vector3)value, to);
            }
            else if (value is Vector4)
            {
                Vector4 vector = (Vector4)value;
                List(to, vector.x, vector.y, vector.z, vector.w);
            }
            else if (value is Quaternion)
            {
                Quaternion turn = (Quaternion)value;
                List(to, turn.x, turn.y, turn.z, turn.w);
            }
            else if (value is Color)
            {
                Color color = (Color)value;
                List(to, color.r, color.g, color.b, color.a);
            }
            else if (value is Color32)
            {
                Color32 color = (Color32)value;
                List(to, color.r, color.g, color.b, color.a);
            }
            else if (value is Vector2Int)
            {
                Vector2Int vector = (Vector2Int)value;
                Wholes(to, vector.x, vector.y);
            }
            else if (value is Vector3Int)
            {
                Vector3Int vector = (Vector3Int)value;
                Wholes(to, vector.x, vector.y, vector.z);
            }
            else
            {
                return false;
            }
            return true;
        }

        private static bool Shapes(object value, JsonWriter to)
        {
            if (value is Rect)
            {
                Rect rect = (Rect)value;
                to.Object().Name("x").Number(rect.x).Name("y").Number(rect.y);
                to.Name("width").Number(rect.width).Name("height").Number(rect.height).EndObject();
            }
            else if (value is RectInt)
            {
                RectInt rect = (RectInt)value;
                to.Object().Name("x").Count(rect.x).Name("y").Count(rect.y);
                to.Name("width").Count(rect.width).Name("height").Count(rect.height).EndObject();
            }
            else if (value is Bounds)
            {
                to.Object().Name("center");
                Vector(((Bounds)value).center, to);
                to.Name("size");
                Vector(((Bounds)value).size, to);
                to.EndObject();
            }
            else if (value is BoundsInt)
            {
                BoundsInt bounds = (BoundsInt)value;
                to.Object().Name("position");
                Wholes(to, bounds.position.x, bounds.position.y, bounds.position.z);
                to.Name("size");
                Wholes(to, bounds.size.x, bounds.size.y, bounds.size.z);
                to.EndObject();
            }
            else if (value is Matrix4x4)
            {
                to.List();
                for (int row = 0; row < 4; row++)
                {
                    Vector4 numbers = ((Matrix4x4)value).GetRow(row);
                    List(to, numbers.x, numbers.y, numbers.z, numbers.w);
                }
                to.EndList();
            }
            else if (value is AnimationCurve)
            {
                Curve((AnimationCurve)value, to);
            }
            else if (value is Gradient)
            {
                Colors((Gradient)value, to);
            }
            else
            {
                return false;
            }
            return true;
        }

        private static void Curve(AnimationCurve curve, JsonWriter to)
        {
            to.Object().Name("keys").List();
            foreach (Keyframe key in curve.keys)
            {
                List(to, key.time, key.value, key.inTangent, key.outTangent);
            }
            to.EndList().Name("pre").Text(curve.preWrapMode.ToString()).Name("post").Text(curve.postWrapMode.ToString()).EndObject();
        }

        private static void Colors(Gradient gradient, JsonWriter to)
        {
            to.Object().Name("mode").Text(gradient.mode.ToString()).Name("colors").List();
            foreach (GradientColorKey key in gradient.colorKeys)
            {
                List(to, key.time, key.color.r, key.color.g, key.color.b);
            }
            to.EndList().Name("alphas").List();
            foreach (GradientAlphaKey key in gradient.alphaKeys)
            {
                List(to, key.time, key.alpha);
            }
            to.EndList().EndObject();
        }

        private static void Vector(Vector3 vector, JsonWriter to)
        {
            List(to, vector.x, vector.y, vector.z);
        }

        private static void List(JsonWriter to, params float[] numbers)
        {
            to.List();
            foreach (float number in numbers)
            {
                to.Number(number);
            }
            to.EndList();
        }

        private static void Wholes(JsonWriter to, params int[] numbers)
        {
            to.List();
            foreach (int number in numbers)
            {
                to.Count(number);
            }
            to.EndList();
        }
    }
}
