//! The data types of `prefabs`: differences between instances and their prefabs, and between two objects.

use super::ObjectId;
use super::values::{ValueText, optional};
use crate::json::whole_numbers;
use host_bridge_derive::Weight;
use serde::{Deserialize, Serialize};

/// The kind of a difference.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Difference {
    /// A field has another value, or is overridden with the same value.
    Value,
    /// The source does not have the object.
    AddedObject,
    /// The object of the source does not exist here.
    RemovedObject,
    /// The source does not have the component.
    AddedComponent,
    /// The component of the source does not exist here.
    RemovedComponent,
    /// Its parent is another object than in the source.
    MovedObject,
    /// A kind that this version does not know.
    Other(String),
}

/// One difference.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct OverrideRow {
    #[weight(0)]
    pub difference: Difference,
    /// The object here; for a removed object, the object of the source.
    pub object: ObjectId,
    /// Hierarchy path; the second of several siblings with one name is `/Spawn[2]`. For a removed object, its path in
    /// the source.
    pub path: String,
    /// Position and full type name, if it affects a component; for a removed component, those in the source.
    pub component: Option<(u32, String)>,
    /// Serialized path, if it affects a field.
    pub field: Option<String>,
    /// The value here, or on the first of two compared objects.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "optional")]
    pub value: Option<ValueText>,
    /// The value in the source, or on the second of two compared objects.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "optional")]
    pub source_value: Option<ValueText>,
    /// For a source that cannot be read: the file id of the changed part. In this case the object is the root of the
    /// instance.
    pub part: Option<String>,
}

/// One page of differences.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct OverridesAnswer {
    /// Asset paths from the prefab of the object to the innermost source; for two compared objects, their common
    /// sources.
    pub sources: Vec<String>,
    /// The total number, or the number so far if `complete` is false.
    #[serde(with = "whole_numbers")]
    pub total: u64,
    /// Whether the comparison covered everything.
    pub complete: bool,
    /// In hierarchy order; a removed object comes after its former parent.
    #[listed]
    pub rows: Vec<OverrideRow>,
    pub next: Option<String>,
    /// Overrides that Unity ignores because their target no longer exists. They are in no row.
    #[serde(with = "whole_numbers")]
    pub unused: u64,
}
