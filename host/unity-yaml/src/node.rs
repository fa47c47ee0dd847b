//! The tree of values in a document, and two common values: guids and file references.

use std::borrow::Cow;
use std::fmt;

/// A value in a document. A scalar is the text that Unity wrote; an absent value is the empty text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node<'a> {
    Text(Cow<'a, str>),
    List(Vec<Self>),
    /// The entries of a map in file order. If a key occurs twice, both entries are kept.
    Map(Vec<(Cow<'a, str>, Self)>),
}

impl<'a> Node<'a> {
    /// The empty text, which represents an absent value.
    pub const EMPTY: Self = Node::Text(Cow::Borrowed(""));

    /// Returns the first value with this key; `None` if the key is absent or this is not a map.
    pub fn get(&self, key: &str) -> Option<&Self> {
        match self {
            Self::Map(entries) => entries.iter().find(|(k, _)| k == key).map(|(_, v)| v),
            _ => None,
        }
    }

    /// Returns the text of a scalar; `None` for a map or list.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Parses a scalar as a number of the type `T`; `None` if it is not such a number.
    pub fn number<T: std::str::FromStr>(&self) -> Option<T> {
        self.text()?.trim().parse().ok()
    }

    /// Returns the list's items; empty for any other value.
    pub fn items(&self) -> &[Self] {
        match self {
            Self::List(items) => items,
            _ => &[],
        }
    }

    /// Returns the map's entries; empty for any other value.
    pub fn entries(&self) -> &[(Cow<'a, str>, Self)] {
        match self {
            Self::Map(entries) => entries,
            _ => &[],
        }
    }

    /// Returns this value as a reference `{fileID: …, guid: …}`; all zero for any other value.
    pub fn file_ref(&self) -> FileRef {
        FileRef {
            file_id: self
                .get("fileID")
                .and_then(Self::text)
                .and_then(parse_file_id)
                .unwrap_or_default(),
            guid: self
                .get("guid")
                .and_then(Self::text)
                .and_then(Guid::parse)
                .unwrap_or_default(),
        }
    }

    /// Returns a copy that owns all its texts.
    pub fn to_static(&self) -> Node<'static> {
        match self {
            Self::Text(text) => Node::Text(Cow::Owned(text.to_string())),
            Self::List(items) => Node::List(items.iter().map(Node::to_static).collect()),
            Self::Map(entries) => {
                let entries = entries.iter();
                let owned = entries.map(|(key, value)| (Cow::Owned(key.to_string()), value.to_static()));
                Node::Map(owned.collect())
            }
        }
    }

    /// Returns the number of nodes in this tree, including itself.
    pub fn count(&self) -> usize {
        match self {
            Self::Text(_) => 1,
            Self::List(items) => 1 + items.iter().map(Self::count).sum::<usize>(),
            Self::Map(entries) => 1 + entries.iter().map(|(_, value)| value.count()).sum::<usize>(),
        }
    }
}

/// Parses a signed 64-bit fileID. An unsigned number becomes the signed number with the same bits.
pub(super) fn parse_file_id(text: &str) -> Option<i64> {
    let text = text.trim();
    text.parse::<i64>()
        .ok()
        .or_else(|| text.parse::<u64>().ok().map(u64::cast_signed))
}

/// A reference to an object in the same file (without guid) or in another file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct FileRef {
    pub file_id: i64,
    /// The guid of the other file; zero if the object is in the same file.
    pub guid: Guid,
}

/// The 128-bit id of an asset, written as 32 hexadecimal digits. Zero means no asset.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Guid(pub u128);

impl Guid {
    /// Parses exactly 32 hexadecimal digits; ignores white space around them. `None` for any other text.
    pub fn parse(text: &str) -> Option<Self> {
        let digits: &[u8; 32] = text.trim().as_bytes().try_into().ok()?;
        // Two halves, because one step on 128 bits takes several processor instructions.
        let (high, low) = digits.split_at(16);
        Some(Self(u128::from(half(high)?) << 64 | u128::from(half(low)?)))
    }

    /// True if the guid is zero, so that it identifies no asset.
    pub fn is_none(self) -> bool {
        self.0 == 0
    }
}

/// The value of each byte as a hexadecimal digit; `NO_DIGIT` for bytes that are not digits.
const DIGITS: [u8; 256] = {
    let mut digits = [NO_DIGIT; 256];
    let mut value = 0;
    while value < 16 {
        let digit = b"0123456789abcdef"[value as usize];
        digits[digit as usize] = value;
        digits[digit.to_ascii_uppercase() as usize] = value;
        value += 1;
    }
    digits
};

const NO_DIGIT: u8 = 0x80;

/// Returns the number that 16 hexadecimal digits represent; `None` if one of them is no digit.
fn half(digits: &[u8]) -> Option<u64> {
    let (mut number, mut seen) = (0, 0);
    for digit in digits {
        let value = DIGITS[usize::from(*digit)];
        seen |= value;
        number = number << 4 | u64::from(value & 0xf);
    }
    (seen & NO_DIGIT == 0).then_some(number)
}

impl fmt::Display for Guid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl fmt::Debug for Guid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::Guid;

    #[test]
    fn accepts_only_guids_of_32_hexadecimal_digits() {
        let digits = "0123456789abcdefFEDCBA9876543210";
        let number = 0x0123_4567_89ab_cdef_fedc_ba98_7654_3210;
        assert_eq!(Guid::parse(digits), Some(Guid(number)));
        assert_eq!(Guid::parse(&format!(" {digits}\r\n")), Some(Guid(number)));
        for wrong in ["g", "/", ":", "@", "G", "`", "+", " ", "\u{80}", "é"] {
            for at in [0, 15, 16, 31] {
                let mut text = digits.to_owned();
                text.replace_range(at..=at, wrong);
                assert_eq!(Guid::parse(&text), None, "{text:?}");
            }
        }
        assert_eq!(
            (Guid::parse(&digits[1..]), Guid::parse(&format!("{digits}0"))),
            (None, None)
        );
    }
}
