//! The data types of `references`: the used item, the places to search, the users.

use super::{CursorPage, ObjectId, Skipped};
use crate::json::whole_numbers;
use host_bridge_derive::{Bounds, Weight};
use serde::{Deserialize, Serialize};

/// The asset, type or object to which references are searched.
#[derive(Bounds, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReferenceTarget {
    /// The asset with this path.
    Asset(#[bounds(asset_text("an asset path"))] String),
    /// The asset with this guid: 32 hexadecimal digits.
    Guid(#[bounds(guid)] String),
    /// A component or ScriptableObject type, by full or short name.
    TypeName(#[bounds(text(TEXT, "a type name", "e.g. Rigidbody or Game.Player"))] String),
    Object(ObjectId),
    /// A kind of reference target that this version does not know.
    Other(#[bounds(unknown("one of asset, guid, type-name, object"))] String),
}

/// A kind of file in which references are searched.
#[derive(Bounds, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReferencePlace {
    Scenes,
    Prefabs,
    /// All other assets that contain references, including importers and project settings.
    Assets,
    /// Assembly definitions and scripts.
    Scripts,
    /// A kind of file that this version does not know.
    Other(#[bounds(unknown("one of scenes, prefabs, assets, scripts"))] String),
}

/// A request for all references to an asset, type or object, with the kinds of files to search.
#[derive(Bounds, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bounds(at = "")]
#[serde(rename_all = "kebab-case")]
pub struct UsersRequest {
    pub target: ReferenceTarget,
    /// The kinds of files to search; an empty list means all kinds.
    #[bounds(list(16, "places", by_type))]
    pub places: Vec<ReferencePlace>,
    pub page: CursorPage,
}

/// One reference to the requested asset, type or object.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct ReferenceUser {
    /// Asset path of the file that contains the reference.
    pub file: String,
    /// The object that contains the reference, if there is one and its id is known.
    pub object: Option<ObjectId>,
    /// Hierarchy path of the object that contains the reference, if there is one.
    pub path: Option<String>,
    /// Position and full type name of the component that contains the reference, if a component does.
    pub component: Option<(u32, String)>,
    /// Path of the field that contains the reference, if it is known.
    pub field: Option<String>,
}

/// One page of the references to the requested asset, type or object.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct UsersAnswer {
    /// The total number of references, or the number so far if `complete` is false.
    #[serde(with = "whole_numbers")]
    pub total: u64,
    /// False while the host is still reading files for its index of references.
    pub complete: bool,
    /// The found references, ordered by file, then by position in the file.
    #[listed]
    pub rows: Vec<ReferenceUser>,
    pub next: Option<String>,
    /// Files that were not searched, at most 20.
    pub not_searched: Vec<Skipped>,
    #[serde(with = "whole_numbers")]
    pub not_searched_total: u64,
}
