//! The tool `step`, which freezes game time or advances it by ticks.

use crate::clock::Clock;
use serde_json::{Value, value::RawValue};
use unity_tools::lookup;
use unity_tools::prelude::*;
use unity_tools::unity::play_edit::{self, Stepped, Ticks};
use unity_tools::unity::query::Op;
use unity_tools::unity::values::Field;

/// The arguments of the tool `step`.
#[input]
#[derive(Default)]
pub(crate) struct Args {
    /// Physics ticks to advance.
    #[schemars(range(min = 1, max = 10000))]
    physics: Option<u32>,
    /// Frames to advance, instead of `physics`.
    #[schemars(range(min = 1, max = 10000))]
    frames: Option<u32>,
    /// Without ticks: true freezes game time, false releases it.
    frozen: Option<bool>,
    /// Values to read after each tick; one with `op` ends the step once it holds.
    #[schemars(length(max = 16))]
    watch: Option<Vec<Watch>>,
    /// Maximum rows of values; the last are kept.
    #[serde(default)]
    limit: Limit<20, 1000>,
}

/// One value to watch.
#[input]
pub(crate) struct Watch {
    /// Id, path or unique name.
    object: String,
    /// `Type.path`; e.g. `Transform.position.y`.
    field: String,
    op: Option<Until>,
    value: Option<Value>,
}

#[input]
#[derive(Clone, Copy)]
enum Until {
    #[serde(rename = "=")]
    Equal,
    #[serde(rename = "!=")]
    Unequal,
    #[serde(rename = ">")]
    Greater,
    #[serde(rename = ">=")]
    AtLeast,
    #[serde(rename = "<")]
    Less,
    #[serde(rename = "<=")]
    AtMost,
    #[serde(rename = "exists")]
    Exists,
    #[serde(rename = "missing")]
    Missing,
}

/// The passed ticks and the watched values, which the tool `step` returns.
#[output]
pub(crate) struct Passed {
    /// Number of ticks that passed.
    passed: u32,
    /// True if a condition of `watch` ended the step.
    met: bool,
    /// The watched values, one row per tick, in the order of `watch`; null if unreadable.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<Vec<Value>>")]
    values: Vec<Vec<Option<Box<RawValue>>>>,
    /// Number of earlier rows that `values` omits.
    #[serde(skip_serializing_if = "is_none")]
    left_out: u32,
    clock: Clock,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
fn is_none(count: &u32) -> bool {
    *count == 0
}

fn stop_condition(watch: &Watch) -> Result<Option<(Op, String)>> {
    let takes_none = matches!(watch.op, Some(Until::Exists | Until::Missing));
    let op = match watch.op {
        None if watch.value.is_some() => {
            return Err(ToolError::missing("op", "how to compare with the value, e.g. <"));
        }
        None => return Ok(None),
        Some(Until::Equal) => Op::Equal,
        Some(Until::Unequal) => Op::Unequal,
        Some(Until::Greater) => Op::Greater,
        Some(Until::AtLeast) => Op::AtLeast,
        Some(Until::Less) => Op::Less,
        Some(Until::AtMost) => Op::AtMost,
        Some(Until::Exists) => Op::Exists,
        Some(Until::Missing) => Op::Missing,
    };
    match &watch.value {
        None if !takes_none => Err(ToolError::missing("value", "what to compare with, since op is given")),
        Some(value) if takes_none => Err(ToolError::violation(
            "value",
            "left out, since this op takes none",
            value,
        )),
        value => Ok(Some((op, value.as_ref().unwrap_or(&Value::Null).to_string()))),
    }
}

fn field(text: &str) -> Result<Field> {
    lookup::field(text)
        .ok_or_else(|| ToolError::violation("field", "a type and a path, e.g. Transform.position.y", text))
}

fn watched(watch: &Watch) -> Result<play_edit::Watch> {
    Ok(play_edit::Watch {
        field: field(&watch.field)?,
        until: stop_condition(watch)?,
        object: lookup::object("object", &watch.object)?.id,
    })
}

/// Returns how many physics ticks or frames the game must advance; `None` if it is only frozen or released.
fn ticks(args: &Args) -> Result<Option<Ticks>> {
    match (args.physics, args.frames) {
        (Some(_), Some(frames)) => Err(ToolError::violation(
            "frames",
            "left out, since physics is given",
            frames,
        )),
        (None, None) if args.watch.as_ref().is_some_and(|watch| !watch.is_empty()) => Err(ToolError::missing(
            "physics",
            "ticks to pass at most, since values are watched",
        )),
        (None, None) if args.frozen.is_none() => Err(ToolError::missing("physics", "ticks to pass, e.g. 10")),
        (None, None) => Ok(None),
        _ if args.frozen == Some(false) => {
            let right = "left out: the game is frozen after a step; release it with a separate call";
            Err(ToolError::violation("frozen", right, false))
        }
        (Some(physics), None) => Ok(Some(Ticks::Physics(physics))),
        (None, Some(frames)) => Ok(Some(Ticks::Frames(frames))),
    }
}

fn convert_stepped(stepped: Stepped, limit: u32) -> Passed {
    let all = stepped.values.len();
    let skipped = all.saturating_sub(limit as usize);
    let json = |json: Option<String>| json.and_then(|json| RawValue::from_string(json).ok());
    let rows = stepped.values.into_iter().skip(skipped);
    Passed {
        passed: stepped.passed,
        met: stepped.met,
        values: rows.map(|row| row.into_iter().map(json).collect()).collect(),
        left_out: stepped
            .left_out
            .saturating_add(u32::try_from(skipped).unwrap_or(u32::MAX)),
        clock: stepped.clock.into(),
    }
}

/// Freeze the running game and advance it by physics ticks or frames, until a watched value meets a condition; returns
/// the values after each. The game stays frozen; {"frozen": false} releases it.
#[tool(
    write,
    category = "play",
    notes = "The time scale applies during a step; other calls wait for its end.",
    needs = Play,
    example = r#"{"physics": 200, "watch": [{"object": "/Ball", "field": "Transform.position.y", "op": "<", "value": -1}]}"#,
    example = r#"{"frozen": false}"#
)]
pub(crate) fn step(#[arguments] args: Args) -> Result<Reply<Passed>> {
    let Some(ticks) = ticks(&args)? else {
        let clock = play_edit::freeze(args.frozen == Some(true))?;
        return Ok(Reply::new(Passed {
            passed: 0,
            met: false,
            values: Vec::new(),
            left_out: 0,
            clock: clock.into(),
        }));
    };
    let watch: Result<Vec<_>, _> = args.watch.unwrap_or_default().iter().map(watched).collect();
    let stepped = play_edit::step(&ticks, &watch?)?;
    Ok(convert_stepped(stepped, args.limit.get()).into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use unity_tools::unity::play;

    fn args(given: Value) -> Args {
        serde_json::from_value(given).unwrap()
    }

    #[test]
    fn parses_one_step_unit_and_rejects_conflicting_arguments() {
        assert!(matches!(
            ticks(&args(json!({"physics": 3}))),
            Ok(Some(Ticks::Physics(3)))
        ));
        assert!(matches!(
            ticks(&args(json!({"frames": 3, "frozen": true}))),
            Ok(Some(Ticks::Frames(3)))
        ));
        assert!(matches!(ticks(&args(json!({"frozen": false}))), Ok(None)));
        let watch = json!([{"object": "A", "field": "B.c"}]);
        for (given, part) in [
            (json!({}), "physics"),
            (json!({"frozen": true, "watch": watch}), "physics"),
            (json!({"physics": 1, "frames": 1}), "frames"),
            (json!({"physics": 1, "frozen": false}), "frozen"),
        ] {
            let error = ticks(&args(given)).expect_err(part);
            assert!(error.message.contains(part), "{error}");
        }
    }

    #[test]
    fn rejects_incomplete_stop_condition() {
        let watch = |given: Value| -> Watch { serde_json::from_value(given).unwrap() };
        let below = watch(json!({"object": "A", "field": "T.y", "op": "<", "value": -1.5}));
        assert!(matches!(stop_condition(&below), Ok(Some((Op::Less, value))) if value == "-1.5"));
        assert!(matches!(
            stop_condition(&watch(json!({"object": "A", "field": "T.y"}))),
            Ok(None)
        ));
        for (given, part) in [
            (json!({"object": "A", "field": "T.y", "op": "<"}), "value"),
            (json!({"object": "A", "field": "T.y", "value": 1}), "op"),
            (
                json!({"object": "A", "field": "T.y", "op": "exists", "value": 1}),
                "value",
            ),
        ] {
            let error = stop_condition(&watch(given)).expect_err(part);
            assert!(error.message.contains(part), "{error}");
        }
        assert!(field("y").is_err());
    }

    #[test]
    fn keeps_last_rows_unchanged_and_counts_the_others() {
        let row = |text: &str| vec![Some(text.to_owned()), None];
        let stepped = Stepped {
            passed: 7,
            met: true,
            values: vec![row("1.50"), row("2.50"), row("-0.10")],
            left_out: 4,
            clock: play::Clock {
                frame: 1,
                time: 0.0,
                fixed_time: 0.0,
                fixed_step: 0.02,
                frozen: true,
            },
        };
        let written = serde_json::to_string(&convert_stepped(stepped, 2)).unwrap();
        assert!(
            written.contains(r#""values":[[2.50,null],[-0.10,null]],"left_out":5"#),
            "{written}"
        );
    }
}
