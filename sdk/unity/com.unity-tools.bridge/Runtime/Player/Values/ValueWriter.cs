using System;
using System.Collections;
using System.Globalization;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>Writes C# values in the grammar of `wit/value.md`.</summary>
    internal sealed class ValueWriter
    {
        private const int Deepest = 8;

        private readonly ObjectTable objects;
        private readonly int items;
        private readonly JsonWriter to = new JsonWriter();

        private ValueWriter(ObjectTable objects, int items)
        {
            this.objects = objects;
            this.items = items;
        }

        /// <summary>Whether some list was cut.</summary>
        private bool IsCut { get; set; }

        /// <summary>The value as JSON; lists are cut at this many items.</summary>
        internal static string Write(object value, ObjectTable objects, int items, out bool whole)
        {
            ValueWriter writer = new ValueWriter(objects, items);
            writer.Any(value, 0);
            whole = !writer.IsCut;
            return writer.to.ToString();
        }

        private void Any(object value, int depth)
        {
            UnityEngine.Object referred = value as UnityEngine.Object;
            if (value == null || (value is UnityEngine.Object && referred == null))
            {
                to.Null();
            }
            else if (referred != null)
            {
                ReferenceWriter.Write(referred, objects, to);
            }
            else if (!Plain(value) && !Vectors(value) && !Shapes(value))
            {
                Composed(value, depth);
            }
        }

        private bool Plain(object value)
        {
            if (value is bool)
            {
                to.Bool((bool)value);
            }
            else if (value is float)
            {
                to.Number((float)value);
            }
            else if (value is double)
            {
                to.Number((double)value);
            }
            else if (value is string)
            {
                to.Text((string)value);
            }
            else if (value is char)
            {
                Letter((char)value);
            }
            else if (value is Enum)
            {
                Enumeration((Enum)value);
            }
            else if (value is ulong)
            {
                to.Whole((ulong)value);
            }
            else if (value is IConvertible)
            {
                to.Whole(Convert.ToInt64(value, CultureInfo.InvariantCulture));
            }
            else if (value is LayerMask)
            {
                Layers((LayerMask)value);
            }
            else
            {
                return false;
            }
            return true;
        }

        private void Letter(char letter)
        {
            if (char.IsSurrogate(letter))
            {
                to.Count(letter);
            }
            else
            {
                to.Text(letter.ToString());
            }
        }

        private void Enumeration(Enum value)
        {
            Type type = value.GetType();
            if (!ValueTypes.IsFlags(type))
            {
                if (Enum.IsDefined(type, value))
                {
                    to.Text(value.ToString());
                }
                else
                {
                    to.Whole(Convert.ToInt64(value, CultureInfo.InvariantCulture));
                }
                return;
            }
            long left = Convert.ToInt64(value, CultureInfo.InvariantCulture);
            to.List();
            if (left != 0 && Enum.IsDefined(type, value))
            {
                to.Text(value.ToString());
                left = 0;
            }
            foreach (object one in Enum.GetValues(type))
            {
                long bits = Convert.ToInt64(one, CultureInfo.InvariantCulture);
                // Only single bits: names of several bits stand for exactly that combination.
                if (bits > 0 && (bits & (bits - 1)) == 0 && (left & bits) != 0)
                {
                    to.Text(one.ToString());
                    left &= ~bits;
                }
            }
            if (left != 0)
            {
                to.Whole(left);
            }
            to.EndList();
        }

        private void Layers(LayerMask mask)
        {
            to.List();
            if (mask.value == -1)
            {
                to.Text("Everything");
            }
            for (int layer = 0; layer < 32 && mask.value != -1; layer++)
            {
                if ((mask.value & (1 << layer)) == 0)
                {
                    continue;
                }
                string name = LayerMask.LayerToName(layer);
                if (string.IsNullOrEmpty(name))
                {
                    to.Count(layer);
                }
                else
                {
                    to.Text(name);
                }
            }
            to.EndList();
        }

        private bool Vectors(object value)
        {
            if (value is Vector2)
            {
                Vector2 vector = (Vector2)value;
                List(vector.x, vector.y);
            }
            else if (value is Vector3)
            {
                Vector((Vector3)value);
            }
            else if (value is Vector4)
            {
                Vector4 vector = (Vector4)value;
                List(vector.x, vector.y, vector.z, vector.w);
            }
            else if (value is Quaternion)
            {
                Quaternion turn = (Quaternion)value;
                List(turn.x, turn.y, turn.z, turn.w);
            }
            else if (value is Color)
            {
                Color color = (Color)value;
                List(color.r, color.g, color.b, color.a);
            }
            else if (value is Color32)
            {
                Color32 color = (Color32)value;
                List(color.r, color.g, color.b, color.a);
            }
            else if (value is Vector2Int)
            {
                Vector2Int vector = (Vector2Int)value;
                Wholes(vector.x, vector.y);
            }
            else if (value is Vector3Int)
            {
                Vector3Int vector = (Vector3Int)value;
                Wholes(vector.x, vector.y, vector.z);
            }
            else
            {
                return false;
            }
            return true;
        }

        private bool Shapes(object value)
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
                Vector(((Bounds)value).center);
                to.Name("size");
                Vector(((Bounds)value).size);
                to.EndObject();
            }
            else if (value is BoundsInt)
            {
                BoundsInt bounds = (BoundsInt)value;
                to.Object().Name("position");
                Wholes(bounds.position.x, bounds.position.y, bounds.position.z);
                to.Name("size");
                Wholes(bounds.size.x, bounds.size.y, bounds.size.z);
                to.EndObject();
            }
            else if (value is Matrix4x4)
            {
                to.List();
                for (int row = 0; row < 4; row++)
                {
                    Vector4 numbers = ((Matrix4x4)value).GetRow(row);
                    List(numbers.x, numbers.y, numbers.z, numbers.w);
                }
                to.EndList();
            }
            else if (value is AnimationCurve)
            {
                Curve((AnimationCurve)value);
            }
            else if (value is Gradient)
            {
                Colors((Gradient)value);
            }
            else
            {
                return false;
            }
            return true;
        }

        private void Curve(AnimationCurve curve)
        {
            to.Object().Name("keys").List();
            foreach (Keyframe key in curve.keys)
            {
                List(key.time, key.value, key.inTangent, key.outTangent);
            }
            to.EndList().Name("pre").Text(curve.preWrapMode.ToString()).Name("post").Text(curve.postWrapMode.ToString()).EndObject();
        }

        private void Colors(Gradient gradient)
        {
            to.Object().Name("mode").Text(gradient.mode.ToString()).Name("colors").List();
            foreach (GradientColorKey key in gradient.colorKeys)
            {
                List(key.time, key.color.r, key.color.g, key.color.b);
            }
            to.EndList().Name("alphas").List();
            foreach (GradientAlphaKey key in gradient.alphaKeys)
            {
                List(key.time, key.alpha);
            }
            to.EndList().EndObject();
        }

        private void Composed(object value, int depth)
        {
            if (depth >= Deepest)
            {
                IsCut = true;
                to.Null();
                return;
            }
            IList list = value as IList;
            if (list != null)
            {
                Items(list, depth);
                return;
            }
            to.Object();
            foreach (ComponentMember part in SavedParts.Of(value.GetType()))
            {
                to.Name(part.CSharpName ?? part.Name);
                Any(part.Get(value), depth + 1);
            }
            to.EndObject();
        }

        private void Items(IList list, int depth)
        {
            bool cut = list.Count > items;
            if (cut)
            {
                IsCut = true;
                to.Object().Name("count").Count(list.Count).Name("first");
            }
            to.List();
            for (int at = 0; at < list.Count && at < items; at++)
            {
                Any(list[at], depth + 1);
            }
            to.EndList();
            if (cut)
            {
                to.EndObject();
            }
        }

        private void Vector(Vector3 vector)
        {
            List(vector.x, vector.y, vector.z);
        }

        private void List(params float[] numbers)
        {
            to.List();
            foreach (float number in numbers)
            {
                to.Number(number);
            }
            to.EndList();
        }

        private void Wholes(params int[] numbers)
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
