//! Conversions of types that several interfaces use: pages with a cursor, fields, values, skipped files.

use crate::bindings::current::unity_tools::unity::values::{Field, Page, Skipped};
use crate::fault::{BadValue, invalid};
use crate::imports::convert::records;
use crate::imports::page::quote;
use host_bridge::{CursorPage, FieldPath, ValueText};

/// Converts a page request, and checks that its size is at most `most_bytes`, the operator's limit. The command checks
/// the other limits.
pub(crate) fn page(page: Page, most_bytes: usize) -> Result<CursorPage, BadValue> {
    Ok(CursorPage {
        limit: page.limit,
        cursor: page.cursor,
        max_bytes: check_max_bytes("page.max-bytes", page.max_bytes, most_bytes)?,
    })
}

/// Checks that the maximum size of an answer without pages is at most `most_bytes`, the operator's limit.
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

/// Parses a JSON value from the guest. `field` is the name of the argument, for the error message.
pub(crate) fn value(field: &str, json: String) -> Result<ValueText, BadValue> {
    let given = quote(&json);
    ValueText::parse(json).map_err(|error| invalid(field, given, &format!("one JSON value: {error}")))
}

records! {
    Field => FieldPath { component path }
    host_bridge::Skipped => Skipped { file why }
}
