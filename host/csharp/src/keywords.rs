//! The keywords of C# that name types.

/// Pairs of a C# keyword and the name of its type in `System`. `nint` and `dynamic` are missing, as they share types.
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
