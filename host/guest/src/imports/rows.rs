//! Converts types that several interfaces share: pages with a cursor, fields, values, skipped files.

use crate::bindings::current::unity_tools::unity::values::{Field, Page, Skipped};
use crate::fault::{BadValue, invalid};
use crate::imports::convert::records;
use crate::imports::page::quote;
use host_bridge::{CursorPage, FieldPath, ValueText};

/// Converts a guest's request for one page of rows. Fails if the page may have more than `most_bytes`, the operator's
/// maximum; the command later checks the other limits.
pub(crate) fn page(page: Page, most_bytes: usize) -> Result<CursorPage, BadValue> {
    Ok(CursorPage {
        limit: page.limit,
        cursor: page.cursor,
        max_bytes: check_max_bytes("page.max-bytes", page.max_bytes, most_bytes)?,
    })
}

/// Checks the size in bytes that a guest allows for an answer without pages. Fails above the operator's `most_bytes`.
pub(crate) fn bytes_of_answer(max_bytes: u32, most_bytes: usize) -> Result<usize, BadValue> {
    check_max_bytes("max-bytes", max_bytes, most_bytes)
}

fn check_max_bytes(field: &str, max_bytes: u32, most_bytes: usize) -> Result<usize, BadValue> {
    let max_bytes = usize::try_from(max_bytes).unwrap_or(usize::MAX);
    if max_bytes > most_bytes {
        let right = format!("1024 to {most_bytes}, the operator's page size");
        return Err(invalid(field, max_bytes, &right));
    }
    Ok(max_bytes)
}

pub(crate) fn value(field: &str, json: String) -> Result<ValueText, BadValue> {
    let given = quote(&json);
    ValueText::parse(json).map_err(|error| invalid(field, given, &format!("one JSON value: {error}")))
}

records! {
    Field => FieldPath { component path }
    host_bridge::Skipped => Skipped { file why }
}
