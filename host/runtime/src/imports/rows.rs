//! What the interfaces for agents share, as imports take and give it: pages with a cursor, fields, values, files that were not
//! looked at.

use crate::bindings::v0_2::unity_tools::unity::values::{Field, Page, Skipped};
use crate::fault::{BadValue, invalid};
use crate::imports::page::quoted;
use host_bridge::{CursorPage, FieldPath, ValueText};

/// Checks what hangs on the operator's page size (`most_bytes`); the other bounds are the command's.
pub(crate) fn page(page: Page, most_bytes: usize) -> Result<CursorPage, BadValue> {
    let max_bytes = usize::try_from(page.max_bytes).unwrap_or(usize::MAX);
    if max_bytes > most_bytes {
        let right = format!("1024 to {most_bytes}, the operator's page size");
        return Err(invalid("page.max-bytes", max_bytes, &right));
    }
    Ok(CursorPage {
        limit: page.limit,
        cursor: page.cursor,
        max_bytes,
    })
}

/// A guest's value.
pub(crate) fn value(field: &str, json: String) -> Result<ValueText, BadValue> {
    let given = quoted(&json);
    ValueText::parse(json).map_err(|error| invalid(field, given, &format!("one JSON value: {error}")))
}

impl From<Field> for FieldPath {
    fn from(field: Field) -> Self {
        Self {
            component: field.component,
            path: field.path,
        }
    }
}

impl From<host_bridge::Skipped> for Skipped {
    fn from(skipped: host_bridge::Skipped) -> Self {
        Self {
            file: skipped.file,
            why: skipped.why,
        }
    }
}
