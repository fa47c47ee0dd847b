using System.Globalization;

namespace UnityTools.Bridge
{
    /// <summary>Converts numbers to text and back, independent of the culture of the machine.</summary>
    internal static class Numbers
    {
        /// <summary>
        /// Writes as many digits as needed to read back the same number; format "R" fails at this on some old runtimes.
        /// </summary>
        internal static string Shortest(double value)
        {
            for (int digits = 15; digits < 17; digits++)
            {
                string text = value.ToString("G" + digits.ToString(CultureInfo.InvariantCulture), CultureInfo.InvariantCulture);
                double back;
                if (Double(text, out back) && back.Equals(value))
                {
                    return Signed(value, text);
                }
            }
            return Signed(value, value.ToString("G17", CultureInfo.InvariantCulture));
        }

        internal static string Shortest(float value)
        {
            // Mono rounds a float twice if it writes eight digits, so the last digit may be wrong.
            double exact = value;
            for (int digits = 6; digits < 9; digits++)
            {
                string text = exact.ToString("G" + digits.ToString(CultureInfo.InvariantCulture), CultureInfo.InvariantCulture);
                double back;
                if (Double(text, out back) && ((float)back).Equals(value))
                {
                    return Signed(value, text);
                }
            }
            return Signed(value, value.ToString("G9", CultureInfo.InvariantCulture));
        }

        internal static bool Double(string text, out double value)
        {
            bool read = double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out value);
            // Some runtimes parse -0 as 0.
            if (read && value.Equals(0.0) && text[0] == '-')
            {
                value = -0.0;
            }
            return read;
        }

        internal static bool Long(string text, out long value)
        {
            return long.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out value);
        }

        // Some runtimes write -0 as 0.
        private static string Signed(double value, string text)
        {
            return text == "0" && double.IsNegativeInfinity(1 / value) ? "-0" : text;
        }
    }
}
