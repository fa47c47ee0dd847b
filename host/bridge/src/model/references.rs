//! The nouns of `references`: what is used, where to look, who uses it.

use super::{CursorPage, ObjectId, Skipped};
use crate::json::whole;
use serde::{Deserialize, Serialize};

/// What is used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReferenceTarget {
    /// An asset, by its path.
    Asset(String),
    /// An asset, by the 32 hexadecimal digits of its guid.
    Guid(String),
    /// A component or ScriptableObject type, by full or short name.
    TypeName(String),
    Object(ObjectId),
    /// One that this version does not name.
    Other(String),
}

/// Where to look.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReferencePlace {
    Scenes,
    Prefabs,
    /// Every other asset that holds references, importers and project settings among them.
    Assets,
    /// Assembly definitions and scripts.
    Scripts,
    /// One that this version does not name.
    Other(String),
}

/// What to find.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct UsersRequest {
    pub target: ReferenceTarget,
    /// Empty = everywhere.
    pub places: Vec<ReferencePlace>,
    pub page: CursorPage,
}

/// One user.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct ReferenceUser {
    /// Asset path.
    pub file: String,
    /// The object, where there is one and its id is known.
    pub object: Option<ObjectId>,
    /// Its hierarchy path.
    pub path: Option<String>,
    /// Position and full type name, where it is a component.
    pub component: Option<(u32, String)>,
    /// The field, where it is known.
    pub field: Option<String>,
}

/// One page of users.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct UsersAnswer {
    /// In all, or so far where `complete` is false.
    #[serde(with = "whole")]
    pub total: u64,
    /// False where the index is still being made.
    pub complete: bool,
    /// By file, then by place in it.
    pub rows: Vec<ReferenceUser>,
    pub next: Option<String>,
    /// At most 20 of them.
    pub not_searched: Vec<Skipped>,
    #[serde(with = "whole")]
    pub not_searched_total: u64,
}
