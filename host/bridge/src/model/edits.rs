//! The data types of edits: changes as a plan, and the edit journal.
//!
//! Belongs here: the types of `edits` and `edits-edit`. Does not: rules (`bounds`), meaning of values (`wit/value.md`).

use super::values::{ValueText, optional};
use super::{ObjectId, Rows};
use crate::error::{BridgeError, BridgeErrorKind};
use crate::json::whole_numbers;
use host_bridge_derive::{Bounds, Weight};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Selects the object that an edit changes.
#[derive(Bounds, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EditTarget {
    Object(ObjectId),
    /// The object that the edit at this position of the batch creates; positions count from 0.
    Made(u32),
}

/// Selects the component that an edit changes.
#[derive(Bounds, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EditComponent {
    /// The first component of the object with this full or short type name.
    ByType(#[bounds(name = "", edit_type)] String),
    /// The component at this position on the object, from 0; the Transform is first.
    ByIndex(u32),
}

/// One edit that a caller requests.
#[derive(Bounds, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum EditRequest {
    Set {
        object: EditTarget,
        component: EditComponent,
        /// Path of the field: serialized or C# name; dots and `[n]` select parts.
        #[bounds(name = "field", edit_text)]
        path: String,
        #[bounds(value_text)]
        value: ValueText,
    },
    SetActive {
        object: EditTarget,
        active: bool,
    },
    Create {
        #[bounds(object_name)]
        name: String,
        parent: Option<EditTarget>,
        /// Id, asset path or unique name of the scene. `None` means the scene of the parent, or the first loaded scene.
        #[bounds(edit_text)]
        scene: Option<String>,
        /// Local position of the new object, as a JSON array `[x, y, z]`.
        #[serde(default, skip_serializing_if = "Option::is_none", with = "optional")]
        #[bounds(any)]
        position: Option<ValueText>,
        /// Full or short type names of the components to add.
        #[bounds(texts(COMPONENTS, "types", edit_text))]
        components: Vec<String>,
    },
    Instantiate {
        /// Asset path of the prefab to instantiate.
        #[bounds(edit_text)]
        prefab: String,
        parent: Option<EditTarget>,
        /// Id, asset path or unique name of the scene for the new instance. `None` means the scene of the parent, or
        /// the first loaded scene.
        #[bounds(edit_text)]
        scene: Option<String>,
        /// Local position of the new instance as `[x, y, z]`; `None` keeps the position of the prefab.
        #[serde(default, skip_serializing_if = "Option::is_none", with = "optional")]
        #[bounds(any)]
        position: Option<ValueText>,
    },
    Destroy {
        object: EditTarget,
    },
    Reparent {
        object: EditTarget,
        /// The new parent of the moved object; `None` makes the object a root.
        parent: Option<EditTarget>,
        /// Position of the moved object among its new siblings, from 0; `None` means last.
        index: Option<u32>,
        keep_world: bool,
    },
    AddComponent {
        object: EditTarget,
        /// Full or short type name of the component to add.
        #[bounds(name = "type", edit_text)]
        type_name: String,
    },
    RemoveComponent {
        object: EditTarget,
        component: EditComponent,
    },
}

/// The entry that an allowlist must contain before a change is allowed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum EditNeed {
    /// The entry that allows adding or removing components of this full type name.
    Component { type_name: String },
    /// The entry that allows creating objects with components of these full type names.
    Components { type_names: Vec<String> },
    /// The entry that allows setting a member of a component.
    Member {
        /// Full type name of the component.
        type_name: String,
        /// Serialized name of the member with which the edited path begins.
        member: String,
        /// C# name of the member, if it differs from the serialized name.
        csharp_name: Option<String>,
    },
    /// The permission to run code, because the change writes the C# source with this asset path.
    Source { path: String },
}

impl fmt::Display for EditNeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Component { type_name } => f.write_str(type_name),
            Self::Components { type_names } => f.write_str(&type_names.join(", ")),
            Self::Member { type_name, member, .. } => write!(f, "{type_name}.{member}"),
            Self::Source { path } => f.write_str(path),
        }
    }
}

/// One change of one value, object or component.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Weight)]
#[weight(128)]
#[serde(rename_all = "kebab-case")]
pub struct EditChange {
    /// Position of the edit in its batch, from 0.
    pub edit: u32,
    /// The affected object; `None` if the change affects no object, such as the speed of game time.
    pub object: Option<ObjectId>,
    /// Asset path of the scene that contains the object; empty if the change affects no object.
    pub file: String,
    /// Hierarchy path of the affected object.
    pub path: String,
    /// Position and full type name of the affected component, if there is one.
    #[weight(2 * component.weight())]
    pub component: Option<(u32, String)>,
    pub field: Option<String>,
    /// The value before the change; `None` if there was no value, for example before a component was added.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "optional")]
    pub old: Option<ValueText>,
    /// The new value; `None` if the value, object or component no longer exists after the change.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "optional")]
    pub new: Option<ValueText>,
    /// The allowlist entry that the change needs; `None` if it needs none.
    #[weight(0)]
    pub need: Option<EditNeed>,
    /// The reason why the new value could not be checked, although it was accepted; `None` if it was checked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unchecked: Option<String>,
}

/// The changes that a batch of edits would make, or has made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct EditPlan {
    /// Digest of exactly these changes, including those that `changes` leaves out.
    pub digest: String,
    /// The first changes, at most 500.
    pub changes: Vec<EditChange>,
    #[serde(with = "whole_numbers")]
    pub total: u64,
    /// The objects and files that all changes touch, including those that `changes` leaves out.
    pub touches: EditTouches,
}

/// Message of the error for an edit plan that differs from the expected plan, because the edited data changed since.
const OTHER_PLAN: &str = "the changes would not be the planned ones: what they are about was changed since";

impl EditPlan {
    /// Returns true if `message`, of a `Conflict` error, says that an edit plan differs from the expected one.
    pub fn is_another(message: &str) -> bool {
        message == OTHER_PLAN
    }

    /// Checks that the caller expects this plan: `digest` is `None` or the digest of the plan.
    ///
    /// # Errors
    /// `Conflict` if `digest` belongs to another plan.
    pub fn is_meant(&self, digest: Option<&str>) -> Result<(), BridgeError> {
        match digest {
            Some(digest) if digest != self.digest => Err(BridgeError::new(BridgeErrorKind::Conflict, OTHER_PLAN)
                .with_hint("nothing was changed; look at what they would be now, by a dry run, or call again")),
            _ => Ok(()),
        }
    }
}

/// The part of a plan that the permission check (gate 2) examines: touched objects and needed allowlist entries.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[weight(0)]
#[serde(rename_all = "kebab-case")]
pub struct EditTouches {
    /// The touched objects that existed before the plan.
    #[weight(16 * objects.len())]
    pub objects: Vec<ObjectId>,
    #[weight(64 * needs.len())]
    pub needs: Vec<EditNeed>,
}

/// The result of applying a batch of edits, or of undoing earlier batches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct EditDone {
    /// Id of the new entry in the edit journal; 0 if nothing had to be changed.
    #[serde(with = "whole_numbers")]
    pub entry: u64,
    pub plan: EditPlan,
}

/// One entry of the edit journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct EditEntry {
    /// The id of the entry; ids only increase.
    #[serde(with = "whole_numbers")]
    pub id: u64,
    /// Time of the entry, in milliseconds since 1970, UTC.
    #[serde(with = "whole_numbers")]
    pub at_ms: u64,
    /// The caller that created the entry, as in the audit file.
    pub caller: String,
    /// True if the caller of this call created the entry, in the same session.
    pub mine: bool,
    pub tool: String,
    pub changes: Vec<EditChange>,
    /// The reason why the entry cannot be undone now, with the later entries that prevent it; `None` if it can.
    pub fixed: Option<String>,
    #[serde(default, with = "whole_numbers::option")]
    pub undone_by: Option<u64>,
    /// Ids of the entries that this entry undid; empty if it made edits itself.
    #[serde(with = "whole_numbers::list")]
    pub undoes: Vec<u64>,
    /// True if the entry can never be undone, because the objects that it changed no longer exist.
    pub lost: bool,
    /// True if the files contain the result of the entry. False for an undo, and if a file was not saved since.
    #[serde(default)]
    pub saved: bool,
    /// The Undo group of Unity to which the entry belongs, if there is one.
    pub group: Option<String>,
}

/// One page of the edit journal.
pub type EditEntries = Rows<EditEntry>;
