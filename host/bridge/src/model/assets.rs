//! The data types of `assets`: lists of assets, and details of one asset.

use super::{Asset, CursorPage, ValueText};
use crate::json::whole_numbers;
use host_bridge_derive::{Bounds, Weight};
use serde::{Deserialize, Serialize};

/// The order of a list of assets.
#[derive(Bounds, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AssetOrder {
    /// By path, compared bytewise.
    Path,
    /// By file size in bytes, largest first, then by path.
    Bytes,
    /// An order that this version does not know.
    Other(#[bounds(unknown("one of path, bytes"))] String),
}

/// A request for assets: filters, order and page. An asset must match all filters.
#[derive(Bounds, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bounds(at = "")]
#[serde(rename_all = "kebab-case")]
pub struct AssetsRequest {
    /// Exact kind of the requested assets, such as `Material`, or the full or short type name of ScriptableObjects.
    #[bounds(text(TEXT, "a text", "leave it out for all assets"))]
    pub kind: Option<String>,
    /// Folder that contains the requested assets; if the folder does not exist, the command returns `NotFound`.
    #[bounds(text(TEXT, "a text", "leave it out for all assets"))]
    pub folder: Option<String>,
    /// A glob pattern for the file name, case ignored; `*` matches any characters, `None` matches all names.
    #[bounds(text(TEXT, "a text", "leave it out for all assets"))]
    pub name: Option<String>,
    pub order: AssetOrder,
    pub page: CursorPage,
}

/// One page of assets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct AssetsAnswer {
    #[serde(with = "whole_numbers")]
    pub total: u64,
    /// True if the search has covered all files; false if more matches may follow.
    pub complete: bool,
    /// Total size of all matching files in bytes.
    #[serde(with = "whole_numbers")]
    pub bytes: u64,
    #[listed]
    pub rows: Vec<Asset>,
    pub next: Option<String>,
}

/// The content of one object in an asset file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct AssetContent {
    /// Id of the object in the asset file (`fileID`).
    #[weight(0)]
    pub file_id: String,
    /// Full type name of the object.
    pub type_name: String,
    /// Names and values of the object's fields, in the order of the file.
    pub fields: Vec<(String, ValueText)>,
}

/// All details of one asset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[weight(0)]
#[serde(rename_all = "kebab-case")]
pub struct AssetDetail {
    pub asset: Asset,
    /// Names and values of the importer's settings.
    pub importer: Vec<(String, ValueText)>,
    /// Asset paths that this asset refers to.
    pub dependencies: Vec<String>,
    /// The content of a ScriptableObject, a material or another text asset; empty for scenes and prefabs.
    pub contents: Vec<AssetContent>,
    /// Sentences about the parts of the asset that this answer leaves out.
    pub left_out: Vec<String>,
}
