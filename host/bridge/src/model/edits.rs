//! The data types of edits: changes as a plan, and the edit journal.
//!
//! Belongs here: the types of `edits` and `edits-edit`. Does not: which edits are valid (`bounds`), the meaning
//! of a value (`wit/value.md`).

use super::values::{ValueText, optional};
use super::{ObjectId, Rows};
use crate::error::{BridgeError, BridgeErrorKind};
use crate::json::whole_numbers;
use host_bridge_derive::{Bounds, Weight};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The object that an edit changes.
#[derive(Bounds, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EditTarget {
    Object(ObjectId),
    /// The object that edit n of the batch creates.
    Made(u32),
}

/// Which component.
#[derive(Bounds, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EditComponent {
    /// Full or short type name; the first of that type.
    ByType(#[bounds(name = "", edit_type)] String),
    /// Position on the object.
    ByIndex(u32),
}

/// One requested edit.
#[derive(Bounds, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum EditRequest {
    Set {
        object: EditTarget,
        component: EditComponent,
        /// Serialized or C# name; dots and `[n]` select parts.
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
        /// Id, asset path or unique name. `None` means the scene of the parent, or the first loaded scene.
        #[bounds(edit_text)]
        scene: Option<String>,
        /// Local, `[x, y, z]`.
        #[serde(default, skip_serializing_if = "Option::is_none", with = "optional")]
        #[bounds(any)]
        position: Option<ValueText>,
        /// Full or short type names.
        #[bounds(texts(COMPONENTS, "types", edit_text))]
        components: Vec<String>,
    },
    Instantiate {
        /// Asset path.
        #[bounds(edit_text)]
        prefab: String,
        parent: Option<EditTarget>,
        /// As in `Create`.
        #[bounds(edit_text)]
        scene: Option<String>,
        /// Local, `[x, y, z]`; `None` keeps the position of the prefab.
        #[serde(default, skip_serializing_if = "Option::is_none", with = "optional")]
        #[bounds(any)]
        position: Option<ValueText>,
    },
    Destroy {
        object: EditTarget,
    },
    Reparent {
        object: EditTarget,
        /// `None` moves it to the roots.
        parent: Option<EditTarget>,
        /// Position among its new siblings; `None` means last.
        index: Option<u32>,
        keep_world: bool,
    },
    AddComponent {
        object: EditTarget,
        /// Full or short type name.
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
    /// A component of this full type name is added or removed.
    Component { type_name: String },
    /// Objects are created with components of these full type names.
    Components { type_names: Vec<String> },
    /// A member is set.
    Member {
        /// Full type name.
        type_name: String,
        /// Serialized name of the member that the path begins with.
        member: String,
        /// Its C# name, if it differs.
        csharp_name: Option<String>,
    },
}

impl fmt::Display for EditNeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Component { type_name } => f.write_str(type_name),
            Self::Components { type_names } => f.write_str(&type_names.join(", ")),
            Self::Member { type_name, member, .. } => write!(f, "{type_name}.{member}"),
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
    /// `None` if the change affects no object, such as the speed of game time.
    pub object: Option<ObjectId>,
    /// Asset path of its scene; empty if it affects no object.
    pub file: String,
    /// Hierarchy path.
    pub path: String,
    /// Position and full type name, if it affects a component.
    #[weight(2 * component.weight())]
    pub component: Option<(u32, String)>,
    pub field: Option<String>,
    /// The old value; `None` if there was none.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "optional")]
    pub old: Option<ValueText>,
    /// The new value; `None` if nothing is left.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "optional")]
    pub new: Option<ValueText>,
    /// The allowlist entry that the change needs.
    #[weight(0)]
    pub need: Option<EditNeed>,
    /// The reason why the new value could not be checked, although it was accepted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unchecked: Option<String>,
}

/// The changes that a batch would make, or has made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct EditPlan {
    /// Digest over exactly these changes, including those that `changes` leaves out.
    pub digest: String,
    /// At most 500 of them.
    pub changes: Vec<EditChange>,
    /// The total number of changes.
    #[serde(with = "whole_numbers")]
    pub total: u64,
    /// The objects and files that all changes touch, including those that `changes` leaves out.
    pub touches: EditTouches,
}

/// The message of a conflict that disappears when the changes are planned again.
const OTHER_PLAN: &str = "the changes would not be the planned ones: what they are about was changed since";

impl EditPlan {
    /// Whether `message` is the conflict of `is_meant`. Other conflicts do not disappear when the changes are planned
    /// again.
    pub fn is_another(message: &str) -> bool {
        message == OTHER_PLAN
    }

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

/// The part of a plan on which gate 2 decides.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[weight(0)]
#[serde(rename_all = "kebab-case")]
pub struct EditTouches {
    /// The objects that existed before.
    #[weight(16 * objects.len())]
    pub objects: Vec<ObjectId>,
    #[weight(64 * needs.len())]
    pub needs: Vec<EditNeed>,
}

/// The result of a batch or an undo.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct EditDone {
    /// Its entry in the edit journal; 0 if nothing had to be changed.
    #[serde(with = "whole_numbers")]
    pub entry: u64,
    pub plan: EditPlan,
}

/// One entry of the journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct EditEntry {
    /// The id of the entry; ids only increase.
    #[serde(with = "whole_numbers")]
    pub id: u64,
    /// Milliseconds since 1970, UTC.
    #[serde(with = "whole_numbers")]
    pub at_ms: u64,
    /// The caller, as in the audit file.
    pub caller: String,
    /// Whether the caller of this call created it, in the same session.
    pub mine: bool,
    pub tool: String,
    pub changes: Vec<EditChange>,
    /// The reason why it cannot be undone now, with the later entries; `None` if it can.
    pub fixed: Option<String>,
    #[serde(default, with = "whole_numbers::option")]
    pub undone_by: Option<u64>,
    /// The entries that it undid; empty if it made edits itself.
    #[serde(with = "whole_numbers::list")]
    pub undoes: Vec<u64>,
    /// It can never be undone, because the objects that it changed no longer exist.
    pub lost: bool,
    /// The files contain its result. False for an undo, and if a file was not saved since.
    #[serde(default)]
    pub saved: bool,
    /// The Undo group of Unity, if there is one.
    pub group: Option<String>,
}

/// A page of the journal.
pub type EditEntries = Rows<EditEntry>;
