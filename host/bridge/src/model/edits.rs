//! Changes as a plan, and the journal of what was changed.
//!
//! Belongs here: the shapes of `edits` and `edits-edit`. Does not: what may be asked for (`command/check`), what a value says
//! (`wit/value.md`).

use super::values::{ValueText, optional};
use super::{ObjectId, Rows};
use crate::error::{BridgeError, BridgeErrorKind};
use crate::json::whole;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What an edit is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EditTarget {
    Object(ObjectId),
    /// What edit n of the batch makes.
    Made(u32),
}

/// Which component.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EditComponent {
    /// Full or short type name; the first of that type.
    ByType(String),
    /// Position on the object.
    ByIndex(u32),
}

/// One change that somebody wants.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum EditRequest {
    Set {
        object: EditTarget,
        component: EditComponent,
        /// Serialized or C# name; dots and `[n]` go down.
        path: String,
        value: ValueText,
    },
    SetActive {
        object: EditTarget,
        active: bool,
    },
    Create {
        name: String,
        parent: Option<EditTarget>,
        /// Id, asset path or unique name; none = the parent's, else the first loaded one.
        scene: Option<String>,
        /// Local, `[x, y, z]`.
        #[serde(default, skip_serializing_if = "Option::is_none", with = "optional")]
        position: Option<ValueText>,
        /// Full or short type names.
        components: Vec<String>,
    },
    Instantiate {
        /// Asset path.
        prefab: String,
        parent: Option<EditTarget>,
        /// As in `Create`.
        scene: Option<String>,
        /// Local, `[x, y, z]`; none = the prefab's own.
        #[serde(default, skip_serializing_if = "Option::is_none", with = "optional")]
        position: Option<ValueText>,
    },
    Destroy {
        object: EditTarget,
    },
    Reparent {
        object: EditTarget,
        /// None = to the roots.
        parent: Option<EditTarget>,
        /// Position among its new siblings; none = the last.
        index: Option<u32>,
        keep_world: bool,
    },
    AddComponent {
        object: EditTarget,
        /// Full or short.
        type_name: String,
    },
    RemoveComponent {
        object: EditTarget,
        component: EditComponent,
    },
}

/// What an allowlist has to hold before a change may be made.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum EditNeed {
    /// A component of this full type name is added or removed.
    Component { type_name: String },
    /// Objects come with components of these full type names.
    Components { type_names: Vec<String> },
    /// A member is set.
    Member {
        /// Full.
        type_name: String,
        /// Serialized name of the member that the path begins with.
        member: String,
        /// Its C# name, where it is another.
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

/// One change in one place.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct EditChange {
    /// Position of the edit in its batch, from 0.
    pub edit: u32,
    /// None where it is about none, as the speed of game time is.
    pub object: Option<ObjectId>,
    /// Asset path of its scene; empty where it is about no object.
    pub file: String,
    /// Hierarchy path.
    pub path: String,
    /// Position and full type name, where it is about a component.
    pub component: Option<(u32, String)>,
    pub field: Option<String>,
    /// None where there was nothing.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "optional")]
    pub old: Option<ValueText>,
    /// None where nothing is left.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "optional")]
    pub new: Option<ValueText>,
    /// What an allowlist has to hold for it.
    pub need: Option<EditNeed>,
    /// Why nothing tells whether the new value fits, where it was taken all the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unchecked: Option<String>,
}

/// What a batch would change, or has changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct EditPlan {
    /// Of exactly these changes, all of them.
    pub digest: String,
    /// At most 500 of them.
    pub changes: Vec<EditChange>,
    /// How many in all.
    #[serde(with = "whole")]
    pub total: u64,
    /// What all of them touch, also those that `changes` leaves out.
    pub touches: EditTouches,
}

/// What a conflict says that goes where the changes are planned anew.
const OTHER_PLAN: &str = "the changes would not be the planned ones: what they are about was changed since";

impl EditPlan {
    /// Whether a conflict with that message is one of `is_meant`; others stay however often one plans.
    pub fn is_another(message: &str) -> bool {
        message == OTHER_PLAN
    }

    /// # Errors
    /// `Conflict` where `digest` is another plan's.
    pub fn is_meant(&self, digest: Option<&str>) -> Result<(), BridgeError> {
        match digest {
            Some(digest) if digest != self.digest => Err(BridgeError::new(BridgeErrorKind::Conflict, OTHER_PLAN)
                .with_hint("nothing was changed; look at what they would be now, by a dry run, or call again")),
            _ => Ok(()),
        }
    }
}

/// What gate 2 decides on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct EditTouches {
    /// That were there before.
    pub objects: Vec<ObjectId>,
    pub needs: Vec<EditNeed>,
}

/// What was done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct EditDone {
    /// Its entry in the journal; 0 where nothing had to be changed.
    #[serde(with = "whole")]
    pub entry: u64,
    pub plan: EditPlan,
}

/// One entry of the journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct EditEntry {
    /// Grows.
    #[serde(with = "whole")]
    pub id: u64,
    /// Milliseconds since 1970, UTC.
    #[serde(with = "whole")]
    pub at_ms: u64,
    /// Who, as in the audit log.
    pub caller: String,
    /// Whether the caller of this call made it, in the same session.
    pub mine: bool,
    pub tool: String,
    pub changes: Vec<EditChange>,
    /// Why it cannot be undone now, naming later entries; none = it can.
    pub fixed: Option<String>,
    #[serde(default, with = "whole::option")]
    pub undone_by: Option<u64>,
    /// The entries that it undid; empty where it changed something itself.
    #[serde(with = "whole::list")]
    pub undoes: Vec<u64>,
    /// It can never be undone: what it was about is gone.
    pub lost: bool,
    /// The files hold what became of it; false for an undo, and where a file was not saved since.
    #[serde(default)]
    pub saved: bool,
    /// Unity's own Undo group, where there is one.
    pub group: Option<String>,
}

/// A page of the journal.
pub type EditEntries = Rows<EditEntry>;
