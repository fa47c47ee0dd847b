using System;
using System.Collections.Generic;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>
    /// The value that a field test compares with. It is validated against the type of the field, so that a value that
    /// can equal nothing is reported.
    /// </summary>
    internal sealed class Wanted
    {
        /// <summary>The form for the comparison: a value, a number, or bits that must all be set.</summary>
        private struct Form
        {
            internal Json Value;
            internal long? Number;
            internal long? Bits;
        }

        private static readonly string[] Axes = { "x", "y", "z", "w" };

        private readonly Json given;
        private readonly Dictionary<Type, Form?> forms = new Dictionary<Type, Form?>();
        private Failure refused;
        private bool fits;

        internal Wanted(Json given)
        {
            this.given = given;
        }

        internal bool Holds(Item item, string op)
        {
            bool compares = op == "equal" || op == "unequal" || op == "contains";
            if (!compares || given.IsNull || item.Kind == null)
            {
                fits = true;
                return Comparing.Passes(item, op, given);
            }
            Form? form;
            if (!forms.TryGetValue(item.Kind, out form))
            {
                form = Read(item.Kind, op);
                forms.Add(item.Kind, form);
            }
            if (form == null)
            {
                return false;
            }
            if (form.Value.Number.HasValue)
            {
                return (item.Number == form.Value.Number) == (op != "unequal");
            }
            if (form.Value.Bits.HasValue)
            {
                return item.Number.HasValue && (item.Number.Value & form.Value.Bits.Value) == form.Value.Bits.Value;
            }
            return Comparing.Passes(item, op, form.Value.Value);
        }

        /// <summary>Called after all objects were checked.</summary>
        /// <exception cref="Failure">No component that was found could have the value.</exception>
        internal void Check(string field)
        {
            if (refused == null || fits)
            {
                return;
            }
            string shown = given.Raw.Length > 80 ? Surrogates.Cut(given.Raw, 80) + "…" : given.Raw;
            JsonWriter facts = new JsonWriter();
            facts.Object().Name("argument").Text("where").Name("given").Raw(given.Raw).Name("nearest").List().EndList().EndObject();
            throw new Failure("invalid-argument", "where: " + field + " is compared with " + shown + ": " + refused.Message)
            {
                Hint = refused.Hint,
                Facts = facts.ToString()
            };
        }

        private Form? Read(Type kind, string op)
        {
            try
            {
                Form form = Of(kind, op);
                fits = true;
                return form;
            }
            catch (Failure failure)
            {
                refused = refused ?? failure;
                return null;
            }
        }

        private Form Of(Type kind, string op)
        {
            Form asGiven = new Form { Value = given };
            if (kind == typeof(LayerMask))
            {
                return Masked(op);
            }
            if (kind.IsEnum)
            {
                return Named(kind, op);
            }
            if (kind == typeof(bool))
            {
                if (given.Kind == JsonKind.Number && (given.Text == "0" || given.Text == "1"))
                {
                    return new Form { Value = JsonReader.Read(given.Text == "1" ? "true" : "false") };
                }
                return Must(given.Kind == JsonKind.True || given.Kind == JsonKind.False, asGiven, "true or false");
            }
            if (op == "contains")
            {
                return asGiven;
            }
            if (kind.IsPrimitive && kind != typeof(char))
            {
                bool text = given.Kind == JsonKind.Text
                    && (Array.IndexOf(new[] { "Infinity", "-Infinity", "NaN" }, given.Text) >= 0 || IsDigits(given.Text));
                return Must(given.Kind == JsonKind.Number || text, asGiven, "a number");
            }
            if (kind == typeof(string))
            {
                return Must(given.Kind == JsonKind.Text, asGiven, "a text");
            }
            if (kind == typeof(Color) || kind == typeof(Color32))
            {
                bool hex = given.Kind == JsonKind.Text;
                bool whole;
                string read = hex ? ValueWriter.Write(ShapeReader.Colored(given, kind), null, 4, out whole) : null;
                return hex ? new Form { Value = JsonReader.Read(read) } : Numbered(new[] { "r", "g", "b", "a" }, 4);
            }
            int parts = kind == typeof(Vector2) ? 2 : kind == typeof(Vector3) ? 3 : kind == typeof(Vector4) || kind == typeof(Quaternion) ? 4 : 0;
            if (parts > 0)
            {
                return Numbered(Axes, parts);
            }
            bool reference = typeof(UnityEngine.Object).IsAssignableFrom(kind);
            bool misfit = reference && given.Kind != JsonKind.Text && given.Kind != JsonKind.Object;
            return Must(!misfit, asGiven, "\"obj:<n>\", an asset path, {\"ref\": …} or null");
        }

        private static Form Must(bool holds, Form form, string expected)
        {
            if (!holds)
            {
                throw Failure.Argument("expected " + expected);
            }
            return form;
        }

        private static bool IsDigits(string text)
        {
            long number;
            return Numbers.Long(text, out number);
        }

        /// <summary>As a list, or by the names of the parts.</summary>
        private Form Numbered(string[] names, int count)
        {
            JsonWriter to = new JsonWriter().List();
            bool holds = given.Items.Count == count && (given.Kind == JsonKind.List || given.Kind == JsonKind.Object);
            for (int at = 0; holds && at < count; at++)
            {
                Json part = given.Kind == JsonKind.List ? given.Items[at] : given[names[at]];
                holds = part != null && (part.Kind == JsonKind.Number || part.Kind == JsonKind.Text);
                to.Raw(holds ? part.Raw : "null");
            }
            string listed = string.Join(", ", names, 0, count);
            string expected = count + " numbers, [" + listed + "]; for one of them compare the field's ." + names[0];
            Must(holds, new Form(), expected);
            return new Form { Value = JsonReader.Read(to.EndList().ToString()) };
        }

        private Form Named(Type kind, string op)
        {
            bool flags = kind.IsDefined(typeof(FlagsAttribute), false);
            if (!flags && op == "contains")
            {
                // A part of a name is not validated as a name.
                return new Form { Value = given };
            }
            long bits = 0;
            foreach (Json one in given.Kind == JsonKind.List ? given.Items : new List<Json> { given })
            {
                bits |= Convert.ToInt64(ValueReader.Enumeration(one, kind), System.Globalization.CultureInfo.InvariantCulture);
            }
            // With no bits, `contains` would match everything, so the comparison is with exactly nothing.
            return flags && op == "contains" && bits != 0 ? new Form { Bits = bits } : new Form { Number = bits };
        }

        private Form Masked(string op)
        {
            bool number = given.Kind == JsonKind.Number;
            bool nothing = given.Kind == JsonKind.Text && given.Text == "Nothing";
            string list = given.Kind == JsonKind.List || (number && op != "contains") ? given.Raw : nothing ? "[]" : "[" + given.Raw + "]";
            long bits = (uint)((LayerMask)ValueReader.Layers(JsonReader.Read(list))).value;
            return op == "contains" ? new Form { Bits = bits } : new Form { Number = bits };
        }
    }
}
