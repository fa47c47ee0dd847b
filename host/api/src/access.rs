//! The effect and target of one tool or one import call; gates 1 and 2 decide on these types.

use crate::interface::Interface;
use serde::{Deserialize, Serialize};

/// The declared effect of a tool on Unity or on the host (WIT `effect`).
///
/// `Read` permits the least. The others are different kinds of effects, not steps of one order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Effect {
    /// Changes nothing. Needs no setting of the policy.
    Read,
    /// Changes Unity's state; needs `allowWrites`, and a confirmation while `requireConfirm` is on.
    Write,
    /// Changes the selection that the user sees; needs `allowWrites`, never a confirmation (Explorer's SelectObject).
    WriteUnconfirmed,
    /// A write that deletes something (destroy, delete).
    Destructive,
    /// Runs code in Unity; also needs `enableConsoleEval`.
    Code,
    /// Changes the host's policy; the operator's ceiling bounds it instead of `allowWrites`. Always needs a
    /// confirmation, because it affects all clients of the host.
    Config,
}

impl Effect {
    /// Returns true for every effect that leaves an audit line: all except `Read`.
    pub fn changes_something(self) -> bool {
        !matches!(self, Self::Read)
    }

    /// Returns true if the host adds the argument `confirm` to the listed schema of a tool with this effect.
    pub fn takes_confirm(self) -> bool {
        matches!(self, Self::Write | Self::Destructive | Self::Code | Self::Config)
    }

    /// Returns the WIT spelling.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "write",
            Self::WriteUnconfirmed => "write-unconfirmed",
            Self::Destructive => "destructive",
            Self::Code => "code",
            Self::Config => "config",
        }
    }
}

/// One use of an imported interface; gate 2 decides on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Access {
    /// The imported interface.
    pub interface: Interface,
    /// The called function, e.g. `set-active`.
    pub function: &'static str,
    /// The effect of this use.
    pub effect: Effect,
    /// The allowlist entries that this use needs.
    pub target: AccessTarget,
}

/// The allowlist entries that a use needs. Names are full; a list may contain `Type.*` and `*`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AccessTarget {
    /// No allowlist applies.
    None,
    /// `component-allowlist` must contain each of these full type names; an empty list needs no allowlist.
    Components(Vec<String>),
    /// `reflection-allowlist-members` must contain `<Type>.<Member>` with one of the member's two names.
    Member {
        /// Full type name.
        type_name: String,
        /// Serialized name, e.g. `m_Intensity`; for a method, its name.
        member: String,
        /// C# name, e.g. `intensity`, if it differs.
        csharp_name: Option<String>,
    },
    /// The allowlists must contain the entries of all these targets.
    Plan(Vec<Self>),
    /// `hook-allowlist-signatures` must contain this full type name (Explorer's note: the list contains types).
    HookType(String),
}
