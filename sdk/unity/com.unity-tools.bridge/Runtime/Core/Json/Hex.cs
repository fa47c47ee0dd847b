using System.Text;

namespace UnityTools.Bridge
{
    /// <summary>Converts bytes to lower-case hexadecimal digits.</summary>
    internal static class Hex
    {
        private const string Digits = "0123456789abcdef";

        internal static string Of(byte[] bytes)
        {
            StringBuilder text = new StringBuilder(bytes.Length * 2);
            foreach (byte one in bytes)
            {
                text.Append(Digits[one >> 4]).Append(Digits[one & 15]);
            }
            return text.ToString();
        }

        /// <summary>The value of a digit of either case; -1 if it is not a digit.</summary>
        internal static int Digit(char letter)
        {
            if (letter >= '0' && letter <= '9')
            {
                return letter - '0';
            }
            int lower = letter | 0x20;
            return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
        }

        internal static bool Is(string text, int length)
        {
            if (text.Length != length)
            {
                return false;
            }
            foreach (char letter in text)
            {
                if (Digit(letter) < 0)
                {
                    return false;
                }
            }
            return true;
        }
    }
}
