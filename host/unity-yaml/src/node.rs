//! The value tree of a document, and the two small values that Unity writes everywhere: guids and file references.

use std::borrow::Cow;
use std::fmt;

/// A value. Scalars are text, exactly as Unity wrote them; an absent value is the empty text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node<'a> {
    Text(Cow<'a, str>),
    List(Vec<Self>),
    /// In file order; a key that stands twice is kept twice.
    Map(Vec<(Cow<'a, str>, Self)>),
}

impl<'a> Node<'a> {
    /// The absent value.
    pub const EMPTY: Self = Node::Text(Cow::Borrowed(""));

    /// The first value under `key`, where this is a map.
    pub fn get(&self, key: &str) -> Option<&Self> {
        match self {
            Self::Map(entries) => entries.iter().find(|(k, _)| k == key).map(|(_, v)| v),
            _ => None,
        }
    }

    /// The scalar's text; a map or list has none.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The scalar read as a number of the wanted type.
    pub fn number<T: std::str::FromStr>(&self) -> Option<T> {
        self.text()?.trim().parse().ok()
    }

    /// The list's items; empty for anything else.
    pub fn items(&self) -> &[Self] {
        match self {
            Self::List(items) => items,
            _ => &[],
        }
    }

    /// The map's entries; empty for anything else.
    pub fn entries(&self) -> &[(Cow<'a, str>, Self)] {
        match self {
            Self::Map(entries) => entries,
            _ => &[],
        }
    }

    /// `{fileID: …, guid: …}`; all zero where this is something else.
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

    /// The same, borrowing nothing.
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

    /// Nodes in this tree, itself included.
    pub fn count(&self) -> usize {
        match self {
            Self::Text(_) => 1,
            Self::List(items) => 1 + items.iter().map(Self::count).sum::<usize>(),
            Self::Map(entries) => 1 + entries.iter().map(|(_, value)| value.count()).sum::<usize>(),
        }
    }
}

/// A signed 64-bit fileID; ids written as unsigned wrap to the same bits.
pub(super) fn parse_file_id(text: &str) -> Option<i64> {
    let text = text.trim();
    text.parse::<i64>()
        .ok()
        .or_else(|| text.parse::<u64>().ok().map(u64::cast_signed))
}

/// A reference to an object of this file (no guid) or of another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct FileRef {
    pub file_id: i64,
    /// Zero for this file.
    pub guid: Guid,
}

/// An asset's 128-bit id, written as 32 hexadecimal digits. Zero means none.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Guid(pub u128);

impl Guid {
    /// Accepts exactly 32 hexadecimal digits.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        if text.len() != 32 || !text.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return None;
        }
        u128::from_str_radix(text, 16).ok().map(Self)
    }

    /// True where no asset is meant.
    pub fn is_none(self) -> bool {
        self.0 == 0
    }
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
