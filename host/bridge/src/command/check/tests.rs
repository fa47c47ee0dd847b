//! A table with one row for each bound.

use super::*;
use crate::model::{Aim, Gesture, ObjectFilter, ObjectId, ScreenPoint, Vector3, Viewer};
use crate::samples::{commands, page};

fn create_command(change: impl FnOnce(&mut NewObject)) -> Command {
    let mut object = NewObject {
        name: "Lamp".to_owned(),
        parent: None,
        scene: None,
        position: Vector3::default(),
        components: Vec::new(),
    };
    change(&mut object);
    Command::CreateObject { object }
}

fn hooks(change: impl FnOnce(&mut PageRequest)) -> Command {
    let mut page = page();
    change(&mut page);
    Command::ListHooks { page }
}

fn tail(count: u32, level: &str) -> Command {
    Command::TailLogs {
        count,
        min_level: Some(level.to_owned()),
        source: None,
        text: None,
        max_bytes: 1,
    }
}

fn source(source: String) -> Command {
    Command::SetHookSource {
        signature: "System.Void A::B()".to_owned(),
        source,
    }
}

#[test]
fn what_no_unity_could_take_is_named_with_what_would_be_right() {
    let layer = ObjectFilter {
        layer: Some(32),
        ..ObjectFilter::default()
    };
    let at = ScreenPoint {
        x: Some(1.0),
        y: Some(f64::NAN),
        normalized: false,
    };
    let vector = |[x, y, z]: [f64; 3]| Vector3 { x, y, z };
    let ray = |origin, direction| Command::PickWorld {
        aim: Aim::Ray {
            origin: vector(origin),
            direction: vector(direction),
        },
        viewer: Viewer::default(),
    };
    let shot = |width, height| Command::Screenshot {
        width,
        height,
        output_path: None,
    };
    let command = Command::RunCommand {
        name: " ".to_owned(),
        parameters: String::new(),
    };
    let table: Vec<(Command, &str, &str)> = vec![
        (hooks(|page| page.limit = 0), "`page.limit` is 0", "1 to 500"),
        (hooks(|page| page.limit = 501), "`page.limit` is 501", "1 to 500"),
        (
            hooks(|page| page.cursor = Some("x".repeat(CURSOR + 1))),
            "`page.cursor` is 16385 bytes",
            "16384",
        ),
        (
            Command::ListObjects {
                filter: layer,
                page: page(),
            },
            "`filter.layer` is 32",
            "0 to 31",
        ),
        (
            Command::FindObjects {
                path: "World".to_owned(),
                page: page(),
            },
            "\"World\"",
            "starts with /",
        ),
        (
            create_command(|object| object.name = "x".repeat(1_025)),
            "`name` is 1025 bytes",
            "1024",
        ),
        (
            create_command(|object| object.name = "a\nb".to_owned()),
            "a\\nb",
            "control character",
        ),
        (
            create_command(|object| object.position.y = f64::INFINITY),
            "`position.y` is inf",
            "finite",
        ),
        (
            create_command(|object| object.position.z = 1e39),
            "`position.z` is 1",
            "32-bit",
        ),
        (
            create_command(|object| object.components = vec!["A".to_owned(); 65]),
            "`components` has 65 types",
            "64",
        ),
        (
            create_command(|object| object.components = vec![" ".to_owned()]),
            "`components` is blank",
            "type name",
        ),
        (
            create_command(|object| object.components = vec!["UnityEngine.Transform".to_owned()]),
            "UnityEngine.Transform",
            "other than Transform",
        ),
        (
            Command::Select {
                objects: vec![ObjectId(1); 1_001],
            },
            "`objects` has 1001 ids",
            "1000",
        ),
        (
            Command::SetTimeScale {
                value: f64::NAN,
                lock: None,
            },
            "`value` is NaN",
            "0 to 4",
        ),
        (tail(0, "info"), "`count` is 0", "1 to 2000"),
        (tail(2_001, "info"), "`count` is 2001", "1 to 2000"),
        (tail(1, "loud"), "`min-level` is \"loud\"", "debug, info, warn, error"),
        (
            Command::PickUi {
                at,
                viewer: Viewer::default(),
            },
            "`y` is NaN",
            "finite",
        ),
        (
            ray([f64::INFINITY, 0.0, 0.0], [0.0, 1.0, 0.0]),
            "`aim.origin` is inf",
            "three finite",
        ),
        (
            ray([0.0; 3], [0.0, -0.0, 0.0]),
            "`aim.direction` is 0.0, -0.0, 0.0",
            "a direction",
        ),
        (
            ray([0.0; 3], [0.0, 1e-320, 0.0]),
            "`aim.direction` is 0.0, 1e-320, 0.0",
            "a direction",
        ),
        (ray([1e39, 0.0, 0.0], [0.0, 1.0, 0.0]), "`aim.origin` is 1", "32-bit"),
        (shot(0, 1), "`width` is 0", "1 to 8192 pixels"),
        (shot(1, 8_193), "`height` is 8193", "1 to 8192 pixels"),
        (
            Command::Wireframe { width: 15, height: 99 },
            "`width` is 15",
            "16 to 4096 pixels",
        ),
        (
            Command::Wireframe {
                width: 99,
                height: 4_097,
            },
            "`height` is 4097",
            "16 to 4096 pixels",
        ),
        (source(" \n".to_owned()), "`source` is blank", "C#"),
        (source("x".repeat(SOURCE + 1)), "`source` is 262145 bytes", "262144"),
        (
            Command::ExecuteMenuItem { path: " ".to_owned() },
            "`path` is blank",
            "menu item",
        ),
        (command, "`name` is blank", "command"),
    ];
    for (command, given, right) in table {
        let error = command.check().expect_err(given);
        assert_eq!(error.kind, BridgeErrorKind::InvalidArgument);
        let told = error.message.contains(given) && error.message.contains(right);
        assert!(told && error.message.len() < 300, "{error}");
        let data: serde_json::Value = serde_json::from_str(&error.data.expect("data")).expect("JSON");
        let argument = data["argument"].as_str().expect("the argument");
        assert!(error.message.starts_with(&format!("`{argument}` ")), "{data}");
    }
}

#[test]
fn what_some_unity_could_take_passes() {
    let bad = |command: &Command| {
        matches!(
            command,
            // The samples contain numbers that JSON cannot represent.
            Command::CreateObject { .. }
                | Command::PickWorld { .. }
                | Command::Act {
                    gesture: Gesture::Drag { .. }
                }
        )
        // The samples also contain values that this version does not know, which the check rejects.
        || format!("{command:?}").contains("Other(")
    };
    for command in commands().iter().filter(|command| !bad(command)) {
        assert_eq!(command.check(), Ok(()), "{command:?}");
    }
    assert_eq!(create_command(|object| object.name = "a/b".repeat(300)).check(), Ok(()));
    assert_eq!(source("x".repeat(SOURCE)).check(), Ok(()));
}
