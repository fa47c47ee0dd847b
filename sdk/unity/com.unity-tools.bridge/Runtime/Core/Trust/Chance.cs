using System.Security.Cryptography;

namespace UnityTools.Bridge
{
    /// <summary>Bytes that nobody can guess.</summary>
    internal static class Chance
    {
        internal static byte[] Bytes(int length)
        {
            byte[] bytes = new byte[length];
            using (RandomNumberGenerator source = RandomNumberGenerator.Create())
            {
                source.GetBytes(bytes);
            }
            return bytes;
        }

        /// <summary>So many bytes, two hexadecimal digits each.</summary>
        internal static string Digits(int bytes)
        {
            return Hex.Of(Bytes(bytes));
        }
    }
}
