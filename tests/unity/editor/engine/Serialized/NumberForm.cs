using System;
using System.Globalization;
using System.IO;

namespace UnityDouble
{
    /// <summary>Numbers as text and bytes: the shortest text that gives the same number, as in Unity's text files.</summary>
    internal static class NumberForm
    {
        internal static string Text(object number)
        {
            if (number is float)
            {
                return Shortest((float)number);
            }
            if (number is double)
            {
                return Words((double)number) ?? Tidy(((double)number).ToString("R", CultureInfo.InvariantCulture));
            }
            return Convert.ToString(number, CultureInfo.InvariantCulture);
        }

        private static string Shortest(float number)
        {
            string words = Words(number);
            if (words != null)
            {
                return words;
            }
            for (int digits = 6; digits <= 9; digits++)
            {
                string text = number.ToString("G" + digits, CultureInfo.InvariantCulture);
                if (float.Parse(text, CultureInfo.InvariantCulture).Equals(number))
                {
                    return Tidy(text);
                }
            }
            return Tidy(number.ToString("R", CultureInfo.InvariantCulture));
        }

        private static string Words(double number)
        {
            if (double.IsNaN(number))
            {
                return "nan";
            }
            if (double.IsInfinity(number))
            {
                return number > 0 ? "Infinity" : "-Infinity";
            }
            return number == 0 && 1 / number < 0 ? "-0" : null;
        }

        /// <summary>`0.00001` for .NET's `1E-05`, and `1e+20` for its `1E+20`.</summary>
        private static string Tidy(string text)
        {
            int mark = text.IndexOf('E');
            if (mark < 0)
            {
                return text;
            }
            int exponent = int.Parse(text.Substring(mark + 1), CultureInfo.InvariantCulture);
            string sign = text[0] == '-' ? "-" : "";
            string digits = text.Substring(sign.Length, mark - sign.Length).Replace(".", "");
            if (exponent < 0)
            {
                return sign + "0." + new string('0', -exponent - 1) + digits;
            }
            return exponent < 16 && digits.Length <= exponent + 1 ? sign + digits.PadRight(exponent + 1, '0') : text.Replace('E', 'e');
        }

        internal static double Double(string text)
        {
            double number;
            if (!TryDouble(text, out number))
            {
                throw new FormatException("`" + text + "` is not a number");
            }
            return number;
        }

        internal static bool TryDouble(string text, out double number)
        {
            switch (text)
            {
                case "Infinity":
                case "inf":
                    number = double.PositiveInfinity;
                    return true;
                case "-Infinity":
                case "-inf":
                    number = double.NegativeInfinity;
                    return true;
                case "NaN":
                case "nan":
                case "-nan":
                    number = double.NaN;
                    return true;
                case "":
                    number = 0;
                    return true;
                default:
                    return double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out number);
            }
        }

        internal static long Whole(string text)
        {
            long whole;
            ulong large;
            if (long.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out whole))
            {
                return whole;
            }
            if (ulong.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out large))
            {
                return unchecked((long)large);
            }
            return (long)Double(text);
        }

        /// <summary>Compares two scalars, one of which may be the text of a file.</summary>
        internal static bool Same(Node a, Node b)
        {
            string x = a.AsText;
            string y = b.AsText;
            if (x == y)
            {
                return true;
            }
            double first, second;
            if (x.Length == 0 || y.Length == 0 || !TryDouble(x, out first) || !TryDouble(y, out second))
            {
                return false;
            }
            bool single = a.Value is float || b.Value is float;
            return single ? ((float)first).Equals((float)second) && (first != 0 || 1 / first == 1 / second) : first.Equals(second) && !(a.Value is long) && !(b.Value is long);
        }

        internal static void Save(BinaryWriter to, object number)
        {
            if (number is long)
            {
                to.Write('l');
                to.Write((long)number);
            }
            else if (number is ulong)
            {
                to.Write('u');
                to.Write((ulong)number);
            }
            else if (number is float)
            {
                to.Write('f');
                to.Write((float)number);
            }
            else
            {
                to.Write('d');
                to.Write((double)number);
            }
        }

        internal static object Load(BinaryReader from)
        {
            switch (from.ReadChar())
            {
                case 'l':
                    return from.ReadInt64();
                case 'u':
                    return from.ReadUInt64();
                case 'f':
                    return from.ReadSingle();
                default:
                    return from.ReadDouble();
            }
        }
    }
}
