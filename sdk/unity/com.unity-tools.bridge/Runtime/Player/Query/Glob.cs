namespace UnityTools.Bridge
{
    /// <summary>Glob matching: `*` matches any characters, `?` matches one; case is ignored.</summary>
    internal static class Glob
    {
        internal static bool Matches(string glob, string text)
        {
            string wanted = glob.ToLowerInvariant();
            string given = text.ToLowerInvariant();
            int at = 0;
            int from = 0;
            // Position of the last star, and the position up to which it matches.
            int star = -1;
            int reach = 0;
            while (from < given.Length)
            {
                if (at < wanted.Length && wanted[at] == '*')
                {
                    star = at++;
                    reach = from;
                }
                else if (at < wanted.Length && (wanted[at] == '?' || wanted[at] == given[from]))
                {
                    at++;
                    // One character, even if it takes two UTF-16 units.
                    from += wanted[at - 1] == '?' && char.IsHighSurrogate(given[from]) ? 2 : 1;
                }
                else if (star >= 0)
                {
                    at = star + 1;
                    from = ++reach;
                }
                else
                {
                    return false;
                }
            }
            return wanted.Substring(at).Trim('*').Length == 0;
        }
    }
}
