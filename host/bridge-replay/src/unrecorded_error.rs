//! The error for a call that the recording does not contain.
//!
//! Belongs here: the message with the most similar recorded call, and advice. Does not: the search for it (`timeline`).

use crate::read::Recording;
use crate::timeline::Unrecorded;
use host_bridge::{BridgeError, BridgeErrorKind, Function};
use serde_json::json;

/// Returns a `NotReady` error for a call that has no recorded answer. `why` is the reason.
pub(crate) fn error(recording: &Recording, unity: Option<usize>, function: Function, why: &Unrecorded) -> BridgeError {
    let of = |unity: Option<usize>| {
        unity
            .and_then(|unity| recording.targets.get(unity))
            .map_or("", String::as_str)
    };
    let gaps = recording
        .gaps()
        .map(|gaps| format!("; the recording {gaps}"))
        .unwrap_or_default();
    let again = "record again with this call in it";
    let not_ready =
        |message: String, hint: String| BridgeError::new(BridgeErrorKind::NotReady, message).with_hint(hint);
    match why {
        Unrecorded::Never => not_ready(
            format!("a recording answers, and `{function}` was not called while it was made; nothing was done"),
            format!("{again}, or use a live target{gaps}"),
        ),
        Unrecorded::UsedUp { times } => not_ready(
            format!(
                "a recording answers, and this change by `{function}` was recorded {}; nothing was done",
                match times {
                    1 => "once and was already replayed".to_owned(),
                    times => format!("{times} times, which were all replayed"),
                }
            ),
            format!("start the replay again, or {again}{gaps}"),
        ),
        Unrecorded::Differs => not_ready(
            format!("a recording answers, and `{function}` was not recorded with these arguments; nothing was done"),
            format!("{again}, or use a live target{gaps}"),
        ),
        Unrecorded::Nearest {
            line,
            difference,
            calls,
            compared,
            elsewhere,
        } => {
            let whose = match elsewhere {
                Some(_) => format!(" went to {}", of(*elsewhere)),
                None => String::new(),
            };
            let hint = format!("repeat a recorded call ({calls} calls of `{function}`), or {again}{gaps}");
            let begin = "a recording answers, and";
            let Some(difference) = difference else {
                let message = format!(
                    "{begin} `{function}` was not recorded with these arguments; nothing was done. The call nearest in length (line \
                     {line}){whose} is too long to be compared"
                );
                let data = json!({ "function": function.method(), "line": line });
                return not_ready(message, hint).with_data(&data);
            };
            let (path, recorded, asked) = match difference.path.as_str() {
                // The same arguments on another target.
                "" => ("its target", of(*elsewhere), of(unity)),
                path => (path, difference.recorded.as_str(), difference.asked.as_str()),
            };
            let more = match difference.count.saturating_sub(1) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            let nearest = match compared < calls {
                true => format!("nearest call of those looked at, {compared} of {calls}"),
                false => "nearest call".to_owned(),
            };
            not_ready(
                format!(
                    "{begin} `{function}` was not recorded with these arguments; nothing was done. The {nearest} (line {line}){whose} \
                     has {recorded} for {path}{more}; this call has {asked}"
                ),
                hint,
            )
            .with_data(&json!({
                "function": function.method(),
                "argument": path,
                "given": asked,
                "nearest": recorded,
                "line": line,
            }))
        }
    }
}
