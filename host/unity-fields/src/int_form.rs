//! Integer types of C#, with their range and their serialized size.

/// An integer type of C#: its keyword and its range, inclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IntForm {
    pub name: &'static str,
    pub min: i128,
    pub max: i128,
}

impl IntForm {
    /// The type `int`.
    pub const INT: Self = int("int", i32::MIN as i128, i32::MAX as i128);

    /// Returns the integer type with that C# keyword; `None` for another word.
    pub(crate) fn from_keyword(word: &str) -> Option<Self> {
        INTS.iter().find(|form| form.name == word).copied()
    }

    /// Returns the integer type with that name: a C# keyword or a .NET name, with or without `System.`.
    pub fn from_name(name: &str) -> Option<Self> {
        let word = match name.strip_prefix("System.").unwrap_or(name) {
            "Byte" => "byte",
            "SByte" => "sbyte",
            "Int16" => "short",
            "UInt16" => "ushort",
            "Int32" => "int",
            "UInt32" => "uint",
            "Int64" => "long",
            "UInt64" => "ulong",
            _ => name,
        };
        Self::from_keyword(word)
    }

    /// Returns true if Unity serializes enums with this underlying type: all integer types except the 64-bit ones.
    pub fn is_of_enums(self) -> bool {
        self.bytes() < 8
    }

    /// Returns the size of a serialized value in bytes.
    pub(crate) fn bytes(self) -> usize {
        match self.max {
            max if max <= i128::from(u8::MAX) => 1,
            max if max <= i128::from(u16::MAX) => 2,
            max if max <= i128::from(u32::MAX) => 4,
            _ => 8,
        }
    }
}

impl Default for IntForm {
    fn default() -> Self {
        Self::INT
    }
}

const INTS: [IntForm; 8] = [
    IntForm::INT,
    int("uint", 0, u32::MAX as i128),
    int("byte", 0, u8::MAX as i128),
    int("sbyte", i8::MIN as i128, i8::MAX as i128),
    int("short", i16::MIN as i128, i16::MAX as i128),
    int("ushort", 0, u16::MAX as i128),
    int("long", i64::MIN as i128, i64::MAX as i128),
    int("ulong", 0, u64::MAX as i128),
];

const fn int(name: &'static str, min: i128, max: i128) -> IntForm {
    IntForm { name, min, max }
}
