//! Error messages for a guest that returned no result. Each names the problem, the tool and the relevant setting.
//!
//! The messages contain no backtraces, offsets or source positions of a guest. The log for the operator contains the
//! source position of a panic.

use crate::code;
use crate::drive::Ended;
use host_api::{CallError, CallLimits, ErrorKind, Exceeded};
use host_bridge::UnityState;
use host_guest::store::output::LastWords;
use host_guest::store::{CallState, Stop};
use std::fmt;
use std::time::Duration;
use wasmtime::{PoolConcurrencyLimitError, Trap};
use wasmtime_wasi::I32Exit;

/// The next step for the caller when a tool panicked, which shows that the arguments are not the cause.
const AT_FAULT: &str = "the tool is at fault; the host's log says where";
/// The next step for the caller when a guest ended without a message, so that its source position is unknown.
const WITHOUT_WORDS: &str = "the tool is at fault: it may have used something that a component has not (files, environment, \
                             network, threads) and that its build did not replace; its author can add log lines to see \
                             how far it came";
/// The end of the hint for a call that exceeded a limit: advice for the author of the tool. Another text with advice
/// for the caller and the operator precedes it.
const SMALLER: &str = "its author looks for a loop that does not end, or lets one call do a part (a page, a `limit`) and say how to go on";
const TOO_DEEP: &str = "the tool is at fault: its author ends the recursion sooner, or makes a loop of it";

/// The kind and name of the called export for messages, e.g. ``tool `ListScenes` ``. Formatted only when needed.
pub(crate) type What<'a> = &'a (dyn fmt::Display + Sync);

pub(crate) fn explain<T>(what: What<'_>, ended: &Ended<T>, state: &CallState, limits: &CallLimits) -> CallError {
    let last_words = state.finish_output();
    let bundle = state.gate.bundle();
    let mut error = match ended {
        Ended::Answered(_) => CallError::new(ErrorKind::Internal, format!("{what} answered and failed at once")),
        Ended::Cancelled | Ended::GaveWay => CallError::new(ErrorKind::Cancelled, format!("{what} was cancelled")),
        Ended::Deadline => {
            let error = deadline(what, bundle, limits, state.exceeded());
            match state.gate.busy_unity() {
                Some(unity) => while_busy(error, &unity),
                None => error,
            }
        }
        Ended::Failed(failure) => match &state.stop {
            Some(stop) => stop_error(what, bundle, stop, limits),
            None => {
                let error = broke(what, bundle, failure, state, limits, last_words);
                CallError {
                    is_crash: error.kind == ErrorKind::ToolFailed,
                    ..error
                }
            }
        },
    };
    if let Some(function) = state.gate.unanswered {
        error.kind = ErrorKind::OutcomeUnknown;
        error.message = format!(
            "{}; `{function}` had been sent to Unity and its outcome is unknown",
            error.message
        );
        error.hint = Some("read the object again to see whether it changed before you repeat the call".to_owned());
    }
    if state.gate.changes > 0 {
        let changes = state.gate.changes;
        error
            .diagnostics
            .push(format!("{changes} changes were made before the call ended; they stay"));
    }
    error.diagnostics.extend(state.gate.diagnostics.list());
    error
}

/// Creates the error of a call that was ended while it waited for the user, because other calls needed its memory.
/// A note on the answer of a repeated call that changed nothing this time.
pub(crate) const EXECUTED_BEFORE: &str = "Unity had executed a change of a call with this idempotency key before this host was started; this answer does \
                                          not have its result";

/// Returns the error of a repeated call. Its own reason, such as an object that is not there, can be what the call changed
/// when it was executed.
pub(crate) fn executed_before(error: CallError) -> CallError {
    match error.kind {
        ErrorKind::NotFound | ErrorKind::Conflict | ErrorKind::InvalidArgument => {
            let message = format!("{EXECUTED_BEFORE}, and now: {}", error.message);
            let unknown = CallError {
                kind: ErrorKind::OutcomeUnknown,
                message,
                ..error
            };
            unknown.with_hint("read the objects to see whether the change was made; use a new key for another change")
        }
        _ => error,
    }
}

pub(crate) fn gave_way(what: What<'_>, state: &CallState) -> CallError {
    let mut error = explain::<()>(what, &Ended::GaveWay, state, &CallLimits::default());
    if error.kind == ErrorKind::Cancelled {
        error.kind = ErrorKind::RateLimited;
    }
    error.message = format!(
        "{what} was ended while it waited for an answer: other calls needed its memory (`limits.total-memory`)"
    );
    error.with_hint("call again; the operator can raise `[limits] total-memory`")
}

/// Creates the error of a call that reached its deadline. `exceeded` is the limit that it reached.
pub(crate) fn deadline(what: What<'_>, bundle: &str, limits: &CallLimits, exceeded: Exceeded) -> CallError {
    let (limit, time, is_clients) = match exceeded {
        Exceeded::Deadline | Exceeded::NoProgress => ("deadline", limits.deadline, limits.is_clients_deadline),
        Exceeded::Longest => ("longest-call", limits.longest, limits.is_clients_longest),
    };
    let end = match exceeded {
        Exceeded::Deadline => "was not done after",
        Exceeded::NoProgress => "made no further progress for",
        Exceeded::Longest => "made progress, but was not done after",
    };
    let text = plain(time);
    if is_clients {
        let message = format!("{what} {end} {text}, the time limit of its client");
        return CallError::new(ErrorKind::Timeout, message)
            .with_hint("give it more time, or ask for less")
            .with_details(&used_up("the client's", time));
    }
    let name = format!("limits.{limit}");
    CallError::new(ErrorKind::Timeout, format!("{what} {end} {text} (`{name}`)"))
        .with_hint(raise(limit, bundle))
        .with_details(&used_up(&name, time))
}

/// Adds that Unity executed no commands, because a longer limit would not have helped.
fn while_busy(error: CallError, unity: &UnityState) -> CallError {
    let message = format!("{}: {unity}", error.message);
    CallError { message, ..error }.with_hint(unity.activity.next_step())
}

fn stop_error(what: What<'_>, bundle: &str, stop: &Stop, limits: &CallLimits) -> CallError {
    match stop {
        Stop::Compute => CallError::new(
            ErrorKind::Timeout,
            format!(
                "{what} used up its compute time of {} (`limits.compute`)",
                plain(limits.compute)
            ),
        )
        .with_hint(format!("{SMALLER}; {}", raise("compute", bundle)))
        .with_details(&used_up("limits.compute", limits.compute)),
        Stop::HostCalls => CallError::new(
            ErrorKind::TooLarge,
            format!("{what} called the host more than {} times", limits.host_calls),
        )
        .with_hint("request larger pages and fewer of them; an endless loop in the tool also ends like this"),
        Stop::HostBytes => CallError::new(
            ErrorKind::TooLarge,
            format!(
                "{what} moved more than {} to and from the host",
                size(usize::try_from(limits.host_bytes).unwrap_or(usize::MAX))
            ),
        )
        .with_hint("ask for less, or in several calls"),
        Stop::TakenBack(refusal) => CallError {
            message: format!("{what} was ended: {}", refusal.message),
            ..refusal.clone().into()
        },
        Stop::WhileListing { import } => CallError::new(
            ErrorKind::ToolFailed,
            format!("{what} used {import} while it was listed; listing may use no import"),
        ),
    }
}

/// Returns the machine-readable details of an exceeded time limit: its name, and the limit in milliseconds.
fn used_up(limit: &str, time: Duration) -> serde_json::Value {
    let millis = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    serde_json::json!({ "limit": limit, "timeoutMs": millis })
}

fn broke(
    what: What<'_>,
    bundle: &str,
    failure: &wasmtime::Error,
    state: &CallState,
    limits: &CallLimits,
    last_words: Option<LastWords>,
) -> CallError {
    let trap = failure.downcast_ref::<Trap>().copied();
    let exit = failure.downcast_ref::<I32Exit>();
    let may_be_memory = matches!(
        trap,
        None | Some(Trap::UnreachableCodeReached | Trap::MemoryOutOfBounds)
    );
    if state.memory.refused_by_all && may_be_memory {
        let limit = size(state.host.services.memory.limit());
        let text = format!("{what} needed more memory than was left of {limit} for all calls (`limits.total-memory`)");
        return CallError::new(ErrorKind::RateLimited, text)
            .with_hint("call again when other calls are done; the operator can raise `[limits] total-memory`");
    }
    if let Some(wanted) = state.memory.refused.filter(|_| may_be_memory) {
        let text = format!(
            "{what} needed more memory than a call may use: {} wanted, {} allowed (`limits.memory`)",
            size(wanted),
            size(limits.memory)
        );
        return CallError::new(ErrorKind::ToolFailed, text).with_hint(raise("memory", bundle));
    }
    let failed = |text: String| CallError::new(ErrorKind::ToolFailed, text);
    if let Some(I32Exit(code)) = exit {
        return failed(match last_words {
            Some(words) => format!("{what} ended itself with exit code {code}: {}", words.said),
            None => format!("{what} ended itself with exit code {code}"),
        });
    }
    match trap {
        Some(Trap::UnreachableCodeReached) => match last_words {
            // Go manages its stack itself, and exits when the stack is full.
            Some(words) if words.said == "stack overflow" => {
                failed(format!("{what} ran out of stack: its recursion is too deep")).with_hint(TOO_DEEP)
            }
            Some(words) => {
                state.output().panicked(&words);
                failed(format!("{what} panicked: {}", words.said)).with_hint(AT_FAULT)
            }
            None => failed(format!("{what} panicked or aborted without a message")).with_hint(WITHOUT_WORDS),
        },
        Some(Trap::StackOverflow) => {
            failed(format!("{what} ran out of stack: its recursion is too deep")).with_hint(TOO_DEEP)
        }
        Some(Trap::MemoryOutOfBounds) => failed(format!(
            "{what} reached outside its memory (out of bounds), which too deep a recursion (stack overflow) does as well"
        ))
        .with_hint(TOO_DEEP),
        Some(trap) => {
            let text = trap.to_string();
            failed(format!(
                "{what} failed: {}",
                text.strip_prefix("wasm trap: ").unwrap_or(&text)
            ))
        }
        None => unreadable(what, bundle, failure, limits),
    }
}

/// Creates the error for a guest without trap and result: it is unreadable, or no instance could be created.
fn unreadable(what: What<'_>, bundle: &str, failure: &wasmtime::Error, limits: &CallLimits) -> CallError {
    if failure.is::<PoolConcurrencyLimitError>() {
        return CallError::new(
            ErrorKind::RateLimited,
            format!("{what} found no room for another instance"),
        )
        .with_hint("try again when fewer calls run");
    }
    if let Some(refused) = code::system_error(failure) {
        return CallError::new(
            ErrorKind::Internal,
            format!("{what} could not run: the system gave no room for it"),
        )
        .with_detail(refused.to_string())
        .with_hint("call again; if that does not help, the operator should check the machine's memory and its limits");
    }
    let reason = failure.root_cause().to_string();
    if reason.contains(host_guest::store::TOO_MUCH_AT_ONCE) {
        let most = size(limits.result);
        return CallError::new(
            ErrorKind::TooLarge,
            format!("{what} returned far more than {most} at once (`limits.result`)"),
        )
        .with_hint(raise("result", bundle));
    }
    CallError::new(
        ErrorKind::ToolFailed,
        format!("{what} returned nothing that this host can read"),
    )
    .with_detail(reason)
}

/// Returns a hint with the setting of the limit `limit`, which the operator can raise.
pub(crate) fn raise(limit: &str, bundle: &str) -> String {
    format!(
        "ask for less; the operator can raise `[limits] {limit}` (for this bundle alone: `[bundles.{bundle}] limits`)"
    )
}

/// Formats a duration as `10 s` or `250 ms`.
pub(crate) fn plain(time: Duration) -> String {
    if time.subsec_millis() == 0 {
        format!("{} s", time.as_secs())
    } else {
        format!("{} ms", time.as_millis())
    }
}

/// Formats a number of bytes as `64 MiB`, `1.5 KiB` or `12 bytes`.
pub(crate) fn size(bytes: usize) -> String {
    let (unit, name) = match bytes {
        0..1024 => return format!("{bytes} bytes"),
        1024..0x10_0000 => (1024.0, "KiB"),
        _ => (1_048_576.0, "MiB"),
    };
    let value = bytes as f64 / unit;
    if value.fract() == 0.0 {
        format!("{value} {name}")
    } else {
        format!("{value:.1} {name}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use host_bridge::Activity;

    #[test]
    fn deadline_error_names_the_state_of_a_blocked_unity() {
        let error = deadline(&"tool `X`", "b", &CallLimits::default(), Exceeded::Deadline);
        let unity = UnityState {
            activity: Activity::Blocked,
            since: Duration::from_secs(28),
            last_time: None,
            dialog: Some("Save?".to_owned()),
            command: None,
            has_ended: false,
            is_gone: false,
        };
        let error = while_busy(error, &unity);
        assert_eq!(error.kind, ErrorKind::Timeout);
        assert!(
            error.message.ends_with(
                "(`limits.deadline`): Unity does not run its main thread (28 s): the dialog \"Save?\" is open"
            ),
            "{}",
            error.message
        );
        let hint = error.hint.unwrap_or_default();
        assert!(
            hint.contains("close an open dialog") && !hint.contains("limits"),
            "{hint}"
        );
    }

    #[test]
    fn formats_sizes_and_durations() {
        assert_eq!(size(12), "12 bytes");
        assert_eq!(size(64 << 20), "64 MiB");
        assert_eq!(size(1536), "1.5 KiB");
        assert_eq!(plain(Duration::from_secs(10)), "10 s");
        assert_eq!(plain(Duration::from_millis(1250)), "1250 ms");
    }
}
