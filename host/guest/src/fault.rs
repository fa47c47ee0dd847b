//! Errors of imported functions, which either return an error to the guest or end it.

use crate::bindings::current::unity_tools::shared::types::{Error, ErrorKind};
use crate::bindings::current::unity_tools::{shared, tool, unity};
use crate::store::CallState;
use host_api::{Refusal, Rule};
use host_bridge::{BridgeError, BridgeErrorKind, Command, EditPlan, Function, SelectedTarget, cannot_do};

/// The error of an imported function: an error value that the guest gets, or the reason to end the guest.
#[derive(Debug)]
pub enum Fault {
    Answer(Box<Error>),
    Stop(wasmtime::Error),
}

impl From<wasmtime::Error> for Fault {
    fn from(error: wasmtime::Error) -> Self {
        Self::Stop(error)
    }
}

impl shared::types::Host for CallState {
    fn convert_error(&mut self, fault: Fault) -> wasmtime::Result<Error> {
        match fault {
            Fault::Answer(error) => Ok(*error),
            Fault::Stop(error) => Err(error),
        }
    }
}

impl tool::types::Host for CallState {}
impl unity::types::Host for CallState {}

impl Fault {
    /// Creates an error value for the guest with only a kind and a message.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self::Answer(boxed_error(kind, message.into(), None))
    }

    /// Returns true if a plan's digest differs from the expected one, because something changed after planning.
    pub(crate) fn is_other_plan(&self) -> bool {
        matches!(self, Self::Answer(error) if matches!(error.kind, ErrorKind::Conflict) && EditPlan::is_another(&error.message))
    }

    /// Adds the id of the rule that rejected the call, as in errors of the check before the call (gate 1).
    pub(crate) fn rule(mut self, rule: Rule) -> Self {
        if let Self::Answer(error) = &mut self {
            error.detail = Some(rule.detail());
        }
        self
    }

    pub(crate) fn hint(mut self, hint: String) -> Self {
        if let Self::Answer(error) = &mut self {
            error.hint = Some(hint);
        }
        self
    }

    /// Prepends `what`, a description of the rejected changes, to the hint if the policy rejected the call.
    pub(crate) fn with_rejected(mut self, what: &str) -> Self {
        if let Self::Answer(error) = &mut self
            && matches!(error.kind, ErrorKind::PermissionDenied)
        {
            let hint = error.hint.take().map(|hint| format!("; {hint}"));
            error.hint = Some(format!("{what}{}", hint.unwrap_or_default()));
        }
        self
    }

    pub(crate) fn data(mut self, data: &serde_json::Value) -> Self {
        if let Self::Answer(error) = &mut self {
            error.data = Some(data.to_string());
        }
        self
    }
}

fn boxed_error(kind: ErrorKind, message: String, hint: Option<String>) -> Box<Error> {
    Box::new(Error {
        kind,
        message,
        hint,
        detail: None,
        data: None,
        retry_after_ms: None,
    })
}

/// The error for a guest that passed an invalid value to an imported function. It has no conversion with `?`: only the
/// policy check of import calls converts it, after counting the call and ending a guest that is only being listed.
#[derive(Clone, Debug)]
pub(crate) struct BadValue(Box<Error>);

impl BadValue {
    pub(crate) fn answer(self) -> Fault {
        Fault::Answer(self.0)
    }
}

pub(crate) fn invalid(field: &str, value: impl std::fmt::Display, right: &str) -> BadValue {
    let message = format!("`{field}` is {value}; it must be {right}");
    let mut error = boxed_error(ErrorKind::InvalidArgument, message, None);
    error.data = Some(serde_json::json!({ "argument": field, "given": value.to_string() }).to_string());
    BadValue(error)
}

/// Creates the error for a text that is not an id. The message contains the text, because the caller of the tool may
/// know the argument by another name.
pub(crate) fn no_id(field: &str, given: &str, kind: &str, example: &str) -> BadValue {
    let shown: String = given.chars().take(80).collect();
    let message = format!("`{shown}` is not {kind} such as `{example}`");
    let mut error = boxed_error(
        ErrorKind::InvalidArgument,
        message,
        Some("list or search to get ids; never make one up".to_owned()),
    );
    error.data = Some(serde_json::json!({ "argument": field, "given": shown }).to_string());
    BadValue(error)
}

pub(crate) fn unexpected(function: &str) -> Fault {
    let message = format!("the bridge answered `{function}` with a result of the wrong type");
    Fault::new(ErrorKind::Internal, message)
}

pub(crate) fn denied(refusal: Refusal) -> Fault {
    let kind = match refusal.kind {
        host_api::ErrorKind::Conflict => ErrorKind::Conflict,
        _ => ErrorKind::PermissionDenied,
    };
    Fault::Answer(boxed_error(kind, refusal.message, Some(refusal.hint))).rule(refusal.rule)
}

/// Creates the error for an import call that the policy's allowlist rejects, and that also contains a name unknown to
/// Unity. Its hint begins with the unknown name, because permission for a wrong name would not help.
pub(crate) fn denied_unknown(refusal: Refusal, error: &Error) -> Fault {
    if !matches!(error.kind, ErrorKind::NotFound | ErrorKind::InvalidArgument) {
        return denied(refusal);
    }
    if !refusal.rule.is_allowlist() {
        return denied(refusal);
    }
    let list = refusal.rule.id().trim_start_matches("policy.");
    let near = error.hint.as_ref().map(|hint| format!(" ({hint})")).unwrap_or_default();
    let hint = format!(
        "{}{near}; the correct name must be in the operator's `[policy] {list}`",
        error.message
    );
    Fault::Answer(boxed_error(ErrorKind::PermissionDenied, refusal.message, Some(hint))).rule(refusal.rule)
}

/// Creates the error for a function that the target cannot execute now under any policy.
pub(crate) fn cannot_be_done(function: Function, unity: Option<&SelectedTarget>) -> Fault {
    if function.required_capability().is_of_running_unity() || unity.is_some_and(SelectedTarget::is_running) {
        return cannot_do(function.method(), unity).into();
    }
    let message = format!("the target of this host cannot execute `{function}`");
    Fault::new(ErrorKind::NotReady, message).hint("nothing was changed; use tools that work without it".to_owned())
}

/// Creates the error for a read that would change a running Unity instance, although it changes nothing in a folder.
pub(crate) fn not_by_reading(command: &Command) -> Fault {
    let (message, hint) = match command {
        Command::OpenScene { scene, .. } => (
            format!("{scene} is not loaded, and reading loads no scene in a running Unity"),
            "load it with the tool `open_scene`, then read again",
        ),
        other => (
            format!(
                "reading does not use `{}` on a running Unity: it would change something there",
                other.function()
            ),
            "read something else, or use a tool that declares this change",
        ),
    };
    Fault::new(ErrorKind::NotReady, message).hint(hint.to_owned())
}

/// Creates the error for a rejected command. If a value in it requires the effect `code`, the message says so: the
/// author of the tool cannot know it.
pub(crate) fn denied_command(refusal: Refusal, command: &Command) -> Fault {
    match command.why_code() {
        Some((message, hint)) if refusal.rule == Rule::PermitEffect => Fault::Answer(boxed_error(
            ErrorKind::PermissionDenied,
            message.to_owned(),
            Some(hint.to_owned()),
        ))
        .rule(refusal.rule),
        _ => denied(refusal),
    }
}

impl From<BridgeError> for Fault {
    fn from(error: BridgeError) -> Self {
        let kind = match error.kind {
            BridgeErrorKind::NotFound => ErrorKind::NotFound,
            BridgeErrorKind::InvalidArgument => ErrorKind::InvalidArgument,
            BridgeErrorKind::PermissionDenied => ErrorKind::PermissionDenied,
            BridgeErrorKind::NotReady => ErrorKind::NotReady,
            BridgeErrorKind::Unsupported => ErrorKind::Unsupported,
            BridgeErrorKind::Conflict => ErrorKind::Conflict,
            BridgeErrorKind::Busy => ErrorKind::Busy,
            BridgeErrorKind::Timeout => ErrorKind::Timeout,
            BridgeErrorKind::Cancelled => ErrorKind::Cancelled,
            BridgeErrorKind::TooLarge => ErrorKind::TooLarge,
            BridgeErrorKind::OutcomeUnknown => ErrorKind::OutcomeUnknown,
            BridgeErrorKind::Unity => ErrorKind::Unity,
            BridgeErrorKind::Internal => ErrorKind::Internal,
            BridgeErrorKind::Other(kind) => ErrorKind::Other(kind),
        };
        Self::Answer(Box::new(Error {
            kind,
            message: error.message,
            hint: error.hint,
            detail: error.detail.map(String::from),
            data: error.data.map(String::from),
            retry_after_ms: error.retry_after_ms,
        }))
    }
}
