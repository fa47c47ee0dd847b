//! The effect and target of one tool call or import call, as input of the policy checks (gates 1 and 2).

use crate::interface::Interface;
use serde::{Deserialize, Serialize};

/// The declared effect of a tool on Unity or on the host (WIT `effect`). The variants have no order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Effect {
    /// The tool changes nothing and needs no setting of the policy.
    Read,
    /// The tool changes Unity's state. Needs `allowWrites`, and a confirmation while `requireConfirm` is on.
    Write,
    /// The tool changes the selection that the user sees. Needs `allowWrites`, never a confirmation.
    WriteUnconfirmed,
    /// The tool deletes something in Unity: a write such as destroy or delete.
    Destructive,
    /// The tool runs code in Unity; needs `enableConsoleEval` in addition to `allowWrites`.
    Code,
    /// The tool changes the host's policy, within the operator's ceiling (`policy.ceiling`) instead of `allowWrites`.
    /// It always needs a confirmation, because it affects all clients of the host.
    Config,
}

impl Effect {
    /// Returns true for each effect for which the host writes audit lines: all except `Read`.
    pub fn changes_something(self) -> bool {
        !matches!(self, Self::Read)
    }

    /// Returns true if the host adds the argument `confirm` to the input schema of a tool with this effect.
    pub fn takes_confirm(self) -> bool {
        matches!(self, Self::Write | Self::Destructive | Self::Code | Self::Config)
    }

    /// Returns the spelling of the effect in WIT, e.g. `write-unconfirmed`.
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

/// One call of an imported function by a guest, as input of gate 2 (the policy check of import calls).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Access {
    pub interface: Interface,
    /// The called function, e.g. `set-active`.
    pub function: &'static str,
    pub effect: Effect,
    pub target: AccessTarget,
}

/// The allowlist entries that an import call needs. Type names are full; an allowlist may contain `Type.*` and `*`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AccessTarget {
    None,
    /// `component-allowlist` must contain each of these full type names. With an empty vector, the call needs no entry.
    Components(Vec<String>),
    /// `reflection-allowlist-members` must contain `<Type>.<Member>`, with the serialized or the C# name of the member.
    Member {
        /// Full name of the type that declares the member.
        type_name: String,
        /// Serialized name of a field, e.g. `m_Intensity`, or the name of a method.
        member: String,
        /// C# name of the member, e.g. `intensity`; `None` if it equals `member`.
        csharp_name: Option<String>,
    },
    /// The allowlists must contain the entries of all these targets, which are the changes of one plan.
    Plan(Vec<Self>),
    /// `hook-allowlist-signatures` must contain this full type name; the list contains types despite its name.
    HookType(String),
    /// The policy must allow code, because the call writes the C# source with this asset path.
    Source(String),
}
