//! Finds ambiguous values that Unity does not write: references in other spellings, and duplicate keys.

use super::node::{Guid, Node, parse_file_id};

/// Maximum number of characters of a value that a message shows.
const TOLD: usize = 160;

impl Node<'_> {
    /// True if this value is a reference, in any spelling.
    pub fn is_reference(&self) -> bool {
        self.get("fileID").is_some()
    }

    /// True if the target of this reference is unambiguous: each key occurs once, the id is a 64-bit integer, and a
    /// guid has 32 digits and an id other than 0.
    pub fn is_readable_reference(&self) -> bool {
        let part = |key: &str| self.get(key).and_then(Self::text);
        let is_known = |key: &str| matches!(key, "fileID" | "guid" | "type");
        let keys = self.entries().iter().enumerate();
        let mut again =
            keys.flat_map(|(at, (key, _))| self.entries().iter().skip(at + 1).map(move |(other, _)| key == other));
        let id = part("fileID").filter(|id| is_whole(id)).and_then(parse_file_id);
        let guid = match self.get("guid") {
            None => Some(Guid::default()),
            Some(guid) => guid.text().filter(|text| text.len() == 32).and_then(Guid::parse),
        };
        let leads = |(id, guid): (i64, Guid)| id != 0 || guid.is_none();
        self.entries().iter().all(|(key, _)| is_known(key))
            && !again.any(|is_again| is_again)
            && id.zip(guid).is_some_and(leads)
    }

    /// True if this value is a reference in Unity's spelling: `{fileID: N}` or `{fileID: N, guid: G, type: T}`.
    pub fn is_usual_reference(&self) -> bool {
        let keys = self.entries().iter().map(|(key, _)| &**key);
        let is_usual = keys.clone().eq(["fileID"]) || keys.eq(["fileID", "guid", "type"]);
        let has_kind = |kind: &Self| kind.text().is_some_and(|kind| matches!(kind, "0" | "1" | "2" | "3"));
        is_usual && self.is_readable_reference() && self.get("type").is_none_or(has_kind)
    }

    /// Returns the first reference in this tree that has an unusual spelling and that `new` does not contain at the
    /// same position. If `in_file` is false, a reference without `type` is usual, because sessions create such
    /// references.
    pub fn odd_reference_lost_in<'n>(&'n self, new: Option<&Node<'_>>, in_file: bool) -> Option<&'n Self> {
        match self {
            Self::Text(_) => None,
            Self::Map(entries) if self.is_reference() => {
                let keys = entries.iter().map(|(key, _)| &**key);
                let is_made = !in_file && keys.eq(["fileID", "guid"]) && self.is_readable_reference();
                (!is_made && !self.is_usual_reference() && new != Some(self)).then_some(self)
            }
            Self::List(items) => {
                let new = new.map_or(&[][..], Node::items);
                let mut items = items.iter().enumerate();
                items.find_map(|(at, item)| item.odd_reference_lost_in(new.get(at), in_file))
            }
            Self::Map(entries) => {
                let mut entries = entries.iter();
                entries.find_map(|(key, value)| value.odd_reference_lost_in(new.and_then(|new| new.get(key)), in_file))
            }
        }
    }

    /// Returns the first key that occurs twice in one map of this tree, except in references; `None` if there is none.
    pub fn duplicate_key(&self) -> Option<&str> {
        match self {
            Self::Text(_) => None,
            Self::List(items) => items.iter().find_map(Node::duplicate_key),
            Self::Map(_) if self.is_reference() => None,
            Self::Map(entries) => {
                let mut keys: Vec<&str> = entries.iter().map(|(key, _)| &**key).collect();
                keys.sort_unstable();
                let twice = keys.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0]);
                twice.or_else(|| entries.iter().find_map(|(_, value)| value.duplicate_key()))
            }
        }
    }

    /// Returns the value on one line in flow style, truncated to 160 characters if it is longer.
    pub fn to_display(&self) -> String {
        let mut out = String::new();
        self.tell(&mut out);
        match out.char_indices().nth(TOLD) {
            Some((at, _)) => format!("{}…", out.get(..at).unwrap_or_default()),
            None => out,
        }
    }

    fn tell(&self, out: &mut String) {
        // Trees can be long, and the rest is not shown.
        if out.len() > 8 * TOLD {
            return;
        }
        match self {
            Self::Text(text) => out.push_str(text),
            Self::List(items) => {
                out.push('[');
                for (at, item) in items.iter().enumerate() {
                    out.push_str(if at > 0 { ", " } else { "" });
                    item.tell(out);
                }
                out.push(']');
            }
            Self::Map(entries) => {
                out.push('{');
                for (at, (key, value)) in entries.iter().enumerate() {
                    out.push_str(if at > 0 { ", " } else { "" });
                    out.push_str(key);
                    out.push_str(": ");
                    value.tell(out);
                }
                out.push('}');
            }
        }
    }
}

/// True if the text is an integer: decimal digits without leading zeros, with an optional `-`.
fn is_whole(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_counted = digits == "0" || !digits.starts_with('0');
    !digits.is_empty() && is_counted && digits.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use crate::parse_bare;

    const GUID: &str = "0123456789abcdef0123456789ABCDEF";

    #[test]
    fn distinguishes_reference_spellings() {
        for (text, is_readable, is_usual) in [
            ("{fileID: 0}".to_owned(), true, true),
            ("{fileID: -5}".to_owned(), true, true),
            ("{fileID: 18446744073709551615}".to_owned(), true, true),
            (format!("{{fileID: 5, guid: {GUID}, type: 3}}"), true, true),
            (
                "{fileID: 0, guid: 00000000000000000000000000000000, type: 0}".to_owned(),
                true,
                true,
            ),
            (format!("{{fileID: 5, guid: {GUID}}}"), true, false),
            (format!("{{guid: {GUID}, fileID: 5, type: 3}}"), true, false),
            (format!("{{fileID: 5, guid: {GUID}, type: 7}}"), true, false),
            (format!("{{fileID: 0, guid: {GUID}, type: 3}}"), false, false),
            (format!("{{fileID: 5, guid: {GUID}0, type: 3}}"), false, false),
            (format!("{{fileID: 5, guid: {GUID}, kind: 3}}"), false, false),
            ("{fileID: 5, fileID: 5}".to_owned(), false, false),
            ("{fileID: 18446744073709551616}".to_owned(), false, false),
            ("{fileID: 5.0}".to_owned(), false, false),
            ("{fileID: +5}".to_owned(), false, false),
            ("{fileID: 05}".to_owned(), false, false),
            ("{fileID: 1e3}".to_owned(), false, false),
            ("{fileID: 0x64}".to_owned(), false, false),
            ("{fileID: }".to_owned(), false, false),
            ("{fileID: {a: 1}}".to_owned(), false, false),
        ] {
            let line = format!("v: {text}\n");
            let tree = parse_bare(&line).expect("a tree");
            let value = tree.get("v").expect("a value");
            assert!(value.is_reference(), "{text}");
            assert_eq!(value.is_readable_reference(), is_readable, "{text}");
            assert_eq!(value.is_usual_reference(), is_usual, "{text}");
            assert_eq!(value.to_display(), text);
        }
    }

    #[test]
    fn finds_lost_references_and_duplicate_keys_at_any_depth() {
        let tree = |text: &str| parse_bare(text).expect("a tree").to_static();
        let old = tree("a:\n- b: {fileID: 1}\n- b: {fileID: 1.0}\nc: 5\n");
        assert_eq!(old.odd_reference_lost_in(Some(&old), true), None);
        for new in ["a:\n- b: {fileID: 1}\nc: 5\n", "a: []\nc: 5\n", "c: 5\n"] {
            let lost = old.odd_reference_lost_in(Some(&tree(new)), false).expect("it is lost");
            assert_eq!(lost.to_display(), "{fileID: 1.0}");
        }
        let new = tree("a:\n- b: {fileID: 7}\n- b: {fileID: 1.0}\n");
        assert_eq!(old.odd_reference_lost_in(Some(&new), true), None);
        assert_eq!(tree("a: 1\nb:\n  c: 1\n  d: 2\n  c: 3\n").duplicate_key(), Some("c"));
        assert_eq!(tree("a: 1\nb:\n  a: 1\n").duplicate_key(), None);
        let made = tree("a: {fileID: 5, guid: 0123456789abcdef0123456789abcdef}\n");
        assert_eq!(made.odd_reference_lost_in(None, false), None);
        assert_eq!(made.odd_reference_lost_in(None, true), made.get("a"));
    }
}
