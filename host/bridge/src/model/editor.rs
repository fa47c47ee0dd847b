//! The nouns of `editor`: assets, findings about references, nodes of a dumped hierarchy.

use super::ObjectId;
use crate::json::whole;
use serde::{Deserialize, Serialize};

/// One asset of the project; folders are none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Asset {
    /// Asset path, e.g. `Assets/Materials/Crate.mat`.
    pub path: String,
    /// 32 hexadecimal digits, from the `.meta` file.
    pub guid: String,
    /// E.g. `Scene`, `Prefab`, `Material`, `MonoScript`, `ScriptableObject`.
    pub kind: String,
    /// Full type name of a `ScriptableObject`.
    pub type_name: Option<String>,
    /// Of the file.
    #[serde(with = "whole")]
    pub size_bytes: u64,
}

/// Which assets; given filters are joined by and.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct AssetFilter {
    /// Below this folder.
    pub folder: Option<String>,
    /// Exact kind, or the exact full type name of ScriptableObjects.
    pub kind: Option<String>,
    /// Substring of the path, case ignored.
    pub path: Option<String>,
}

/// What is wrong with a reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReferenceProblem {
    /// A component (or asset) without a script.
    MissingScript,
    /// A reference to something that is nowhere.
    BrokenReference,
    /// It belongs to a package that is not on disk, or lies where nobody can look without Unity.
    Unverifiable,
    /// It leads to an asset of which only the `.meta` lies in the folder: missing for Unity, or left out of this copy.
    OnlyMeta,
    /// A managed reference (`[SerializeReference]`) to a class that no source and no assembly declares.
    MissingType,
    /// A UnityEvent call without a target, without a method, or of a method that the target's class does not have.
    MissingMethod,
    /// No reference: a file or folder that was not scanned, or not completely.
    NotSearched,
}

/// One such reference.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct ReferenceFinding {
    pub problem: ReferenceProblem,
    /// Asset path of the scene, prefab or asset whose file holds it.
    pub path: String,
    /// Hierarchy path, where there is an object.
    pub object_path: Option<String>,
    /// Position of the component, the Transform first.
    pub component_index: Option<u32>,
    /// The field with its path, e.g. `slots[2].icon`; none for a script.
    pub member: Option<String>,
    /// Of what it leads to, where that is known.
    #[serde(default)]
    pub guid: Option<String>,
    /// One sentence. The same for all `Unverifiable` of one cause.
    pub context: String,
}

/// One object of a dumped scene or prefab.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct HierarchyNode {
    pub name: String,
    /// Starts with `/`. Not unique.
    pub path: String,
    /// Where the scene is loaded.
    pub id: Option<ObjectId>,
    /// 0 for a root.
    pub depth: u32,
    /// Full type names, the Transform first.
    pub components: Vec<String>,
}
