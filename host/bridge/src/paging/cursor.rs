//! Cursors: opaque texts that mark where the next page begins, for the same request on the same data.
//!
//! Belongs here: encoding and validating cursors. Does not: when data counts as unchanged (the stamp of each bridge).
//!
//! A cursor is 21 bytes as base64url: 6 bytes for the position, then 5 bytes each for a hash of the request, the stamp,
//! and a checksum of the preceding bytes.

use crate::error::{BridgeError, BridgeErrorKind};
use serde_json::json;
use std::fmt::{self, Debug, Write};
use std::hash::{BuildHasher, DefaultHasher, Hash, Hasher, RandomState};
use std::sync::OnceLock;

const PLACE: usize = 6;
const PART: usize = 5;
const BYTES: usize = PLACE + 3 * PART;
const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Creates and reads the paging cursors of one request: opaque texts with which a client requests the next page.
#[derive(Clone, Copy, Debug)]
pub struct Cursors {
    request: u64,
    stamp: u64,
}

impl Cursors {
    /// Creates the cursors of this request, without its page, because the next page may have another size. `stamp` must
    /// differ whenever the same request may return other rows. A cursor of an earlier host run is rejected like a
    /// cursor of changed data.
    pub fn new(request: &dyn Debug, stamp: &impl Hash) -> Self {
        static RUN: OnceLock<RandomState> = OnceLock::new();
        let mut text = Text(DefaultHasher::new());
        // Writing into a hasher cannot fail.
        let _ = write!(text, "{request:?}");
        Self {
            request: text.0.finish(),
            stamp: RUN.get_or_init(RandomState::new).hash_one(stamp),
        }
    }

    /// Returns the cursor of the page that begins at the row with this position, from 0.
    pub fn encode(&self, place: u64) -> String {
        let mut bytes = Vec::with_capacity(BYTES);
        bytes.extend_from_slice(last(&place.to_be_bytes(), PLACE));
        for part in [self.request, self.stamp] {
            bytes.extend_from_slice(last(&part.to_be_bytes(), PART));
        }
        let check = check(&bytes);
        bytes.extend_from_slice(last(&check.to_be_bytes(), PART));
        let sextets = bytes.chunks(3).flat_map(|three| {
            let bits = three.iter().fold(0_u32, |bits, byte| bits << 8 | u32::from(*byte));
            [18, 12, 6, 0].map(|shift| (bits >> shift & 63) as usize)
        });
        sextets
            .filter_map(|at| LETTERS.get(at).map(|letter| char::from(*letter)))
            .collect()
    }

    /// Returns the position at which the page of this cursor begins; 0 without a cursor.
    ///
    /// # Errors
    /// `InvalidArgument` for a text that is not a cursor and for a cursor of another request; `Conflict` if the data
    /// changed since.
    pub fn place(&self, cursor: Option<&str>) -> Result<u64, BridgeError> {
        let Some(cursor) = cursor else { return Ok(0) };
        let wrong = |what: &str| {
            let kind = BridgeErrorKind::InvalidArgument;
            let error = BridgeError::new(
                kind,
                format!("`page.cursor` is {what}; it must be `next` of the previous page"),
            );
            error
                .with_hint("pass the unchanged cursor with the same request, or none for the first page")
                .with_data(&json!({"argument": "page.cursor", "given": shortened_cursor(cursor)}))
        };
        let bytes = decode(cursor).ok_or_else(|| wrong("not a cursor of this host"))?;
        let (sealed, seal) = bytes.split_at(BYTES - PART);
        if last(&check(sealed).to_be_bytes(), PART) != seal {
            return Err(wrong("not a cursor of this host"));
        }
        let (place, parts) = sealed.split_at(PLACE);
        let (request, stamp) = parts.split_at(PART);
        if request != last(&self.request.to_be_bytes(), PART) {
            return Err(wrong("the cursor of a different request"));
        }
        if stamp != last(&self.stamp.to_be_bytes(), PART) {
            let message = "the data changed since the previous page, so the next page would not continue it";
            return Err(BridgeError::new(BridgeErrorKind::Conflict, message)
                .with_hint("start again without a cursor")
                .with_data(&json!({"argument": "page.cursor", "given": shortened_cursor(cursor)})));
        }
        Ok(place.iter().fold(0, |place, byte| place << 8 | u64::from(*byte)))
    }
}

struct Text(DefaultHasher);

impl fmt::Write for Text {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.write(text.as_bytes());
        Ok(())
    }
}

fn check(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    hasher.finish()
}

/// Returns the `count` low bytes of a big-endian number, for the encoding of a cursor.
fn last(bytes: &[u8; 8], count: usize) -> &[u8] {
    &bytes[8 - count..]
}

fn decode(cursor: &str) -> Option<[u8; BYTES]> {
    if cursor.len() != BYTES / 3 * 4 {
        return None;
    }
    let mut bytes = Vec::with_capacity(BYTES);
    for four in cursor.as_bytes().chunks(4) {
        let mut bits = 0_u32;
        for letter in four {
            let at = LETTERS.iter().position(|known| known == letter)?;
            bits = bits << 6 | u32::try_from(at).ok()?;
        }
        bytes.extend_from_slice(&bits.to_be_bytes()[1..]);
    }
    bytes.try_into().ok()
}

fn shortened_cursor(cursor: &str) -> String {
    cursor.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn kind(cursors: Cursors, cursor: &str) -> BridgeErrorKind {
        cursors.place(Some(cursor)).expect_err("refused").kind
    }

    proptest! {
        #[test]
        fn cursor_returns_its_position_only_for_same_request_and_data(place in 0_u64..1 << 48, stamp: u64) {
            let cursors = Cursors::new(&("find", "Player"), &stamp);
            let cursor = cursors.encode(place);
            prop_assert_eq!(cursor.len(), 28);
            prop_assert_eq!(cursors.place(Some(&cursor)), Ok(place));
            let changed = Cursors::new(&("find", "Player"), &stamp.wrapping_add(1));
            prop_assert_eq!(kind(changed, &cursor), BridgeErrorKind::Conflict);
            let other = Cursors::new(&("find", "Enemy"), &stamp);
            prop_assert_eq!(kind(other, &cursor), BridgeErrorKind::InvalidArgument);
        }

        #[test]
        fn rejects_malformed_or_altered_cursor(text in ".{0,40}", at in 0_usize..28, letter in "[A-Za-z0-9_-]") {
            let cursors = Cursors::new(&"find", &1);
            prop_assert_eq!(kind(cursors, &text), BridgeErrorKind::InvalidArgument);
            let mut turned = cursors.encode(12);
            prop_assume!(turned[at..=at] != letter);
            turned.replace_range(at..=at, &letter);
            prop_assert_eq!(kind(cursors, &turned), BridgeErrorKind::InvalidArgument);
        }
    }

    #[test]
    fn returns_first_page_without_a_cursor() {
        assert_eq!(Cursors::new(&"find", &1).place(None), Ok(0));
    }
}
