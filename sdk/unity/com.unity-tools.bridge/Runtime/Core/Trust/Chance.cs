using System.Security.Cryptography;

namespace UnityTools.Bridge
{
    /// <summary>Cryptographically random bytes.</summary>
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

        /// <summary>This many bytes as hexadecimal text, two digits each.</summary>
        internal static string Digits(int bytes)
        {
            return Hex.Of(Bytes(bytes));
        }
    }
}
