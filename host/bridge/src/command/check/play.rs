//! Bounds of `play` and `play-edit`.

use super::{check_range, finite, has_at_most, invalid_value, query, quote_shortened};
use crate::error::BridgeError;
use crate::model::{Gesture, PlayMode, Spot, Test, Ticks, Watch};
use std::ops::RangeInclusive;

/// Frames that the statistics cover.
pub(super) const FRAMES: RangeInclusive<u32> = 1..=1_000;
/// Ticks of one step.
const TICKS: RangeInclusive<u32> = 1..=10_000;
/// Watched values.
const WATCHED: usize = 16;

pub(super) fn check_mode(mode: &PlayMode) -> Result<(), BridgeError> {
    match mode {
        PlayMode::Play | PlayMode::Pause | PlayMode::Stop => Ok(()),
        PlayMode::Other(other) => Err(invalid_value(
            "mode",
            quote_shortened(other),
            "one of play, pause, stop",
        )),
    }
}

pub(super) fn check_step(ticks: &Ticks, watched: &[Watch]) -> Result<(), BridgeError> {
    match ticks {
        Ticks::Frames(count) => check_range("ticks.frames", *count, &TICKS, "")?,
        Ticks::Physics(count) => check_range("ticks.physics", *count, &TICKS, "")?,
        Ticks::Other(other, _) => return Err(invalid_value("ticks", quote_shortened(other), "one of frames, physics")),
    }
    has_at_most("watched", watched.len(), WATCHED, "values")?;
    watched.iter().try_for_each(|watch| {
        query::name("watched.component", &watch.field.component)?;
        query::name("watched.path", &watch.field.path)?;
        watch.until.as_ref().map_or(Ok(()), |until| {
            query::check_test(&Test {
                path: watch.field.path.clone(),
                op: until.op.clone(),
                value: until.value.clone(),
            })
        })
    })
}

pub(super) fn check_gesture(gesture: &Gesture) -> Result<(), BridgeError> {
    match gesture {
        Gesture::Scroll { x, y, .. } => {
            finite("gesture.x", *x, "a finite number")?;
            finite("gesture.y", *y, "a finite number")?;
        }
        Gesture::Other(other, _) => {
            return Err(invalid_value(
                "gesture",
                quote_shortened(other),
                "one of click, drag, scroll, submit",
            ));
        }
        Gesture::Click(_) | Gesture::Drag { .. } | Gesture::Submit(_) => {}
    }
    gesture.spots().into_iter().try_for_each(|spot| match spot {
        Spot::Object(_) => Ok(()),
        Spot::Screen(at) => {
            finite("spot.x", at.x, "pixels")?;
            finite("spot.y", at.y, "pixels")
        }
        Spot::Other(other) => Err(invalid_value("spot", quote_shortened(other), "one of object, screen")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::Command;
    use crate::model::{FieldPath, ObjectId, Op, ScreenSpot, Until, ValueText};

    #[test]
    fn what_no_game_could_do_is_named_with_what_would_be_right() {
        let watch = |path: &str, op, value: Option<&str>| Watch {
            object: ObjectId(1),
            field: FieldPath {
                component: "Transform".to_owned(),
                path: path.to_owned(),
            },
            until: Some(Until {
                op,
                value: value.map(|value| ValueText::from_json_text(value.to_owned())),
            }),
        };
        let step = |ticks, watched: Vec<Watch>| Command::Step { ticks, watched };
        let many = vec![watch("y", Op::Exists, None); 17];
        let act = |gesture| Command::Act { gesture };
        let nowhere = || {
            let (x, y) = (f64::NAN, 0.0);
            Spot::Screen(ScreenSpot { x, y })
        };
        let table = [
            (Command::FrameStats { frames: 0 }, "`frames` is 0", "1 to 1000"),
            (
                step(Ticks::Physics(10_001), vec![]),
                "`ticks.physics` is 10001",
                "1 to 10000",
            ),
            (step(Ticks::Frames(0), vec![]), "`ticks.frames` is 0", "1 to 10000"),
            (
                step(Ticks::Other("beats".to_owned(), 1), vec![]),
                "beats",
                "frames, physics",
            ),
            (step(Ticks::Frames(1), many), "`watched` has 17", "16"),
            (
                step(Ticks::Frames(1), vec![watch(" ", Op::Exists, None)]),
                "`watched.path` is blank",
                "",
            ),
            (
                step(Ticks::Frames(1), vec![watch("y", Op::Less, None)]),
                "without a value",
                "compared",
            ),
            (act(Gesture::Click(nowhere())), "`spot.x` is NaN", "pixels"),
            (
                act(Gesture::Submit(Spot::Other("near".to_owned()))),
                "near",
                "object, screen",
            ),
            (
                Command::SetPlayMode {
                    mode: PlayMode::Other("rewind".to_owned()),
                },
                "rewind",
                "play, pause, stop",
            ),
        ];
        for (command, given, right) in table {
            let error = command.check().expect_err(given);
            assert!(
                error.message.contains(given) && error.message.contains(right),
                "{error}"
            );
        }
    }
}
