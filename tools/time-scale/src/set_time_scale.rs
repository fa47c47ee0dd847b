//! The tool `SetTimeScale`, which sets Unity's time scale.

use crate::TimeScale;
use unity_tools::prelude::*;
use unity_tools::unity::time_scale::Scale;
use unity_tools::unity::time_scale_edit;

fn reply(wanted: f64, applied: Scale) -> Reply<TimeScale> {
    let clamped = (applied.value - wanted).abs() > f64::from(f32::EPSILON) * wanted.abs().max(1.0);
    let note = format!(
        "{wanted} was not applied: the time scale is limited to 0 to 4, and is now {}",
        applied.value
    );
    let reply = Reply::new(TimeScale::from(applied));
    if clamped { reply.note(note) } else { reply }
}

/// Set the time scale. Session only on a project folder.
#[tool(
    write,
    name = "SetTimeScale",
    title = "Set time scale",
    category = "time",
    idempotent,
    example = r#"{"value": 0.5, "lock": true}"#,
    needs = SceneEdit
)]
pub(crate) fn set_time_scale(
    /// 0 to 4; 1 is real time.
    value: f64,
    /// True prevents changes by the game's own writes.
    lock: Option<bool>,
) -> Result<Reply<TimeScale>> {
    Ok(reply(value, time_scale_edit::set(value, lock)?))
}

#[cfg(test)]
mod tests {
    use super::reply;
    use unity_tools::unity::time_scale::Scale;

    #[test]
    fn notes_if_a_different_value_was_applied() {
        let applied = |value| Scale { value, locked: false };
        assert!(reply(2.0, applied(2.0)).notes().is_empty());
        assert!(
            reply(0.1, applied(f64::from(0.1_f32))).notes().is_empty(),
            "single precision is not worth a note"
        );
        assert!(reply(9.0, applied(4.0)).notes()[0].contains("is now 4"));
    }
}
