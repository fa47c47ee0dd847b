//! Kinds of the values of fields in Unity's own asset types, and of settings of Unity's importers.
//!
//! The table lists the fields whose kind a file's text does not show, such as flags and enumerations.

use crate::kind::{Declared, Kind};
use std::collections::HashMap;
use std::sync::LazyLock;

/// Table of the fields of asset types (`assets.txt`): a line `[Type]` begins a type. Each line below it has the path of
/// a field, its kind, and its C# name if that is different.
const TABLE: &str = include_str!("assets.txt");

type Fields = HashMap<&'static str, Declared>;

static ALL: LazyLock<HashMap<&'static str, Fields>> = LazyLock::new(|| {
    let mut all: HashMap<&str, Fields> = HashMap::new();
    let mut name = "";
    for line in TABLE.lines().filter(|line| !line.starts_with('#')) {
        if let Some(head) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            name = head;
            continue;
        }
        let mut words = line.split_whitespace();
        let Some((path, kind)) = words.next().zip(words.next().and_then(Kind::from_name)) else {
            continue;
        };
        let csharp = words.next();
        all.entry(name).or_default().insert(path, Declared { kind, csharp });
    }
    all
});

#[cfg(test)]
pub(crate) fn renamed() -> impl Iterator<Item = (&'static str, &'static str)> {
    let fields = ALL
        .iter()
        .flat_map(|(name, fields)| fields.values().map(move |field| (*name, field)));
    fields.filter_map(|(name, field)| Some((name, field.csharp?)))
}

/// Returns the declaration of a field of an asset type. `path` contains no array indexes.
pub(crate) fn find_declared(type_name: &str, path: &str) -> Option<&'static Declared> {
    ALL.get(type_name)?.get(path)
}

/// Returns the kind of a setting of an importer. `importer` is the importer's name in the `.meta` file; `path` contains
/// no array indexes.
pub fn importer_kind(importer: &str, path: &str) -> Option<Kind> {
    let known = find_declared(importer, path).or_else(|| find_declared("AssetImporter", path));
    known.map(|known| known.kind.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_every_table_line() {
        let mut lines = 0;
        for line in TABLE.lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            if line.starts_with(['#', '[']) || words.is_empty() {
                continue;
            }
            assert!(words.len() == 2 || words.len() == 3, "{line}");
            assert!(Kind::from_name(words[1]).is_some(), "{line}");
            lines += 1;
        }
        assert_eq!(lines, ALL.values().map(HashMap::len).sum::<usize>());
        let kind = importer_kind("TextureImporter", "textureType").expect("a kind");
        assert!(matches!(kind, Kind::Enum(names) if names.value("Sprite") == Some(8)));
        assert_eq!(importer_kind("MonoImporter", "userData"), Some(Kind::Text));
    }
}
