//! The data types of `prefabs`: differences between instances and their prefabs, and between two objects.

use super::ObjectId;
use super::values::{ValueText, optional};
use crate::json::whole_numbers;
use host_bridge_derive::Weight;
use serde::{Deserialize, Serialize};

/// The kind of a difference between an instance and its source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Difference {
    /// A field has another value, or is overridden with the same value.
    Value,
    /// The source does not have the object.
    AddedObject,
    /// The instance does not have the object of the source.
    RemovedObject,
    /// The source does not have the component.
    AddedComponent,
    /// The instance does not have the component of the source.
    RemovedComponent,
    /// The parent of the object is another object than in the source.
    MovedObject,
    /// A kind that this version does not know.
    Other(String),
}

/// One difference between an instance and its source, or between two compared objects.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct OverrideRow {
    #[weight(0)]
    pub difference: Difference,
    /// The object in the instance; for a removed object, the object of the source.
    pub object: ObjectId,
    /// Hierarchy path; the second of several siblings with one name is `/Spawn[2]`. For a removed object, its path in
    /// the source.
    pub path: String,
    /// Position and full type name of the affected component, if there is one; for a removed component, those in the
    /// source.
    pub component: Option<(u32, String)>,
    /// Serialized path of the affected field, if there is one.
    pub field: Option<String>,
    /// The value in the instance, or on the first of two compared objects.
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
    /// The total number of differences, or the number so far if `complete` is false.
    #[serde(with = "whole_numbers")]
    pub total: u64,
    /// True if the comparison covered everything.
    pub complete: bool,
    /// The differences in hierarchy order; a removed object comes after its former parent.
    #[listed]
    pub rows: Vec<OverrideRow>,
    pub next: Option<String>,
    /// Number of overrides that Unity ignores because their target no longer exists. They are in no row.
    #[serde(with = "whole_numbers")]
    pub unused: u64,
}
