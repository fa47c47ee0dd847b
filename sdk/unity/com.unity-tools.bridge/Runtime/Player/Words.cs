using System;

namespace UnityTools.Bridge
{
    /// <summary>Text filters of the contract: substrings, case ignored.</summary>
    internal static class Words
    {
        internal static bool Holds(string text, string part)
        {
            return text.IndexOf(part, StringComparison.OrdinalIgnoreCase) >= 0;
        }
    }
}
