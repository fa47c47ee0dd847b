//! The nouns of `assets`: which assets, and all about one.

use super::{Asset, CursorPage, ValueText};
use crate::json::whole;
use serde::{Deserialize, Serialize};

/// By what a list of assets is ordered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AssetOrder {
    /// Bytewise.
    Path,
    /// Largest first, then by path.
    Bytes,
    /// One that this version does not name.
    Other(String),
}

/// Which assets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct AssetsRequest {
    /// Exact kind, or the full or short type name of ScriptableObjects.
    pub kind: Option<String>,
    /// Below this folder; one that does not exist is `NotFound`.
    pub folder: Option<String>,
    /// A glob on the file's name, case ignored.
    pub name: Option<String>,
    pub order: AssetOrder,
    pub page: CursorPage,
}

/// One page of assets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct AssetsAnswer {
    #[serde(with = "whole")]
    pub total: u64,
    /// False where not all files were looked at yet.
    pub complete: bool,
    /// Of all of them.
    #[serde(with = "whole")]
    pub bytes: u64,
    pub rows: Vec<Asset>,
    pub next: Option<String>,
}

/// What an asset file holds in one of its objects.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct AssetContent {
    /// The object's id in the file.
    pub file_id: String,
    /// Full type name.
    pub type_name: String,
    /// In the order of the file.
    pub fields: Vec<(String, ValueText)>,
}

/// All about one asset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct AssetDetail {
    pub asset: Asset,
    /// Settings of its importer.
    pub importer: Vec<(String, ValueText)>,
    /// Asset paths that it refers to.
    pub dependencies: Vec<String>,
    /// What a ScriptableObject, a material or another text asset holds; empty for scenes and prefabs.
    pub contents: Vec<AssetContent>,
    /// What was left out, one sentence each.
    pub left_out: Vec<String>,
}
