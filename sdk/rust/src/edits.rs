//! Edits of objects: a builder for a batch of edits. A batch can be previewed, and is applied completely or not at all.
//!
//! ```
//! # use unity_tools::prelude::*;
//! use unity_tools::edits::{edits, object, made};
//!
//! /// Puts a lamp below an object.
//! #[tool(write)]
//! fn add_lamp(below: String) -> Result<Done> {
//!     let lamp = object("Lamp").below(&*below).at([0.0, 2.0, 0.0]).with("Light");
//!     edits().create(lamp).set(made(0), "Light", "intensity", 2.5).apply()?;
//!     Ok(Done::new())
//! }
//! ```
//!
//! To show a batch to the user before it is applied, call `preview()`. It returns a [`Planned`] and needs no permission
//! to write. [`Planned::apply`] applies exactly this plan, or fails with a `conflict`.
//!
//! Belongs here: edits, plans and applying them. Does not: the journal of edits (`unity::edits`).

pub use crate::unity::edits::{Change, Component, Create, Edit, Instantiate, MoveTo, Plan, Target};
pub use crate::unity::edits_edit::Done;

use crate::ToolError;
use crate::unity::edits::{self, Set};
use crate::unity::edits_edit;
use serde_json::Value;

/// Creates a reference to an object that does not exist yet: the edit at index `edit` of the same batch creates it.
pub fn made(edit: u32) -> Target {
    Target::Made(edit)
}

impl From<&str> for Target {
    /// Creates a reference to an existing object from its id, such as `obj:12`.
    fn from(id: &str) -> Self {
        Self::Object(id.to_owned())
    }
}

impl From<String> for Target {
    fn from(id: String) -> Self {
        Self::Object(id)
    }
}

impl From<&String> for Target {
    fn from(id: &String) -> Self {
        Self::Object(id.clone())
    }
}

impl From<&str> for Component {
    /// Selects a component of an object by its type, by full or short name; the first one if there are several.
    fn from(type_name: &str) -> Self {
        Self::ByType(type_name.to_owned())
    }
}

impl From<u32> for Component {
    /// Selects a component of an object by its position among the object's components, counted from 0.
    fn from(index: u32) -> Self {
        Self::ByIndex(index)
    }
}

/// Describes an object to create with [`Edits::create`]: by default a root of the first loaded scene, at the origin,
/// with only a `Transform`.
pub fn object(name: &str) -> Create {
    Create {
        name: name.to_owned(),
        parent: None,
        scene: None,
        position: None,
        components: Vec::new(),
    }
}

/// Describes a prefab instance to create with [`Edits::instantiate`]. `prefab` is an asset path. By default the
/// instance is a root, at the position in the prefab.
pub fn instance(prefab: &str) -> Instantiate {
    Instantiate {
        prefab: prefab.to_owned(),
        parent: None,
        scene: None,
        position: None,
    }
}

macro_rules! placed {
    ($($made:ty),*) => {$(
        impl $made {
            /// Sets the parent of the new object.
            #[must_use]
            pub fn below(mut self, parent: impl Into<Target>) -> Self {
                self.parent = Some(parent.into());
                self
            }

            /// Sets the scene of the new object, by the scene's id, asset path or unique name.
            #[must_use]
            pub fn in_scene(mut self, scene: &str) -> Self {
                self.scene = Some(scene.to_owned());
                self
            }

            /// Sets the position of the new object, relative to its parent.
            #[must_use]
            pub fn at(mut self, position: [f64; 3]) -> Self {
                self.position = Some(vector(position));
                self
            }
        }
    )*};
}

placed!(Create, Instantiate);

impl Create {
    /// Adds a component of this type to the new object; `type_name` is a full or short name.
    #[must_use]
    pub fn with(mut self, type_name: &str) -> Self {
        self.components.push(type_name.to_owned());
        self
    }
}

fn vector(position: [f64; 3]) -> String {
    Value::from(position.as_slice()).to_string()
}

/// A batch of 1 to 100 edits. They are applied in this order, either all or none.
#[derive(Clone, Debug, Default)]
#[must_use = "it changes nothing before `apply`"]
pub struct Edits(Vec<Edit>);

/// Creates a batch without edits.
pub fn edits() -> Edits {
    Edits::default()
}

impl Edits {
    /// Adds an edit that sets one field of a component, selected by type or by position on the object. `path` is the
    /// field's serialized or C# name; dots and `[n]` select parts of it. `wit/value.md` lists the values.
    pub fn set(
        self,
        object: impl Into<Target>,
        component: impl Into<Component>,
        path: &str,
        value: impl Into<Value>,
    ) -> Self {
        self.and(Edit::Set(Set {
            object: object.into(),
            component: component.into(),
            path: path.to_owned(),
            value: value.into().to_string(),
        }))
    }

    /// Adds an edit that sets whether an object is active.
    pub fn set_active(self, object: impl Into<Target>, active: bool) -> Self {
        self.and(Edit::SetActive((object.into(), active)))
    }

    /// Adds an edit that creates an object: `create(object("Lamp").with("Light"))`. Later edits call it `made(n)`.
    pub fn create(self, object: Create) -> Self {
        self.and(Edit::Create(object))
    }

    /// Adds an edit that creates a prefab instance: `instantiate(instance("Assets/Crate.prefab").at([0.0, 1.0, 0.0]))`.
    pub fn instantiate(self, instance: Instantiate) -> Self {
        self.and(Edit::Instantiate(instance))
    }

    /// Adds an edit that removes an object and its descendants.
    pub fn destroy(self, object: impl Into<Target>) -> Self {
        self.and(Edit::Destroy(object.into()))
    }

    /// Adds an edit that moves an object below another one, as its last child; it keeps its position in the world.
    pub fn reparent(self, object: impl Into<Target>, parent: impl Into<Target>) -> Self {
        self.move_to(object.into(), Some(parent.into()))
    }

    /// Adds an edit that makes an object a root of its scene, as the last one; it keeps its position in the world.
    pub fn to_roots(self, object: impl Into<Target>) -> Self {
        self.move_to(object.into(), None)
    }

    /// Adds an edit that adds a component of this type to an object; `type_name` is a full or short name.
    pub fn add_component(self, object: impl Into<Target>, type_name: &str) -> Self {
        self.and(Edit::AddComponent((object.into(), type_name.to_owned())))
    }

    /// Adds an edit that removes a component, which is selected by type or by its position on the object.
    pub fn remove_component(self, object: impl Into<Target>, component: impl Into<Component>) -> Self {
        self.and(Edit::RemoveComponent((object.into(), component.into())))
    }

    /// Adds an edit of any kind to the batch, as a value of the generated type `Edit`.
    pub fn and(mut self, edit: Edit) -> Self {
        self.0.push(edit);
        self
    }

    fn move_to(self, object: Target, parent: Option<Target>) -> Self {
        self.and(Edit::Reparent(MoveTo {
            object,
            parent,
            index: None,
            keep_world: true,
        }))
    }
}

impl Edits {
    /// Computes the changes of the batch without applying them. It needs no permission to write.
    ///
    /// # Errors
    /// The errors that `wit/` defines for the import `edits.preview`.
    pub fn preview(self) -> Result<Planned, ToolError> {
        let plan = edits::preview(&self.0)?;
        Ok(Planned { edits: self.0, plan })
    }

    /// Applies the batch, even if its changes would differ from a plan. The tool needs the permission to write.
    ///
    /// # Errors
    /// The errors that `wit/` defines for the import `edits-edit.apply`.
    pub fn apply(self) -> Result<Done, ToolError> {
        Ok(edits_edit::apply(&self.0, None)?)
    }
}

/// A batch of edits with the changes that it would cause.
#[derive(Clone, Debug)]
pub struct Planned {
    edits: Vec<Edit>,
    /// The plan of the batch: its first 500 changes, and the digest of all changes.
    pub plan: Plan,
}

impl Planned {
    /// Returns the ids of the policy rules that would reject the plan now, without duplicates; empty if none would.
    pub fn denied(&self) -> Vec<&str> {
        let mut rules = Vec::new();
        let all = self.plan.changes.iter().filter_map(|change| change.denied.as_deref());
        for rule in all.flat_map(|denied| denied.split(',')).map(str::trim) {
            if !rules.contains(&rule) {
                rules.push(rule);
            }
        }
        rules
    }

    /// Applies exactly the planned changes. The tool needs the permission to write.
    ///
    /// # Errors
    /// `Conflict` if the changes would differ by now; otherwise the errors of Unity.
    pub fn apply(self) -> Result<Done, ToolError> {
        Ok(edits_edit::apply(&self.edits, Some(&self.plan.digest))?)
    }
}

#[cfg(test)]
mod tests;
