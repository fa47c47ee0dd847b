//! One override of a prefab instance: a row of `m_Modifications` in a PrefabInstance document.

use std::borrow::Cow;
use unity_yaml::{FileRef, Item};

#[derive(Clone, Debug)]
pub(crate) struct Change<'a> {
    pub(crate) path: Cow<'a, str>,
    pub(crate) value: Cow<'a, str>,
    pub(crate) reference: FileRef,
}

impl<'a> Change<'a> {
    /// Parses a row of `m_Modifications`: one override of a prefab instance. Fields that the row lacks are empty.
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

/// Returns the file id of the object in the source prefab that an override row changes; 0 if the row has none.
pub(crate) fn target(row: &Item<'_>) -> i64 {
    let mut fields = row.fields();
    let found = fields.find(|field| field.key() == "target");
    found.map_or(0, |field| field.file_ref().file_id)
}
