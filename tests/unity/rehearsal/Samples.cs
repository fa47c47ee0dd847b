using System.Collections.Generic;
using System.IO;

namespace UnityTools.Bridge.Rehearsal
{
    /// <summary>Every line of the host's samples is read, written again and compared letter by letter.</summary>
    internal static class Samples
    {
        internal static string Replay(string frames, string proofs)
        {
            int count = 0;
            foreach (string line in File.ReadAllLines(frames))
            {
                Json sample = JsonReader.Read(line);
                bool fromHost = sample["from"].Text == "host";
                if (sample["binary"] != null)
                {
                    Binary(sample["binary"].Text);
                }
                else
                {
                    string text = sample["frame"].Raw;
                    string written = fromHost ? HostWords.Write(HostFrameReader.Read(text)) : UnityWords.Again(sample["frame"]);
                    Expect.Equal(text, written, "a frame of " + sample["from"].Text);
                }
                count++;
            }
            foreach (string line in File.ReadAllLines(proofs))
            {
                Json sample = JsonReader.Read(line);
                Secret secret = new Secret(sample["secret"].Text);
                string unity = sample["unity-nonce"].Text;
                string host = sample["host-nonce"].Text;
                Expect.Equal(sample["host-proof"].Text, secret.HostProof(unity, host), "the host's proof");
                Expect.Equal(sample["unity-proof"].Text, secret.UnityProof(unity, host), "Unity's proof");
                Expect.True(secret.HostHolds(sample["host-proof"].Text, unity, host), "the host's proof holds");
                Expect.True(!secret.HostHolds(sample["unity-proof"].Text, unity, host), "Unity's own proof is not the host's");
                Expect.True(!secret.HostHolds("", unity, host), "no proof is none");
                count++;
            }
            return count + " samples";
        }

        private static void Binary(string digits)
        {
            long id = 0;
            List<byte> bytes = new List<byte>();
            for (int at = 0; at < digits.Length; at += 2)
            {
                byte one = (byte)(Hex.Digit(digits[at]) * 16 + Hex.Digit(digits[at + 1]));
                if (at < 16)
                {
                    id = id << 8 | one;
                }
                else
                {
                    bytes.Add(one);
                }
            }
            Expect.Equal(digits, Hex.Of(UnityFrames.Binary(id, bytes.ToArray())), "a binary frame");
        }
    }
}
