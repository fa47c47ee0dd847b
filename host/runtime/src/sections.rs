//! Reads the sections of a component or core module by their headers, without validating the content.
//!
//! Belongs here: iterating over the sections of an untrusted file, reading and writing the numbers in headers. Does
//! not: the content of a section.

/// Bytes of the header of a component or module: magic number, version, layer.
pub(crate) const HEAD: usize = 8;
/// Id of a custom section, which every reader may ignore.
pub(crate) const CUSTOM: u8 = 0;
/// Id of the section of a component with a core module.
pub(crate) const CORE_MODULE: u8 = 1;
pub(crate) const COMPONENT: u8 = 4;
/// Id of the code section of a core module, which contains the bodies of its functions.
pub(crate) const CODE: u8 = 10;

const MODULE_LAYER: [u8; 4] = [1, 0, 0, 0];

#[derive(Clone, Copy)]
pub(crate) struct Section<'a> {
    pub(crate) id: u8,
    /// All bytes of the section: the header with its id and size, and the content.
    pub(crate) whole: &'a [u8],
    pub(crate) contents: &'a [u8],
}

/// Returns the sections of a component or core module, up to the first truncated section.
pub(crate) fn read_sections(part: &[u8]) -> impl Iterator<Item = Section<'_>> {
    let mut rest = part.get(HEAD..).unwrap_or_default();
    std::iter::from_fn(move || {
        let (id, after) = rest.split_first()?;
        let (length, after) = number(after)?;
        let (contents, after) = after.split_at_checked(usize::try_from(length).ok()?)?;
        let whole = &rest[..rest.len() - after.len()];
        rest = after;
        Some(Section {
            id: *id,
            whole,
            contents,
        })
    })
}

/// Returns true if the bytes begin with the header of a core module, false for a component.
pub(crate) fn is_module(part: &[u8]) -> bool {
    part.get(4..HEAD) == Some(&MODULE_LAYER)
}

/// Returns the name and content of a custom section; `None` if its name is truncated or not UTF-8.
pub(crate) fn custom(contents: &[u8]) -> Option<(&str, &[u8])> {
    let (length, after) = number(contents)?;
    let (name, data) = after.split_at_checked(usize::try_from(length).ok()?)?;
    Some((std::str::from_utf8(name).ok()?, data))
}

/// Reads an unsigned 32-bit LEB128 number. Returns it with the bytes after it; `None` if it is invalid.
pub(crate) fn number(bytes: &[u8]) -> Option<(u32, &[u8])> {
    let mut value = 0_u32;
    for (at, byte) in bytes.iter().take(5).enumerate() {
        value |= u32::from(byte & 0x7f).checked_shl(7 * u32::try_from(at).ok()?)?;
        if byte & 0x80 == 0 {
            return Some((value, &bytes[at + 1..]));
        }
    }
    None
}

/// Appends a number in the format unsigned LEB128.
pub(crate) fn put_number(to: &mut Vec<u8>, mut value: u32) {
    loop {
        let low = value.to_le_bytes()[0] & 0x7f;
        value >>= 7;
        to.push(if value == 0 { low } else { low | 0x80 });
        if value == 0 {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn number_encoding_round_trips() {
        for value in [0, 1, 127, 128, 300, 1 << 20, u32::MAX] {
            let mut bytes = Vec::new();
            put_number(&mut bytes, value);
            bytes.push(7);
            assert_eq!(number(&bytes), Some((value, [7].as_slice())));
        }
        assert_eq!(number(&[0x80; 9]), None);
    }
}
