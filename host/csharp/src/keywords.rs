//! The keywords of C# that name types.

/// Pairs of a C# keyword and its type's name in `System`, without `nint` and `dynamic`, which are no separate types.
pub(crate) const KEYWORDS: [(&str, &str); 16] = [
    ("void", "Void"),
    ("bool", "Boolean"),
    ("byte", "Byte"),
    ("char", "Char"),
    ("decimal", "Decimal"),
    ("double", "Double"),
    ("float", "Single"),
    ("int", "Int32"),
    ("long", "Int64"),
    ("object", "Object"),
    ("sbyte", "SByte"),
    ("short", "Int16"),
    ("string", "String"),
    ("uint", "UInt32"),
    ("ulong", "UInt64"),
    ("ushort", "UInt16"),
];
