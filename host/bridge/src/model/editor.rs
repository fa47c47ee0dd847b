//! The data types of `editor`: assets, findings about references, objects in the listed hierarchy of a file.

use super::ObjectId;
use crate::json::whole_numbers;
use host_bridge_derive::{Bounds, Weight};
use serde::{Deserialize, Serialize};

/// One asset of the project; folders do not count as assets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct Asset {
    /// Asset path, e.g. `Assets/Materials/Crate.mat`.
    pub path: String,
    /// GUID of the asset: 32 hexadecimal digits, from the `.meta` file.
    pub guid: String,
    /// Kind of asset, e.g. `Scene`, `Prefab`, `Material`, `MonoScript`, `ScriptableObject`.
    pub kind: String,
    /// Full type name of a `ScriptableObject`; `None` for other kinds.
    pub type_name: Option<String>,
    /// Size of the file in bytes.
    #[serde(with = "whole_numbers")]
    pub size_bytes: u64,
}

/// Filters for assets; an asset must match all of them.
#[derive(Bounds, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct AssetFilter {
    /// Path of the folder that contains the assets; `None` means all folders.
    #[bounds(at_most(TEXT))]
    pub folder: Option<String>,
    /// Exact kind of the assets, or the exact full type name of ScriptableObjects.
    #[bounds(at_most(TEXT))]
    pub kind: Option<String>,
    /// Text that the asset path must contain, case ignored; `None` means all paths.
    #[bounds(at_most(TEXT))]
    pub path: Option<String>,
}

/// The kind of problem that the scan for missing references found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub enum ReferenceProblem {
    /// A component (or asset) without a script.
    MissingScript,
    /// A reference whose target does not exist.
    BrokenReference,
    /// The target belongs to a package that is not on disk, or is in a location that can be checked only with Unity.
    Unverifiable,
    /// Only the `.meta` file of the target exists: Unity does not find the asset, or this copy of the project omits it.
    OnlyMeta,
    /// A managed reference (`[SerializeReference]`) to a class that no source file and no assembly declares.
    MissingType,
    /// A UnityEvent call without a target, without a method, or of a method that the target's class does not have.
    MissingMethod,
    /// The file or folder was not scanned, or not completely; this is not a problem of a reference.
    NotSearched,
}

/// One problem with a reference, found by the scan for missing references.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct ReferenceFinding {
    pub problem: ReferenceProblem,
    /// Asset path of the scene, prefab or asset that contains the reference.
    pub path: String,
    /// Hierarchy path of the object that contains the reference; `None` if no object does.
    pub object_path: Option<String>,
    /// Position of the component on its object, from 0; the Transform is first. `None` if no component is affected.
    pub component_index: Option<u32>,
    /// Path of the field that contains the reference, e.g. `slots[2].icon`; `None` for a missing script.
    pub member: Option<String>,
    /// GUID of the asset to which the reference refers, if it is known.
    #[serde(default)]
    #[weight(0)]
    pub guid: Option<String>,
    /// One sentence with the cause of the problem; all `Unverifiable` findings with one cause have the same sentence.
    pub context: String,
}

/// One object in the listed hierarchy of a scene or prefab.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct HierarchyNode {
    pub name: String,
    /// Hierarchy path of the object, which starts with `/`; several objects can have the same path.
    pub path: String,
    /// Id of the object; `None` if its scene is not loaded.
    pub id: Option<ObjectId>,
    /// Number of ancestors of the object; 0 for a root object.
    pub depth: u32,
    /// Full type names of the object's components, the Transform first.
    pub components: Vec<String>,
}
