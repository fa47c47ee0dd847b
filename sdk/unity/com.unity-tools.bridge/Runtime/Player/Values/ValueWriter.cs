using System;
using System.Collections;
using System.Collections.Generic;
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

        /// <summary>The managed objects that were written, in this order.</summary>
        private readonly List<object> seen = new List<object>();

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
            ManagedValue managed = value as ManagedValue;
            if (managed != null)
            {
                Managed(managed.Value, depth);
            }
            else if (value is UnityEngine.Object && referred == null)
            {
                Gone(referred);
            }
            else if (value == null)
            {
                to.Null();
            }
            else if (referred != null)
            {
                ReferenceWriter.Write(referred, objects, to);
            }
            else if (!Plain(value) && !ShapeWriter.Write(value, to))
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

        /// <summary>A reference that equals null: to an object that does not exist, or to none.</summary>
        private void Gone(UnityEngine.Object referred)
        {
            string missing = objects == null ? null : objects.Assets.Missing(referred);
            if (missing == null)
            {
                to.Null();
            }
            else
            {
                to.Raw(missing);
            }
        }

        /// <summary>An object with its class; later places of the same object have its number.</summary>
        private void Managed(object value, int depth)
        {
            IList list = value as IList;
            if (value == null)
            {
                to.Null();
            }
            else if (list != null)
            {
                Items(list, item => Managed(item, depth + 1));
            }
            else if (seen.FindIndex(one => ReferenceEquals(one, value)) >= 0)
            {
                to.Object().Name("$ref").Count(seen.FindIndex(one => ReferenceEquals(one, value)) + 1).EndObject();
            }
            else if (depth >= Deepest)
            {
                IsCut = true;
                to.Null();
            }
            else
            {
                seen.Add(value);
                Type type = value.GetType();
                to.Object().Name("$type").Text(type.Assembly.GetName().Name + ":" + type.FullName.Replace('+', '/'));
                foreach (ComponentMember part in SavedParts.Of(type))
                {
                    // A folder returns these parts by their serialized names.
                    to.Name(part.Name);
                    Any(part.Shown(value), depth + 1);
                }
                to.EndObject();
            }
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
                Items(list, item => Any(item, depth + 1));
                return;
            }
            to.Object();
            foreach (ComponentMember part in SavedParts.Of(value.GetType()))
            {
                to.Name(part.CSharpName ?? part.Name);
                Any(part.Shown(value), depth + 1);
            }
            to.EndObject();
        }

        private void Items(IList list, Action<object> write)
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
                write(list[at]);
            }
            to.EndList();
            if (cut)
            {
                to.EndObject();
            }
        }
    }
}
