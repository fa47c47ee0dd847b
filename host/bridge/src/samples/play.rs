//! Samples of a running game: its clock, steps, input.

use super::{OBJECT, text};
use crate::command::Command;
use crate::model::{
    Cell, FieldPath, FrameStats, GameClock, Gesture, Op, PlayMode, ScreenSpot, Spot, Stepped, Ticks, Touched, Until,
    ValueText, Watch,
};
use crate::reply::Reply;

pub(crate) fn commands() -> Vec<Command> {
    let height = |until| Watch {
        object: OBJECT,
        field: FieldPath {
            component: text("Transform"),
            path: text("position.y"),
        },
        until,
    };
    let below = Until {
        op: Op::Less,
        value: Some(ValueText::from_json_text(text("-1.5"))),
    };
    let gone = Until {
        op: Op::Missing,
        value: None,
    };
    let screen = |x, y| Spot::Screen(ScreenSpot { x, y });
    let act = |gesture| Command::Act { gesture };
    vec![
        Command::GetClock,
        Command::FrameStats { frames: 300 },
        Command::SetPlayMode { mode: PlayMode::Pause },
        Command::SetPlayMode {
            mode: PlayMode::Other(text("rewind")),
        },
        Command::Freeze { frozen: true },
        Command::Step {
            ticks: Ticks::Physics(10),
            watched: vec![height(Some(below)), height(Some(gone)), height(None)],
        },
        Command::Step {
            ticks: Ticks::Frames(1),
            watched: Vec::new(),
        },
        Command::Step {
            ticks: Ticks::Other(text("beats"), 4),
            watched: Vec::new(),
        },
        act(Gesture::Click(Spot::Object(OBJECT))),
        act(Gesture::Drag {
            from: Spot::Object(OBJECT),
            to: screen(320.0, f64::NAN),
        }),
        act(Gesture::Scroll {
            at: screen(0.5, 240.0),
            x: 0.0,
            y: -3.5,
        }),
        act(Gesture::Submit(Spot::Other(text("nearby")))),
        act(Gesture::Other(
            text("pinch"),
            ValueText::from_json_text(text("{\"by\":2}")),
        )),
    ]
}

pub(crate) fn replies() -> Vec<Reply> {
    let clock = GameClock {
        frame: 1_234,
        time: 20.5,
        fixed_time: 20.48,
        fixed_step: 0.02,
        frozen: true,
    };
    let cell = |value: &str| Cell(Some(ValueText::from_json_text(text(value))));
    vec![
        Reply::Clock(clock),
        Reply::FrameStats(FrameStats {
            frames: 300,
            median: 16.7,
            p95: 20.5,
            longest: 48.0,
            main_thread: Some(3.5),
            garbage: Some(0),
        }),
        Reply::Stepped(Stepped {
            passed: 2,
            met: true,
            values: vec![vec![cell("-0.5"), cell("null")], vec![cell("-1.75"), Cell(None)]],
            left_out: 7,
            clock,
        }),
        Reply::Touched(Touched {
            object: Some(OBJECT),
            in_front: vec![OBJECT],
            handlers: vec![text("UnityEngine.UI.Button.OnPointerClick")],
        }),
    ]
}
