using System;
using System.Collections.Generic;

namespace UnityDouble
{
    /// <summary>Named strings and byte arrays that survive a domain reload and end with the process.</summary>
    public sealed class KeepStore : NativeObject
    {
        private readonly object gate = new object();
        private readonly SortedDictionary<string, string> texts = new SortedDictionary<string, string>(StringComparer.Ordinal);
        private readonly Dictionary<string, byte[]> bytes = new Dictionary<string, byte[]>(StringComparer.Ordinal);

        /// <summary>Returns the text under <paramref name="name"/>, or null.</summary>
        public string GetText(string name)
        {
            lock (gate)
            {
                return texts.TryGetValue(name, out string text) ? text : null;
            }
        }

        /// <summary>Keeps a text; null removes it.</summary>
        public void SetText(string name, string text)
        {
            lock (gate)
            {
                if (text == null)
                {
                    texts.Remove(name);
                }
                else
                {
                    texts[name] = text;
                }
            }
        }

        /// <summary>Returns the names of the texts, sorted.</summary>
        public string[] TextNames()
        {
            lock (gate)
            {
                string[] names = new string[texts.Count];
                texts.Keys.CopyTo(names, 0);
                return names;
            }
        }

        /// <summary>Returns the bytes under <paramref name="name"/>, or null.</summary>
        public byte[] GetBytes(string name)
        {
            lock (gate)
            {
                return bytes.TryGetValue(name, out byte[] kept) ? kept : null;
            }
        }

        /// <summary>Keeps bytes; null removes them.</summary>
        public void SetBytes(string name, byte[] kept)
        {
            lock (gate)
            {
                if (kept == null)
                {
                    bytes.Remove(name);
                }
                else
                {
                    bytes[name] = kept;
                }
            }
        }
    }
}
