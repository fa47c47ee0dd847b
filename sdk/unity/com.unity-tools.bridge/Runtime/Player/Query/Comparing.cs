using System;
using System.Collections.Generic;
using System.Globalization;

namespace UnityTools.Bridge
{
    /// <summary>
    /// Compares values for tests and sort order, in the same way as the host does it for a project folder.
    /// </summary>
    internal static class Comparing
    {
        internal static bool Passes(Item item, string op, Json wanted)
        {
            switch (op)
            {
                case "equal":
                    return Equal(item, wanted);
                case "unequal":
                    return !Equal(item, wanted);
                case "greater":
                    return ByNumber(item.Value, wanted) > 0;
                case "at-least":
                    return ByNumber(item.Value, wanted) >= 0;
                case "less":
                    return ByNumber(item.Value, wanted) < 0;
                case "at-most":
                    return ByNumber(item.Value, wanted) <= 0;
                case "contains":
                    return Contains(item.Value, wanted);
                case "matches":
                    return wanted.Kind == JsonKind.Text && Texts(item.Value).Exists(text => Glob.Matches(wanted.Text, text));
                case "exists":
                    return !item.Value.IsNull;
                case "missing":
                    return IsMissing(item.Value) || (item.Value.Kind == JsonKind.List && item.Value.Items.Exists(IsMissing));
                default:
                    throw Failure.Unsupported("the comparison " + op + " is not known here");
            }
        }

        private static bool IsMissing(Json value)
        {
            return value["missing"] != null;
        }

        /// <summary>Equality by value: `1` equals `1.0`, and references are equal if their targets are.</summary>
        internal static bool Same(Json value, Json wanted)
        {
            if (value.Kind == JsonKind.List && wanted.Kind == JsonKind.List)
            {
                return SameItems(value, wanted);
            }
            if (value.Kind == JsonKind.Object && wanted.Kind == JsonKind.Text)
            {
                Json goal = value["ref"];
                return goal != null && goal.Text == wanted.Text;
            }
            if (value.Kind == JsonKind.Object && wanted.Kind == JsonKind.Object)
            {
                Json goal = value["ref"];
                if (goal != null && wanted["ref"] != null)
                {
                    return goal.Text == wanted["ref"].Text;
                }
                return value.Names.Count == wanted.Names.Count
                    && value.Names.TrueForAll(name => wanted[name] != null && Same(value[name], wanted[name]));
            }
            decimal whole, otherWhole;
            if (Whole(value, out whole) && Whole(wanted, out otherWhole))
            {
                return whole == otherWhole;
            }
            double real, other;
            if (Real(value, out real) && Real(wanted, out other))
            {
                return real.Equals(other) || ((float)real).Equals((float)other) || (real.Equals(0.0) && other.Equals(0.0));
            }
            return value.Kind == wanted.Kind && value.Text == wanted.Text && value.Items.Count == wanted.Items.Count;
        }

        /// <summary>A total order of all values: null, booleans, numbers, texts, the rest.</summary>
        internal static int Order(Json one, Json other)
        {
            int by = Rank(one).CompareTo(Rank(other));
            if (by != 0)
            {
                return by;
            }
            if (one.Kind == JsonKind.List && other.Kind == JsonKind.List)
            {
                for (int at = 0; at < one.Items.Count && at < other.Items.Count; at++)
                {
                    by = Order(one.Items[at], other.Items[at]);
                    if (by != 0)
                    {
                        return by;
                    }
                }
                return one.Items.Count.CompareTo(other.Items.Count);
            }
            if (Rank(one) == 2)
            {
                return ByNumber(one, other) ?? 0;
            }
            if (one.Kind == JsonKind.Text)
            {
                by = string.CompareOrdinal(one.Text.ToLowerInvariant(), other.Text.ToLowerInvariant());
                return by != 0 ? by : string.CompareOrdinal(one.Text, other.Text);
            }
            return string.CompareOrdinal(one.Raw, other.Raw);
        }

        private static int Rank(Json value)
        {
            double number;
            switch (value.Kind)
            {
                case JsonKind.Null:
                    return 0;
                case JsonKind.False:
                case JsonKind.True:
                    return 1;
                default:
                    return Real(value, out number) ? 2 : value.Kind == JsonKind.Text ? 3 : 4;
            }
        }

        /// <summary>An enum name equals its number, a reference equals its `ref`.</summary>
        private static bool Equal(Item item, Json wanted)
        {
            double number;
            bool named = item.Number.HasValue && wanted.Kind == JsonKind.Number && Numbers.Double(wanted.Text, out number)
                && number.Equals(item.Number.Value);
            return named || Same(item.Value, wanted);
        }

        private static bool SameItems(Json value, Json wanted)
        {
            bool same = value.Items.Count == wanted.Items.Count;
            for (int at = 0; same && at < value.Items.Count; at++)
            {
                same = Same(value.Items[at], wanted.Items[at]);
            }
            return same;
        }

        /// <summary>Null if one of them is not a number.</summary>
        private static int? ByNumber(Json value, Json wanted)
        {
            decimal whole, otherWhole;
            if (Whole(value, out whole) && Whole(wanted, out otherWhole))
            {
                return whole.CompareTo(otherWhole);
            }
            double real, other;
            return Real(value, out real) && Real(wanted, out other) ? real.CompareTo(other) : (int?)null;
        }

        /// <summary>A number, including those that JSON cannot express.</summary>
        private static bool Real(Json value, out double number)
        {
            number = 0;
            if (value.Kind == JsonKind.Number)
            {
                return Numbers.Double(value.Text, out number);
            }
            if (value.Kind != JsonKind.Text)
            {
                return false;
            }
            switch (value.Text)
            {
                case "Infinity":
                    number = double.PositiveInfinity;
                    return true;
                case "-Infinity":
                    number = double.NegativeInfinity;
                    return true;
                default:
                    decimal whole;
                    bool read = Whole(value, out whole);
                    number = (double)whole;
                    return read;
            }
        }

        /// <summary>A whole number, exactly; numbers that are too long for exact JSON numbers are texts.</summary>
        private static bool Whole(Json value, out decimal number)
        {
            number = 0;
            bool may = value.Kind == JsonKind.Number || (value.Kind == JsonKind.Text && value.Text.Length > 15);
            return may && decimal.TryParse(value.Text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out number);
        }

        private static bool Contains(Json value, Json wanted)
        {
            if (value.Kind == JsonKind.List)
            {
                return value.Items.Exists(item => Same(item, wanted) || IsNamed(item, wanted));
            }
            return wanted.Kind == JsonKind.Text && Texts(value).Exists(text => Words.Holds(text, wanted.Text));
        }

        /// <summary>Whether it is a reference to an object with that name.</summary>
        private static bool IsNamed(Json value, Json wanted)
        {
            bool may = value.Kind == JsonKind.Object && wanted.Kind == JsonKind.Text && value["ref"] != null;
            return may && value["name"] != null && value["name"].Text == wanted.Text;
        }

        /// <summary>The texts that a text test checks.</summary>
        private static List<string> Texts(Json value)
        {
            List<string> texts = new List<string>();
            List<Json> looked = value.Kind == JsonKind.List ? value.Items : new List<Json> { value, value["ref"], value["name"] };
            foreach (Json one in looked)
            {
                if (one != null && one.Kind == JsonKind.Text)
                {
                    texts.Add(one.Text);
                }
            }
            return texts;
        }
    }
}
