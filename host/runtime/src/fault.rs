//! How an import answers no: with an error of its own interface, or by ending the guest.

use crate::bindings::v0_2::unity_tools::host::client::AskError;
use crate::bindings::v0_2::unity_tools::host::policy_edit::PolicyError;
use crate::bindings::v0_2::unity_tools::host::state::StateError;
use crate::bindings::v0_2::unity_tools::unity::types::{Fault as WitFault, UnityError};
use crate::bindings::v0_2::unity_tools::{host, unity};
use crate::store::CallState;
use host_bridge::{BridgeError, BridgeErrorKind, Command};
use host_policy::Refusal;

/// An error for the guest, or the end of the guest.
#[derive(Debug)]
pub(crate) enum Fault<E> {
    Answer(E),
    Stop(wasmtime::Error),
}

pub(crate) type UnityFault = Fault<UnityError>;
pub(crate) type StateFault = Fault<StateError>;
pub(crate) type AskFault = Fault<AskError>;
pub(crate) type PolicyFault = Fault<PolicyError>;

impl<E> From<wasmtime::Error> for Fault<E> {
    fn from(error: wasmtime::Error) -> Self {
        Self::Stop(error)
    }
}

impl<E> Fault<E> {
    fn into_answer(self) -> wasmtime::Result<E> {
        match self {
            Self::Answer(error) => Ok(error),
            Self::Stop(error) => Err(error),
        }
    }
}

impl unity::types::Host for CallState {
    fn convert_unity_error(&mut self, fault: UnityFault) -> wasmtime::Result<UnityError> {
        fault.into_answer()
    }
}

impl host::types::Host for CallState {}

impl crate::bindings::v0_2::unity_tools::tool::types::Host for CallState {}

impl CallState {
    pub(crate) fn state_answer(fault: StateFault) -> wasmtime::Result<StateError> {
        fault.into_answer()
    }

    pub(crate) fn policy_answer(fault: PolicyFault) -> wasmtime::Result<PolicyError> {
        fault.into_answer()
    }

    pub(crate) fn ask_answer(fault: AskFault) -> wasmtime::Result<AskError> {
        fault.into_answer()
    }
}

fn told(message: String, hint: Option<String>) -> WitFault {
    WitFault {
        message,
        hint,
        extra: Vec::new(),
    }
}

/// A value of which no command can be made. No `?` turns it into a guest's answer: only the gate does, after it counted the
/// use of the import and refused it where components are listed.
#[derive(Debug)]
pub(crate) struct BadValue(UnityError);

impl BadValue {
    /// For the gate.
    pub(crate) fn answer(self) -> UnityFault {
        Fault::Answer(self.0)
    }
}

/// A value that an import cannot take: which, what it was, what would be right.
pub(crate) fn invalid(field: &str, value: impl std::fmt::Display, right: &str) -> BadValue {
    BadValue(UnityError::InvalidArgument(told(
        format!("`{field}` is {value}; it must be {right}"),
        None,
    )))
}

/// The bridge answered with another shape than its command has: a defect of the host.
pub(crate) fn unexpected(function: &str) -> UnityFault {
    Fault::Answer(UnityError::Other((
        "internal".to_owned(),
        told(format!("the bridge gave `{function}` an answer of another kind"), None),
    )))
}

pub(crate) fn denied(refusal: Refusal) -> UnityFault {
    Fault::Answer(UnityError::Denied(told(refusal.message, refusal.hint)))
}

/// The refusal of names that stand for nothing: what is wrong with them comes before what the policy lacks.
pub(crate) fn denied_unknown(refusal: Refusal, error: UnityError) -> UnityFault {
    let (UnityError::NotFound(fault) | UnityError::InvalidArgument(fault)) = error else {
        return denied(refusal);
    };
    let Some(list) = refusal
        .rule
        .strip_prefix("policy.")
        .filter(|rule| rule.contains("allowlist"))
    else {
        return denied(refusal);
    };
    let near = fault.hint.map(|hint| format!(" ({hint})")).unwrap_or_default();
    let hint = format!("{}{near}; what is meant has to be in `[policy] {list}`", fault.message);
    Fault::Answer(UnityError::Denied(told(refusal.message, Some(hint))))
}

/// The refusal of that command. Where its own value makes it `code`, that is said: the tool's author could not know.
pub(crate) fn denied_command(refusal: Refusal, command: &Command) -> UnityFault {
    match command.why_code() {
        Some((message, hint)) if refusal.rule == "permit.effect" => {
            Fault::Answer(UnityError::Denied(told(message.to_owned(), Some(hint.to_owned()))))
        }
        _ => denied(refusal),
    }
}

impl From<BridgeError> for UnityFault {
    fn from(error: BridgeError) -> Self {
        let fault = told(error.message, error.hint);
        Self::Answer(match error.kind {
            BridgeErrorKind::NotFound => UnityError::NotFound(fault),
            BridgeErrorKind::InvalidArgument => UnityError::InvalidArgument(fault),
            BridgeErrorKind::NotReady => UnityError::NotReady(fault),
            BridgeErrorKind::Unsupported => UnityError::Unsupported(fault),
            BridgeErrorKind::Conflict => UnityError::Conflict(fault),
            BridgeErrorKind::Busy => UnityError::Busy(fault),
            BridgeErrorKind::Timeout => UnityError::Timeout(fault),
            BridgeErrorKind::OutcomeUnknown => UnityError::OutcomeUnknown(fault),
            BridgeErrorKind::Unity => UnityError::Unity(fault),
            BridgeErrorKind::Internal => UnityError::Other(("internal".to_owned(), fault)),
        })
    }
}
