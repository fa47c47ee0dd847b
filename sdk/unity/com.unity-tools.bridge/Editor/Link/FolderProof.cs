using System.IO;
using System.Text;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>
    /// `link/prove-folder`: proves to a host that this editor has a project folder open, by a file with the nonce of that
    /// host.
    /// </summary>
    internal sealed class FolderProof
    {
        /// <summary>Files of earlier proofs are removed when there are more.</summary>
        private const int Most = 16;

        private readonly string folder = Path.Combine(Path.GetDirectoryName(Application.dataPath), "Library/UnityTools");

        internal void AddTo(Functions functions)
        {
            functions.Add("link/prove-folder", Prove);
        }

        private void Prove(CallJob asked, JsonWriter value)
        {
            string nonce = new Arguments(asked).Text("nonce");
            if (!Hex.Is(nonce, 64))
            {
                throw Failure.Argument("`nonce` is \"" + Surrogates.Cut(nonce, 80) + "\", and must have 64 hexadecimal digits");
            }
            string name = Chance.Digits(16);
            try
            {
                Directory.CreateDirectory(folder);
                RemoveOld();
                File.WriteAllText(Path.Combine(folder, name), nonce + "\n", new UTF8Encoding(false));
            }
            catch (IOException error)
            {
                throw new Failure("unity", "the proof could not be written to Library/UnityTools: " + error.Message);
            }
            value.Object().Name("file").Text("Library/UnityTools/" + name).EndObject();
        }

        private void RemoveOld()
        {
            FileInfo[] proofs = System.Array.FindAll(new DirectoryInfo(folder).GetFiles(), file => Hex.Is(file.Name, 32));
            System.Array.Sort(proofs, (one, other) => other.LastWriteTimeUtc.CompareTo(one.LastWriteTimeUtc));
            for (int at = Most - 1; at < proofs.Length; at++)
            {
                proofs[at].Delete();
            }
        }
    }
}
