using System;
using System.Globalization;

namespace UnityEngine
{
    /// <summary>A hash of 128 bits.</summary>
    // Follows Runtime/Export/Hashing/Hash128.bindings.cs: comparison, text of 32 digits in the order of the bytes.
    [Serializable]
    public struct Hash128 : IComparable, IComparable<Hash128>, IEquatable<Hash128>
    {
        internal ulong u64_0;
        internal ulong u64_1;

        public Hash128(ulong u64_0, ulong u64_1)
        {
            this.u64_0 = u64_0;
            this.u64_1 = u64_1;
        }

        public Hash128(uint u32_0, uint u32_1, uint u32_2, uint u32_3)
        {
            u64_0 = (ulong)u32_1 << 32 | u32_0;
            u64_1 = (ulong)u32_3 << 32 | u32_2;
        }

        public bool isValid
        {
            get { return u64_0 != 0 || u64_1 != 0; }
        }

        public static Hash128 Parse(string hashString)
        {
            Hash128 hash = new Hash128();
            if (hashString == null || hashString.Length != 32)
            {
                return hash;
            }
            hash.u64_0 = Half(hashString.Substring(0, 16));
            hash.u64_1 = Half(hashString.Substring(16));
            return hash;
        }

        private static ulong Half(string digits)
        {
            ulong half = 0;
            for (int at = 7; at >= 0; at--)
            {
                byte part;
                if (!byte.TryParse(digits.Substring(at * 2, 2), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out part))
                {
                    return 0;
                }
                half = half << 8 | part;
            }
            return half;
        }

        public override string ToString()
        {
            string text = "";
            foreach (ulong half in new[] { u64_0, u64_1 })
            {
                for (int at = 0; at < 8; at++)
                {
                    text += ((byte)(half >> (at * 8))).ToString("x2");
                }
            }
            return text;
        }

        public int CompareTo(Hash128 rhs)
        {
            return u64_1 != rhs.u64_1 ? u64_1.CompareTo(rhs.u64_1) : u64_0.CompareTo(rhs.u64_0);
        }

        public int CompareTo(object obj)
        {
            return obj is Hash128 ? CompareTo((Hash128)obj) : 1;
        }

        public bool Equals(Hash128 obj)
        {
            return this == obj;
        }

        public override bool Equals(object obj)
        {
            return obj is Hash128 && this == (Hash128)obj;
        }

        public override int GetHashCode()
        {
            return u64_0.GetHashCode() ^ u64_1.GetHashCode();
        }

        public static bool operator ==(Hash128 hash1, Hash128 hash2)
        {
            return hash1.u64_0 == hash2.u64_0 && hash1.u64_1 == hash2.u64_1;
        }

        public static bool operator !=(Hash128 hash1, Hash128 hash2)
        {
            return !(hash1 == hash2);
        }
    }
}
