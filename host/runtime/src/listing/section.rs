//! The custom section of a component with its listing, which the host can read without running the component.
//!
//! Belongs here: finding the section, its size limit, adding it to a component. Does not: its JSON (`json`), the rules
//! for names and schemas (`listing`).

use super::{BadListing, bad};
use crate::sections::{self, CUSTOM};

/// Name of the custom section with a component's list of tools, resources and prompts. It includes the format version.
pub(crate) const NAME: &str = host_guest::bindings::current::LISTING_SECTION;
/// Name of the section in which build tools store debug names of a component. Hosts do not need these 4 KB, which would
/// be stored and hashed with each component.
const NAMES: &str = "component-name";
/// Maximum size of the JSON in the listing section of a component, in bytes.
pub(crate) const MOST: usize = 256 << 10;

/// Returns the JSON in the listing section of a component; `None` without such a section. Fails for two sections, or if
/// the JSON is too long or not UTF-8.
pub(crate) fn find(component: &[u8]) -> Result<Option<&str>, BadListing> {
    let customs = sections::read_sections(component).filter(|section| section.id == CUSTOM);
    let mut named = customs
        .filter_map(|section| sections::custom(section.contents))
        .filter(|(name, _)| *name == NAME);
    let Some((_, json)) = named.next() else {
        return Ok(None);
    };
    if named.next().is_some() {
        return bad(format!("the section `{NAME}` is there more than once; one is taken"));
    }
    if json.len() > MOST {
        return bad(format!(
            "the section `{NAME}` has {} bytes; at most {MOST} are taken",
            json.len()
        ));
    }
    match std::str::from_utf8(json) {
        Ok(json) => Ok(Some(json)),
        Err(error) => bad(format!(
            "the section `{NAME}` is no UTF-8 text after its byte {}",
            error.valid_up_to()
        )),
    }
}

/// Returns the component with `json` as its listing section, which replaces an existing one, and without debug names.
/// `component` must begin with the header of a component.
pub(crate) fn put(component: &[u8], json: &str) -> Vec<u8> {
    let (head, _) = component.split_at(sections::HEAD.min(component.len()));
    let mut bytes = head.to_vec();
    let goes = |section: &sections::Section<'_>| {
        section.id == CUSTOM
            && sections::custom(section.contents).is_some_and(|(name, _)| name == NAME || name == NAMES)
    };
    for section in sections::read_sections(component).filter(|section| !goes(section)) {
        bytes.extend_from_slice(section.whole);
    }
    let mut contents = Vec::with_capacity(json.len() + NAME.len() + 5);
    sections::put_number(&mut contents, length(NAME));
    contents.extend_from_slice(NAME.as_bytes());
    contents.extend_from_slice(json.as_bytes());
    bytes.push(CUSTOM);
    sections::put_number(&mut bytes, u32::try_from(contents.len()).unwrap_or(u32::MAX));
    bytes.extend_from_slice(&contents);
    bytes
}

fn length(name: &str) -> u32 {
    u32::try_from(name.len()).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const EMPTY: &[u8] = b"\0asm\x0d\0\x01\0";

    fn error_text(component: &[u8]) -> String {
        find(component).expect_err("must be refused").to_string()
    }

    #[test]
    fn put_replaces_existing_section_and_find_returns_it() {
        assert_eq!(find(EMPTY).expect("nothing is wrong"), None);
        let once = put(EMPTY, "{}");
        let twice = put(&once, r#"{"tools":[]}"#);
        assert_eq!(find(&once).expect("good"), Some("{}"));
        assert_eq!(find(&twice).expect("once"), Some(r#"{"tools":[]}"#));
    }

    #[test]
    fn section_version_matches_the_contract() {
        let track = host_guest::bindings::current::TRACK.trim_end_matches('.');
        assert_eq!(NAME, format!("unity-tools:listing/{track}"));
    }

    #[test]
    fn put_removes_name_sections_and_keeps_other_sections() {
        let section = |name: &str| {
            let length = u8::try_from(name.len()).expect("short");
            [&[CUSTOM, length + 3, length], name.as_bytes(), b"ab"].concat()
        };
        let others = [section("producers"), section("component-names")].concat();
        let component = [EMPTY, &section(NAMES), &others].concat();
        let put = put(&component, "{}");
        assert_eq!(put[..EMPTY.len() + others.len()], [EMPTY, &others].concat());
        assert_eq!(find(&put).expect("good"), Some("{}"));
    }

    #[test]
    fn rejects_duplicate_oversized_or_non_utf8_section() {
        let once = put(EMPTY, "{}");
        let twice = [&once, &put(EMPTY, "{}")[EMPTY.len()..]].concat();
        assert!(error_text(&twice).contains("more than once"));
        assert!(find(&put(EMPTY, &"x".repeat(MOST))).is_ok());
        assert!(error_text(&put(EMPTY, &"x".repeat(MOST + 1))).contains("has 262145 bytes; at most 262144"));
        let mut torn = once.clone();
        let last = torn.len() - 1;
        torn[last] = 0xff;
        assert!(error_text(&torn).contains("no UTF-8 text after its byte 1"));
    }

    #[test]
    fn ignores_nested_sections_and_sections_of_other_names() {
        let inner = put(EMPTY, "{}");
        let mut outer = EMPTY.to_vec();
        outer.push(sections::COMPONENT);
        sections::put_number(&mut outer, u32::try_from(inner.len()).expect("small"));
        outer.extend_from_slice(&inner);
        outer.extend_from_slice(&[CUSTOM, 3, 2, b'x', b'y']);
        assert_eq!(find(&outer).expect("nothing is wrong"), None);
    }
}
