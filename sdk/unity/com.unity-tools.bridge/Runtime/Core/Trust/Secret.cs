using System.Security.Cryptography;
using System.Text;

namespace UnityTools.Bridge
{
    /// <summary>
    /// The shared secret, which is never sent. Each side proves that it knows it with a proof over two nonces.
    /// </summary>
    internal sealed class Secret
    {
        internal const int Least = 16;

        private readonly byte[] text;

        /// <param name="text">At least 16 characters.</param>
        internal Secret(string text)
        {
            this.text = Encoding.UTF8.GetBytes(text);
        }

        internal string HostProof(string unityNonce, string hostNonce)
        {
            return Proof("host", unityNonce, hostNonce);
        }

        internal string UnityProof(string unityNonce, string hostNonce)
        {
            return Proof("unity", unityNonce, hostNonce);
        }

        /// <summary>Checks the proof of the host in constant time.</summary>
        internal bool HostHolds(string given, string unityNonce, string hostNonce)
        {
            string wanted = HostProof(unityNonce, hostNonce);
            int differs = given.Length ^ wanted.Length;
            for (int at = 0; at < given.Length && at < wanted.Length; at++)
            {
                differs |= given[at] ^ wanted[at];
            }
            return differs == 0;
        }

        private string Proof(string who, string unityNonce, string hostNonce)
        {
            string said = "unity-tools-bridge/1 " + who + "\n" + unityNonce + "\n" + hostNonce;
            using (HMACSHA256 mac = new HMACSHA256(text))
            {
                return Hex.Of(mac.ComputeHash(Encoding.UTF8.GetBytes(said)));
            }
        }
    }
}
