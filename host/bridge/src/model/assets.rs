//! The data types of `assets`: lists of assets, and details of one asset.

use super::{Asset, CursorPage, ValueText};
use crate::json::whole_numbers;
use host_bridge_derive::{Bounds, Weight};
use serde::{Deserialize, Serialize};

/// The order of a list of assets.
#[derive(Bounds, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AssetOrder {
    /// Bytewise.
    Path,
    /// Largest first, then by path.
    Bytes,
    /// An order that this version does not know.
    Other(#[bounds(unknown("one of path, bytes"))] String),
}

/// Filters for assets.
#[derive(Bounds, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bounds(at = "")]
#[serde(rename_all = "kebab-case")]
pub struct AssetsRequest {
    /// Exact kind, or the full or short type name of ScriptableObjects.
    #[bounds(text(TEXT, "a text", "leave it out for all assets"))]
    pub kind: Option<String>,
    /// Only assets below this folder; if the folder does not exist, the command returns `NotFound`.
    #[bounds(text(TEXT, "a text", "leave it out for all assets"))]
    pub folder: Option<String>,
    /// A glob pattern for the file name, case ignored.
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
    /// False if the search has not covered all files yet.
    pub complete: bool,
    /// Total size of all matching files.
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
    /// The object's id in the file.
    #[weight(0)]
    pub file_id: String,
    /// Full type name.
    pub type_name: String,
    /// In the order of the file.
    pub fields: Vec<(String, ValueText)>,
}

/// All details of one asset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[weight(0)]
#[serde(rename_all = "kebab-case")]
pub struct AssetDetail {
    pub asset: Asset,
    /// Settings of the importer.
    pub importer: Vec<(String, ValueText)>,
    /// Asset paths that it refers to.
    pub dependencies: Vec<String>,
    /// The content of a ScriptableObject, a material or another text asset; empty for scenes and prefabs.
    pub contents: Vec<AssetContent>,
    /// The parts that were left out, one sentence each.
    pub left_out: Vec<String>,
}
