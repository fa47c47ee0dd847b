//! The data types of `prefabs`: differences between instances and their prefabs, and between two objects.

use super::ObjectId;
use super::values::{ValueText, optional};
use crate::json::whole_numbers;
use host_bridge_derive::Weight;
use serde::{Deserialize, Serialize};

/// The kind of a difference between a prefab instance and its prefab, or between two compared objects.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Difference {
    /// A field has another value, or is overridden with the same value.
    Value,
    AddedObject,
    RemovedObject,
    AddedComponent,
    RemovedComponent,
    /// The parent of the object is another object than in the source.
    MovedObject,
    /// A kind that this version does not know.
    Other(String),
}

/// One difference between a prefab instance and its prefab (the source), or between two compared objects.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct OverrideRow {
    #[weight(0)]
    pub difference: Difference,
    /// The differing object in the prefab instance; for an object that the instance removed, the object in the prefab.
    pub object: ObjectId,
    /// Hierarchy path of the object, e.g. `/Spawn[2]` for the second sibling of that name; for a removed object, its
    /// path in the prefab.
    pub path: String,
    /// Position and full type name of the differing component, if any; for a removed component, those in the prefab.
    pub component: Option<(u32, String)>,
    /// Serialized path of the affected field, if there is one.
    pub field: Option<String>,
    /// The value of the field in the prefab instance, or on the first of two compared objects.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "optional")]
    pub value: Option<ValueText>,
    /// The value of the field in the prefab, or on the second of two compared objects.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "optional")]
    pub source_value: Option<ValueText>,
    /// File id of the changed object or component in the prefab, if the prefab cannot be read; `object` is then the
    /// root of the instance.
    pub part: Option<String>,
}

/// One page of differences.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct OverridesAnswer {
    /// Asset paths of the nested prefabs from which the object comes, the innermost last; for two compared objects, the
    /// prefabs that both come from.
    pub sources: Vec<String>,
    /// The total number of differences, or the number so far if `complete` is false.
    #[serde(with = "whole_numbers")]
    pub total: u64,
    pub complete: bool,
    /// The differences on this page in hierarchy order; a removed object comes after its former parent.
    #[listed]
    pub rows: Vec<OverrideRow>,
    pub next: Option<String>,
    /// Number of overrides that Unity ignores because their target no longer exists. They are in no row.
    #[serde(with = "whole_numbers")]
    pub unused: u64,
}
