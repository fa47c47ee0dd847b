using System.Text;

namespace UnityTools.Bridge
{
    /// <summary>Handles lone surrogates, which C# strings may contain and JSON may not.</summary>
    internal static class Surrogates
    {
        internal static bool Paired(string text)
        {
            for (int at = 0; at < text.Length; at++)
            {
                if (!char.IsSurrogate(text[at]))
                {
                    continue;
                }
                if (!char.IsSurrogatePair(text, at))
                {
                    return false;
                }
                at++;
            }
            return true;
        }

        /// <summary>The same text with U+FFFD for each lone surrogate.</summary>
        internal static string Mended(string text)
        {
            if (Paired(text))
            {
                return text;
            }
            StringBuilder mended = new StringBuilder(text.Length);
            for (int at = 0; at < text.Length; at++)
            {
                if (!char.IsSurrogate(text[at]))
                {
                    mended.Append(text[at]);
                }
                else if (char.IsSurrogatePair(text, at))
                {
                    mended.Append(text, at, 2);
                    at++;
                }
                else
                {
                    mended.Append('\ufffd');
                }
            }
            return mended.ToString();
        }

        /// <summary>The longest prefix that takes at most this many bytes of UTF-8 and cuts no character.</summary>
        internal static string Cut(string text, int bytes)
        {
            if (text.Length * 3 <= bytes)
            {
                return text;
            }
            int taken = 0;
            for (int at = 0; at < text.Length; at++)
            {
                bool pair = char.IsSurrogatePair(text, at);
                taken += pair ? 4 : text[at] < 0x80 ? 1 : text[at] < 0x800 ? 2 : 3;
                if (taken > bytes)
                {
                    return text.Substring(0, at);
                }
                at += pair ? 1 : 0;
            }
            return text;
        }
    }
}
