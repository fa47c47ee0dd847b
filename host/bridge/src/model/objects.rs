//! The data types of `objects`, `components`, `selection` and the test canvas.

use super::{ObjectId, SceneId, Vector3};
use host_bridge_derive::{Bounds, Weight};
use serde::{Deserialize, Serialize};

/// One object in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[weight(128)]
#[serde(rename_all = "kebab-case")]
pub struct ObjectCard {
    pub id: ObjectId,
    pub name: String,
    /// Starts with `/`.
    pub path: String,
    /// `Untagged` if none is set.
    pub tag: String,
    pub layer: u32,
    /// The object's own flag (activeSelf).
    pub active: bool,
    /// Whether the object and all its parents are active.
    pub active_in_hierarchy: bool,
    /// Includes the Transform and components whose script is missing.
    pub component_count: u32,
    pub scene: SceneId,
    pub parent: Option<ObjectId>,
    pub child_count: u32,
    /// An instance whose source cannot be read (a model file, a missing prefab); this card represents the whole
    /// instance.
    pub opaque: bool,
    /// `GlobalObjectId_V1-2-…`, if the files contain it.
    pub global_id: Option<String>,
}

/// The order of objects in a list.
#[derive(Bounds, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ObjectOrder {
    /// Depth first: roots in the order of the scene, scenes in project order.
    #[default]
    Hierarchy,
    /// By path, bytewise.
    Path,
}

/// Filters for objects; an object must match all of them. Text filters are substrings, case ignored.
#[derive(Bounds, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct ObjectFilter {
    /// Only this scene, which is opened if necessary; `None` means all loaded scenes.
    pub scene: Option<SceneId>,
    /// Matches name or path.
    #[bounds(at_most(TEXT))]
    pub query: Option<String>,
    #[bounds(at_most(TEXT))]
    pub name: Option<String>,
    #[bounds(at_most(TEXT))]
    pub path: Option<String>,
    /// A component's full or short type name, exact, case ignored.
    #[bounds(at_most(TEXT))]
    pub component_type: Option<String>,
    #[bounds(at_most(TEXT))]
    pub tag: Option<String>,
    #[bounds(within(0..=31))]
    pub layer: Option<u32>,
    /// Only those active in the hierarchy.
    pub active_only: bool,
    /// Only this object's descendants.
    pub under: Option<ObjectId>,
    pub roots_only: bool,
    pub order: ObjectOrder,
}

/// One component in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct ComponentCard {
    /// Position on the object, the Transform first.
    pub index: u32,
    /// Full type name (`UnityEngine.Camera`), `<script guid …>` if it cannot be resolved, `<missing script>` if the
    /// component has no script.
    pub type_name: String,
    /// One line about it, e.g. `Main Camera (UnityEngine.Camera)`.
    pub summary: String,
    /// `None` if the component has no such flag.
    pub enabled: Option<bool>,
}

/// The selected objects, newest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[weight(16)]
#[serde(rename_all = "kebab-case")]
pub struct Selection {
    pub active: Option<ObjectId>,
    #[weight(16 * items.len())]
    pub items: Vec<ObjectId>,
}

/// A new object.
#[derive(Bounds, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[bounds(at = "")]
#[serde(rename_all = "kebab-case")]
pub struct NewObject {
    #[bounds(new_name)]
    pub name: String,
    /// `None` = a root of `scene`.
    pub parent: Option<ObjectId>,
    /// `None` means the scene of the parent, or the first loaded scene.
    pub scene: Option<SceneId>,
    /// Local position.
    #[bounds(local_position)]
    pub position: Vector3,
    /// Full type names, without the Transform.
    #[bounds(new_components)]
    pub components: Vec<String>,
}

/// The canvas for testing picks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct TestUi {
    pub root: ObjectId,
    /// Name and id of each block.
    pub blocks: Vec<(String, ObjectId)>,
}
