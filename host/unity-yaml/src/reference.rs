//! A fast parser for references in Unity's usual spelling, without a tree. The tree parser handles all other spellings.

use super::bounds::slice;
use super::node::{FileRef, Guid};

/// Parses a reference in Unity's spelling: `{fileID: N}` or `{fileID: N, guid: G, type: T}`. `None` for any other text.
pub(super) fn parse_canonical(raw: &str) -> Option<FileRef> {
    let rest = raw.strip_prefix("{fileID: ")?;
    let (number, rest) = rest.split_at(rest.bytes().position(|byte| matches!(byte, b',' | b'}'))?);
    let file_id = number.parse().ok()?;
    if rest == "}" {
        let guid = Guid::default();
        return Some(FileRef { file_id, guid });
    }
    let rest = behind_comma(rest)?.strip_prefix("guid: ")?;
    let (digits, rest) = rest.split_at_checked(32)?;
    let guid = Guid::parse(digits)?;
    let kind = behind_comma(rest)?.strip_prefix("type: ")?.strip_suffix('}')?;
    let is_number = !kind.is_empty() && kind.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then_some(FileRef { file_id, guid })
}

fn behind_comma(text: &str) -> Option<&str> {
    let rest = text.strip_prefix(',')?;
    let blanks = rest
        .bytes()
        .take_while(|byte| matches!(byte, b' ' | b'\r' | b'\n'))
        .count();
    (blanks > 0).then(|| slice(rest, blanks, rest.len()))
}

#[cfg(test)]
mod tests {
    use super::parse_canonical;
    use crate::{Field, Fields, Item};

    const GUID: &str = "0123456789abcdef0123456789ABCDEF";

    /// Returns the reference as the tree parser reads it; `None` if the value is not valid.
    fn slow(field: &Field<'_>) -> Option<crate::FileRef> {
        field.node().ok().map(|node| node.file_ref())
    }

    #[test]
    fn parses_references_like_the_tree() {
        for (value, is_usual) in [
            ("{fileID: 0}".to_owned(), true),
            ("{fileID: -8679921383154817045}".to_owned(), true),
            (format!("{{fileID: 11500000, guid: {GUID}, type: 3}}"), true),
            (format!("{{fileID: -7, guid: {GUID},\n    type: 2}}"), true),
            (format!("{{fileID: -7, guid: {GUID},\r\n    type: 2}}"), true),
            (format!("{{fileID: 1,\n    guid: {GUID}, type: 2}}"), true),
            ("{fileID: 18446744073709551615}".to_owned(), false),
            ("{fileID:  5}".to_owned(), false),
            ("{fileID: 5 }".to_owned(), false),
            ("{ fileID: 5}".to_owned(), false),
            ("{fileID: x}".to_owned(), false),
            ("{fileID: }".to_owned(), false),
            ("{fileID: 5".to_owned(), false),
            ("{fileID: 5} x".to_owned(), false),
            ("{fileID: 5}}".to_owned(), false),
            ("{fileID: 5, fileID: 6}".to_owned(), false),
            (format!("{{fileID: 5, guid: {GUID}}}"), false),
            (format!("{{fileID: 5, guid: {GUID}0, type: 3}}"), false),
            (format!("{{fileID: 5, guid: {GUID}, type: 3, guid: 0}}"), false),
            (format!("{{fileID: 5, guid: \"{GUID}\", type: 3}}"), false),
            (format!("{{fileID: 5,guid: {GUID}, type: 3}}"), false),
            (format!("{{guid: {GUID}, fileID: 5, type: 3}}"), false),
            (
                "{fileID: 5, guid: ärger0123456789abcdef0123456789a, type: 3}".to_owned(),
                false,
            ),
            ("{instanceID: 5}".to_owned(), false),
            ("5".to_owned(), false),
        ] {
            let text = format!("T:\n  m_A: {value}\n  m_B: {{fileID: 9}}\n");
            let field = Fields::from_document(&text, 0, text.len()).next().expect("a field");
            assert_eq!(parse_canonical(field.raw()).is_some(), is_usual, "{value}");
            assert_eq!(field.file_ref(), slow(&field).unwrap_or_default(), "{value}");
        }
    }

    #[test]
    fn parses_list_items_like_the_tree() {
        let text = format!(
            "T:\n  m_A:\n  - {{fileID: 1}}\n  - {{fileID: 2, guid: {GUID},\n    type: 3}}\n  -   {{fileID: 3}}\n  - x\n  - {{fileID: 4\n  - fileID: 5\n"
        );
        let field = Fields::from_document(&text, 0, text.len()).next().expect("a field");
        let items: Vec<Item<'_>> = field.items().collect();
        assert_eq!(items.len(), 6);
        for item in items {
            let tree = item.node().ok().map(|node| node.file_ref());
            assert_eq!(item.file_ref(), tree, "{item:?}");
        }
    }
}
