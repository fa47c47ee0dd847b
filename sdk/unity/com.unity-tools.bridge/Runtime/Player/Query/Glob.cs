namespace UnityTools.Bridge
{
    /// <summary>`*` stands for any letters, `?` for one; case is ignored.</summary>
    internal static class Glob
    {
        internal static bool Matches(string glob, string text)
        {
            string wanted = glob.ToLowerInvariant();
            string given = text.ToLowerInvariant();
            int at = 0;
            int from = 0;
            // Where the last star stands, and up to where it reaches.
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
                    // One letter, also where UTF-16 takes two for it.
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
