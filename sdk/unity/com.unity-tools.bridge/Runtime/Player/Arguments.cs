using System.Collections.Generic;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>
    /// The arguments of a call, by name and kind. The error for an invalid argument contains its name, its value and
    /// the expected value.
    /// </summary>
    internal struct Arguments
    {
        private readonly Json args;

        internal Arguments(Json args)
        {
            this.args = args;
        }

        internal Arguments(CallJob asked)
            : this(asked.Call.Args)
        {
        }

        internal Json Any(string name)
        {
            Json given = args[name];
            if (given == null)
            {
                throw Failure.Argument("`" + name + "` is missing");
            }
            return given;
        }

        internal bool Has(string name)
        {
            Json given = args[name];
            return given != null && !given.IsNull;
        }

        internal Arguments Inner(string name)
        {
            Json given = Any(name);
            if (given.Kind != JsonKind.Object)
            {
                throw Wrong(name, given, "an object");
            }
            return new Arguments(given);
        }

        internal string Text(string name)
        {
            Json given = Any(name);
            if (given.Kind != JsonKind.Text)
            {
                throw Wrong(name, given, "a text");
            }
            return given.Text;
        }

        internal string TextIfAny(string name)
        {
            return Has(name) ? Text(name) : null;
        }

        internal bool Bool(string name)
        {
            Json given = Any(name);
            if (given.Kind != JsonKind.True && given.Kind != JsonKind.False)
            {
                throw Wrong(name, given, "true or false");
            }
            return given.Kind == JsonKind.True;
        }

        internal bool? BoolIfAny(string name)
        {
            return Has(name) ? Bool(name) : (bool?)null;
        }

        internal int Whole(string name)
        {
            Json given = Any(name);
            long value = 0;
            bool whole = given.Kind == JsonKind.Number && Numbers.Long(given.Text, out value);
            if (!whole || value < 0 || value > int.MaxValue)
            {
                throw Wrong(name, given, "a whole number from 0 to 2147483647");
            }
            return (int)value;
        }

        internal double Number(string name)
        {
            return NumberOf(name, Any(name));
        }

        internal Vector3 Vector(string name)
        {
            Json given = Any(name);
            if (given.Kind != JsonKind.List || given.Items.Count != 3)
            {
                throw Wrong(name, given, "three numbers");
            }
            return new Vector3(
                (float)NumberOf(name, given.Items[0]),
                (float)NumberOf(name, given.Items[1]),
                (float)NumberOf(name, given.Items[2]));
        }

        internal Vector2 Pair(string name)
        {
            Json given = Any(name);
            if (given.Kind != JsonKind.List || given.Items.Count != 2)
            {
                throw Wrong(name, given, "two numbers");
            }
            return new Vector2((float)NumberOf(name, given.Items[0]), (float)NumberOf(name, given.Items[1]));
        }

        internal List<string> Texts(string name)
        {
            Json given = Any(name);
            List<string> texts = new List<string>();
            foreach (Json item in given.Items)
            {
                if (item.Kind != JsonKind.Text)
                {
                    throw Wrong(name, item, "a list of texts");
                }
                texts.Add(item.Text);
            }
            return texts;
        }

        internal static Failure Wrong(string name, Json given, string wanted)
        {
            return Failure.Argument("`" + name + "` is " + given.Told + ", wanted: " + wanted);
        }

        private static double NumberOf(string name, Json given)
        {
            double value;
            if (given.Kind == JsonKind.Number && Numbers.Double(given.Text, out value))
            {
                return value;
            }
            switch (given.Kind == JsonKind.Text ? given.Text : "")
            {
                case "NaN":
                    return double.NaN;
                case "Infinity":
                    return double.PositiveInfinity;
                case "-Infinity":
                    return double.NegativeInfinity;
                default:
                    throw Wrong(name, given, "a number");
            }
        }
    }
}
