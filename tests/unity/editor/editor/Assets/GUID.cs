using System;

#if UNITY_6000_4_OR_NEWER
namespace UnityEngine
#else
namespace UnityEditor
#endif
{
    /// <summary>The identity of an asset, 32 hexadecimal digits.</summary>
    // Follows Editor/Mono/GUID.bindings.cs; since 6000.4 Runtime/Export/Scripting/GUID.bindings.cs.
    [Serializable]
    public struct GUID : IComparable, IComparable<GUID>
    {
        private readonly string digits;

        public GUID(string hexRepresentation)
        {
            digits = IsGuid(hexRepresentation) ? hexRepresentation.ToLowerInvariant() : null;
        }

        public bool Empty()
        {
            return digits == null;
        }

        public static bool TryParse(string hex, out GUID result)
        {
            result = new GUID(hex);
            return !result.Empty();
        }

        public static GUID Generate()
        {
            return new GUID(Guid.NewGuid().ToString("N"));
        }

        public static bool operator ==(GUID x, GUID y)
        {
            return x.digits == y.digits;
        }

        public static bool operator !=(GUID x, GUID y)
        {
            return x.digits != y.digits;
        }

        public override bool Equals(object obj)
        {
            return obj is GUID && (GUID)obj == this;
        }

        public override int GetHashCode()
        {
            return digits == null ? 0 : digits.GetHashCode();
        }

        public int CompareTo(object obj)
        {
            return CompareTo((GUID)obj);
        }

        public int CompareTo(GUID other)
        {
            return string.CompareOrdinal(ToString(), other.ToString());
        }

        public override string ToString()
        {
            return digits ?? new string('0', 32);
        }

        private static bool IsGuid(string text)
        {
            if (text == null || text.Length != 32)
            {
                return false;
            }
            foreach (char letter in text)
            {
                if (!Uri.IsHexDigit(letter))
                {
                    return false;
                }
            }
            return true;
        }
    }
}
