using System.Text;

namespace UnityEditor
{
    /// <summary>Names for display.</summary>
    // Follows the scripting reference, ObjectNames.NicifyVariableName.
    public sealed class ObjectNames
    {
        private ObjectNames()
        {
        }

        /// <summary>Removes a prefix `m_`, `_` or `k` before a capital letter and inserts spaces before words.</summary>
        public static string NicifyVariableName(string name)
        {
            if (name.StartsWith("m_", System.StringComparison.Ordinal))
            {
                name = name.Substring(2);
            }
            else if (name.Length > 1 && name[0] == 'k' && char.IsUpper(name[1]))
            {
                name = name.Substring(1);
            }
            name = name.TrimStart('_');
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < name.Length; i++)
            {
                bool startsWord = i > 0 && (StartsWord(name, i) || StartsNumber(name, i));
                if (startsWord)
                {
                    text.Append(' ');
                }
                text.Append(i == 0 ? char.ToUpperInvariant(name[i]) : name[i] == '_' ? ' ' : name[i]);
            }
            return text.ToString();
        }

        private static bool StartsWord(string name, int i)
        {
            return char.IsUpper(name[i]) && (char.IsLower(name[i - 1]) || i + 1 < name.Length && char.IsLower(name[i + 1]) && name[i - 1] != ' ');
        }

        private static bool StartsNumber(string name, int i)
        {
            return char.IsDigit(name[i]) && char.IsLetter(name[i - 1]);
        }
    }
}
