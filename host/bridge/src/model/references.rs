//! The data types of `references`: the used item, the places to search, the users.

use super::{CursorPage, ObjectId, Skipped};
use crate::json::whole_numbers;
use host_bridge_derive::{Bounds, Weight};
use serde::{Deserialize, Serialize};

/// The used item.
#[derive(Bounds, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReferenceTarget {
    /// An asset, by its path.
    Asset(#[bounds(asset_text("an asset path"))] String),
    /// An asset, by the 32 hexadecimal digits of its guid.
    Guid(#[bounds(guid)] String),
    /// A component or ScriptableObject type, by full or short name.
    TypeName(#[bounds(text(TEXT, "a type name", "e.g. Rigidbody or Game.Player"))] String),
    Object(ObjectId),
    /// An item that this version does not know.
    Other(#[bounds(unknown("one of asset, guid, type-name, object"))] String),
}

/// A kind of file to search.
#[derive(Bounds, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReferencePlace {
    Scenes,
    Prefabs,
    /// All other assets that contain references, including importers and project settings.
    Assets,
    /// Assembly definitions and scripts.
    Scripts,
    /// A kind that this version does not know.
    Other(#[bounds(unknown("one of scenes, prefabs, assets, scripts"))] String),
}

/// The request: users of an item, and where to search.
#[derive(Bounds, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bounds(at = "")]
#[serde(rename_all = "kebab-case")]
pub struct UsersRequest {
    pub target: ReferenceTarget,
    /// Empty means everywhere.
    #[bounds(list(16, "places", by_type))]
    pub places: Vec<ReferencePlace>,
    pub page: CursorPage,
}

/// One user.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct ReferenceUser {
    /// Asset path.
    pub file: String,
    /// The object, if there is one and its id is known.
    pub object: Option<ObjectId>,
    /// Its hierarchy path.
    pub path: Option<String>,
    /// Position and full type name, if the user is a component.
    pub component: Option<(u32, String)>,
    /// The field, if it is known.
    pub field: Option<String>,
}

/// One page of users.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct UsersAnswer {
    /// The total number, or the number so far if `complete` is false.
    #[serde(with = "whole_numbers")]
    pub total: u64,
    /// False while the index is being built.
    pub complete: bool,
    /// Ordered by file, then by position in the file.
    #[listed]
    pub rows: Vec<ReferenceUser>,
    pub next: Option<String>,
    /// At most 20 of them.
    pub not_searched: Vec<Skipped>,
    #[serde(with = "whole_numbers")]
    pub not_searched_total: u64,
}
