//! One row of `m_Modifications` in a PrefabInstance document, as all readers of such rows use it.

use std::borrow::Cow;
use unity_yaml::{FileRef, Item};

/// One override, parsed from its row.
#[derive(Clone, Debug)]
pub(crate) struct Change<'a> {
    pub(crate) path: Cow<'a, str>,
    pub(crate) value: Cow<'a, str>,
    pub(crate) reference: FileRef,
}

impl<'a> Change<'a> {
    /// Parses a row; fields that the row lacks are empty.
    pub(crate) fn from_row(row: &Item<'a>) -> Self {
        let mut change = Self {
            path: Cow::Borrowed(""),
            value: Cow::Borrowed(""),
            reference: FileRef::default(),
        };
        for field in row.fields() {
            match field.key() {
                "propertyPath" => change.path = field.scalar(),
                "value" => change.value = field.scalar(),
                "objectReference" => change.reference = field.file_ref(),
                _ => {}
            }
        }
        change
    }
}

/// Returns the file id of the source's object to which a row applies; 0 if the row names none.
pub(crate) fn target(row: &Item<'_>) -> i64 {
    let mut fields = row.fields();
    let found = fields.find(|field| field.key() == "target");
    found.map_or(0, |field| field.file_ref().file_id)
}
