//! Pages of rows: where a page begins, how many rows it has, and the cursor of the next page.
//!
//! Belongs here: the one function that cuts a page, and cursors (`cursor`). Does not: the rows and their order (the
//! bridges), pages by offset (`model/page.rs`).

mod cursor;

pub use cursor::Cursors;

use crate::error::BridgeError;
use crate::model::{CursorPage, Rows};

/// Returns the page of `total` rows that begins at the cursor of `page`. `row` returns the row at a position; it is
/// called for at most one row beyond the page. `size` returns the JSON bytes of a row. The page ends at its limit, or
/// before the row that would exceed its bytes; it always contains at least one row.
///
/// # Errors
/// The errors of `Cursors::place` and of `row`.
pub fn cut<T>(
    page: &CursorPage,
    cursors: &Cursors,
    total: u64,
    mut row: impl FnMut(u64) -> Result<T, BridgeError>,
    size: impl Fn(&T) -> usize,
) -> Result<Rows<T>, BridgeError> {
    let mut at = cursors.place(page.cursor.as_deref())?;
    let mut rows = Vec::new();
    let mut bytes = 0_usize;
    while at < total && rows.len() < page.limit as usize {
        let next = row(at)?;
        bytes = bytes.saturating_add(size(&next)).saturating_add(1);
        if bytes > page.max_bytes && !rows.is_empty() {
            break;
        }
        rows.push(next);
        at += 1;
    }
    Ok(Rows {
        total,
        rows,
        next: (at < total).then(|| cursors.encode(at)),
    })
}

/// Returns the number of bytes of the text as a JSON string, quotes included.
pub fn json_len(text: &str) -> usize {
    let extra: usize = text
        .bytes()
        .map(|byte| match byte {
            b'"' | b'\\' | b'\n' | b'\r' | b'\t' | 0x08 | 0x0c => 1,
            0..=0x1f => 5,
            _ => 0,
        })
        .sum();
    text.len() + extra + 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn page(limit: u32, cursor: Option<String>, max_bytes: usize) -> CursorPage {
        CursorPage {
            limit,
            cursor,
            max_bytes,
        }
    }

    proptest! {
        #[test]
        fn pages_return_every_row_once_in_order(
            sizes in prop::collection::vec(0_usize..3_000, 0..60),
            limit in 1_u32..20,
            max_bytes in 1_024_usize..5_000,
        ) {
            let cursors = Cursors::new(&"request", &7);
            let (mut cursor, mut seen) = (None, Vec::new());
            loop {
                let page = page(limit, cursor, max_bytes);
                let rows = cut(&page, &cursors, sizes.len() as u64, |at| Ok(at as usize), |at| sizes[*at]).expect("a page");
                prop_assert_eq!(rows.total, sizes.len() as u64);
                prop_assert!(rows.rows.len() <= limit as usize);
                let bytes: usize = rows.rows.iter().map(|at| sizes[*at] + 1).sum();
                prop_assert!(bytes <= max_bytes || rows.rows.len() == 1);
                prop_assert!(!rows.rows.is_empty() || sizes.is_empty());
                seen.extend(rows.rows);
                cursor = rows.next;
                if cursor.is_none() {
                    break;
                }
            }
            prop_assert_eq!(seen, (0..sizes.len()).collect::<Vec<_>>());
        }

        #[test]
        fn json_len_matches_the_serialized_length(text in ".*") {
            prop_assert_eq!(json_len(&text), serde_json::to_string(&text).expect("writable").len());
        }
    }

    #[test]
    fn returns_the_error_of_a_failed_row() {
        let cursors = Cursors::new(&"request", &7);
        let gone = || BridgeError::new(crate::BridgeErrorKind::NotFound, "gone");
        let error = cut(&page(5, None, 1_024), &cursors, 3, |_| Err::<u8, _>(gone()), |_| 1);
        assert_eq!(error, Err(gone()));
    }
}
