//! What one tool or one host call touches: the words in which gate 1 and gate 2 speak.

use crate::interface::Interface;
use serde::{Deserialize, Serialize};

/// What a tool may do to Unity or to the host, as it declares it (WIT `effect`).
///
/// Ordered by authority only in so far as `Read` is the least; the rest are kinds, not steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Effect {
    /// Changes nothing. Never asks for `allowWrites`.
    Read,
    /// Changes Unity's state; needs `allowWrites`, and a confirmation while `requireConfirm` is on.
    Write,
    /// Changes what the user looks at (a selection); needs `allowWrites`, never a confirmation (Explorer's SelectObject).
    WriteUnconfirmed,
    /// A write that loses something (destroy, delete).
    Destructive,
    /// Runs code in Unity; needs `enableConsoleEval` as well.
    Code,
    /// Changes the host's policy; bounded by the operator's ceiling instead of `allowWrites`. Always needs a confirmation, since
    /// it concerns all clients of the host.
    Config,
}

impl Effect {
    /// True for everything that leaves an audit line.
    pub fn changes_something(self) -> bool {
        !matches!(self, Self::Read)
    }

    /// True where the host adds `confirm` to the listed schema.
    pub fn takes_confirm(self) -> bool {
        matches!(self, Self::Write | Self::Destructive | Self::Code | Self::Config)
    }

    /// The WIT spelling.
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

/// One use of an imported interface: what gate 2 decides on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Access {
    /// The interface that is used.
    pub interface: Interface,
    /// The function, e.g. `set-active`.
    pub function: &'static str,
    /// What this use does.
    pub effect: Effect,
    /// What an allowlist must name before it may happen.
    pub target: AccessTarget,
}

/// The allowlist entry that a use needs. Names are full; a list may hold `Type.*` and `*`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AccessTarget {
    /// No allowlist applies.
    None,
    /// `component-allowlist` must hold each of these full type names; none = no allowlist applies.
    Components(Vec<String>),
    /// `reflection-allowlist-members` must hold `<Type>.<Member>` in one of the member's two resolved spellings.
    Member {
        /// Full type name.
        type_name: String,
        /// Serialized name, e.g. `m_Intensity`; a method's name.
        member: String,
        /// C# name, e.g. `intensity`, where it is another.
        csharp_name: Option<String>,
    },
    /// Each of these must hold.
    Plan(Vec<Self>),
    /// `hook-allowlist-signatures` must hold this full type name (Explorer's note: the list holds types).
    HookType(String),
}
