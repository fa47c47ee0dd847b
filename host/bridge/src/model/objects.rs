//! The data types of `objects`, `components`, `selection` and the test canvas.

use super::{ObjectId, SceneId, Vector3};
use host_bridge_derive::{Bounds, Weight};
use serde::{Deserialize, Serialize};

/// The facts about one object in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[weight(128)]
#[serde(rename_all = "kebab-case")]
pub struct ObjectCard {
    pub id: ObjectId,
    pub name: String,
    /// Hierarchy path of the object, which starts with `/`.
    pub path: String,
    /// Tag of the object; `Untagged` if none is set.
    pub tag: String,
    pub layer: u32,
    /// The object's own flag `activeSelf`, independent of its parents.
    pub active: bool,
    /// True if the object and all its parents are active.
    pub active_in_hierarchy: bool,
    /// Number of components of the object, including the Transform and components whose script is missing.
    pub component_count: u32,
    pub scene: SceneId,
    pub parent: Option<ObjectId>,
    pub child_count: u32,
    /// True if this entry stands for a whole prefab or model instance, because the file of its source cannot be read.
    pub opaque: bool,
    /// Unity's global id (`GlobalObjectId_V1-2-…`), if the files contain it.
    pub global_id: Option<String>,
}

/// The order of objects in a list.
#[derive(Bounds, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ObjectOrder {
    /// Depth first: roots in the order of the scene, scenes in project order.
    #[default]
    Hierarchy,
    /// By hierarchy path, compared bytewise.
    Path,
}

/// Filters for objects; an object must match all of them. Text filters are substrings, case ignored.
#[derive(Bounds, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct ObjectFilter {
    /// Only objects of this scene, which the bridge opens if necessary; `None` means all loaded scenes.
    pub scene: Option<SceneId>,
    /// Only objects with this text in the name or the path, case ignored.
    #[bounds(at_most(TEXT))]
    pub query: Option<String>,
    #[bounds(at_most(TEXT))]
    pub name: Option<String>,
    #[bounds(at_most(TEXT))]
    pub path: Option<String>,
    /// Only objects with a component of this full or short type name, compared exactly except for case.
    #[bounds(at_most(TEXT))]
    pub component_type: Option<String>,
    #[bounds(at_most(TEXT))]
    pub tag: Option<String>,
    #[bounds(within(0..=31))]
    pub layer: Option<u32>,
    /// Only objects that are active in the hierarchy.
    pub active_only: bool,
    /// Only descendants of this object.
    pub under: Option<ObjectId>,
    pub roots_only: bool,
    pub order: ObjectOrder,
}

/// The facts about one component in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct ComponentCard {
    /// Position of the component on its object, from 0; the Transform is first.
    pub index: u32,
    /// Full type name of the component; `<script guid …>` if it is unknown, `<missing script>` without a script.
    pub type_name: String,
    /// One line that describes the component, e.g. `Main Camera (UnityEngine.Camera)`.
    pub summary: String,
    /// The flag `enabled` of the component; `None` if the component has no such flag.
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

/// The description of an object to create.
#[derive(Bounds, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[bounds(at = "")]
#[serde(rename_all = "kebab-case")]
pub struct NewObject {
    #[bounds(new_name)]
    pub name: String,
    /// The parent of the new object; `None` makes the object a root of `scene`.
    pub parent: Option<ObjectId>,
    /// The scene of the new object; `None` means the scene of the parent, or the first loaded scene.
    pub scene: Option<SceneId>,
    /// Local position of the new object in world units.
    #[bounds(local_position)]
    pub position: Vector3,
    /// Full type names of the new object's components, without the Transform.
    #[bounds(new_components)]
    pub components: Vec<String>,
}

/// The UI canvas that `SpawnTestUi` creates to test picking.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct TestUi {
    pub root: ObjectId,
    /// Name and id of each test element on the canvas.
    pub blocks: Vec<(String, ObjectId)>,
}
