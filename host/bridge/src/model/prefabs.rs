//! The nouns of `prefabs`: how instances differ from their prefabs, and objects from each other.

use super::ObjectId;
use super::values::{ValueText, optional};
use crate::json::whole;
use serde::{Deserialize, Serialize};

/// What kind of difference.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Difference {
    /// A field has another value, or is overridden with the same.
    Value,
    /// The source does not have the object.
    AddedObject,
    /// The source's object is not here.
    RemovedObject,
    /// The source does not have the component.
    AddedComponent,
    /// The source's component is not here.
    RemovedComponent,
    /// It hangs below another object than in the source.
    MovedObject,
    /// One that this version does not name.
    Other(String),
}

/// One difference.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct OverrideRow {
    pub difference: Difference,
    /// The source's where it was removed.
    pub object: ObjectId,
    /// Hierarchy path, of siblings with one name the second as `/Spawn[2]`; in the source where it was removed.
    pub path: String,
    /// Position and full type name, where it is about a component; in the source where that was removed.
    pub component: Option<(u32, String)>,
    /// Serialized path, where it is about a field.
    pub field: Option<String>,
    /// Here, or on the first of two.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "optional")]
    pub value: Option<ValueText>,
    /// In the source, or on the second of two.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "optional")]
    pub source_value: Option<ValueText>,
    /// Of a source that cannot be read: the file id of the part that it is about. The object is the instance's root then.
    pub part: Option<String>,
}

/// One page of differences.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct OverridesAnswer {
    /// Asset paths from the object's prefab to the innermost; of two objects, what both have.
    pub sources: Vec<String>,
    /// In all, or so far where it is not complete.
    #[serde(with = "whole")]
    pub total: u64,
    /// All was looked at.
    pub complete: bool,
    /// In hierarchy order; what was removed stands behind the object that it was below.
    pub rows: Vec<OverrideRow>,
    pub next: Option<String>,
    /// Overrides that Unity ignores: what they are on is gone. They are in no row.
    #[serde(with = "whole")]
    pub unused: u64,
}
