//! The tool `raycast`, which finds the colliders that a ray hits, or the UI under a point.

use crate::answer::Row;
use crate::naming;
use serde_json::json;
use unity_tools::prelude::*;
use unity_tools::unity::pick::{self, Aim, Hit, Picked, Point, Ray, Viewer};
use unity_tools::unity::types::Vector3;

/// Maximum number of objects that an answer lists as not tested by the raycast. Further ones are only counted.
const NOT_TESTED: usize = 10;

/// The arguments of the tool `raycast`.
#[input]
#[derive(Debug, Default)]
pub(crate) struct Args {
    /// Only this loaded scene; e.g. `Main`.
    scene: Option<String>,
    /// Instead of the main camera; e.g. `/Player/Camera`.
    camera: Option<String>,
    /// Pixels from the lower left; default: the middle; e.g. `[960, 540]`.
    screen: Option<[f64; 2]>,
    /// `screen` is 0 to 1, not pixels.
    normalized: Option<bool>,
    /// With `direction`, instead of `screen`; e.g. `[0, 9, 0]`.
    origin: Option<[f64; 3]>,
    /// e.g. `[0, -1, 0]`.
    direction: Option<[f64; 3]>,
    /// Tests UI instead of colliders.
    ui: Option<bool>,
    #[serde(default)]
    limit: Limit<50>,
    /// `next` of a page.
    cursor: Option<String>,
}

/// One page of hits, which the tool `raycast` returns.
#[output]
pub(crate) struct Answer {
    /// Total number of hits.
    total: u32,
    /// True if no rows follow.
    complete: bool,
    rows: Vec<Row>,
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    not_tested: Option<NotTested>,
    #[serde(skip_serializing_if = "Option::is_none")]
    camera: Option<String>,
    screen: (u32, u32),
}

/// Things that could not be tested, nearest to the ray first.
#[output]
pub(crate) struct NotTested {
    total: u32,
    first: Vec<String>,
}

enum Asked {
    World(Aim),
    Ui(Point),
}

fn parse_args(args: &Args) -> Result<Asked> {
    let is_normalized = args.normalized.unwrap_or_default();
    if let Some(point) = args.screen.filter(|_| is_normalized)
        && point.iter().any(|along| !(0.0..=1.0).contains(along))
    {
        let right = "two numbers from 0 to 1, since normalized is true";
        return Err(ToolError::violation("screen", right, point));
    }
    let refuse = |argument: &str, right: &str, got| Err(ToolError::violation(argument, right, got));
    let ui = args.ui.unwrap_or_default();
    match (args.origin, args.direction) {
        (None, None) => {
            let at = point(args);
            Ok(if ui {
                Asked::Ui(at)
            } else {
                Asked::World(Aim::Screen(at))
            })
        }
        (Some(_), None) => Err(ToolError::missing(
            "direction",
            "three numbers, since origin is given, e.g. [0, -1, 0]",
        )),
        (None, Some(_)) => Err(ToolError::missing(
            "origin",
            "three numbers, since direction is given, e.g. [0, 9, 0]",
        )),
        _ if ui => refuse("ui", "left out, since a ray in the world cannot hit UI", json!(true)),
        _ if args.screen.is_some() => refuse("screen", "left out, since origin is given", json!(args.screen)),
        _ if args.camera.is_some() => refuse("camera", "left out, since origin is given", json!(args.camera)),
        (Some(origin), Some(direction)) => Ok(Asked::World(Aim::Ray(Ray {
            origin: vector(origin),
            direction: vector(direction),
        }))),
    }
}

fn point(args: &Args) -> Point {
    match args.screen {
        Some([x, y]) => Point {
            x: Some(x),
            y: Some(y),
            normalized: args.normalized.unwrap_or_default(),
        },
        None => Point {
            x: Some(0.5),
            y: Some(0.5),
            normalized: true,
        },
    }
}

fn vector([x, y, z]: [f64; 3]) -> Vector3 {
    (x, y, z)
}

/// Rounds a coordinate or distance to four decimal places.
fn short(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}

fn row(hit: Hit) -> Row {
    let (x, y, z) = hit.position;
    let mut row = Row::new();
    row.insert("id".to_owned(), hit.object.into());
    row.insert("file".to_owned(), hit.file.into());
    row.insert("path".to_owned(), hit.unique_path.into());
    row.insert("point".to_owned(), json!([short(x), short(y), short(z)]));
    row.insert("distance".to_owned(), json!(short(hit.distance)));
    if let Some(collider) = hit.collider {
        row.insert("collider".to_owned(), collider.into());
    }
    if let Some(why) = hit.approximate {
        row.insert("approximate".to_owned(), why.into());
    }
    row
}

fn answer(picked: Picked, cursor: Option<&str>, limit: u32) -> Result<Answer> {
    let mut first = picked.not_tested;
    first.truncate(NOT_TESTED);
    let known = picked.hits.len();
    let start = match cursor {
        None => 0,
        Some(cursor) => {
            let place = cursor.strip_prefix("hits:").and_then(|place| place.parse().ok());
            let place = place.filter(|place| *place <= known);
            place.ok_or_else(|| ToolError::violation("cursor", "`next` of the previous page", cursor))?
        }
    };
    let rows: Vec<Row> = picked
        .hits
        .into_iter()
        .skip(start)
        .take(limit as usize)
        .map(row)
        .collect();
    let end = start + rows.len();
    Ok(Answer {
        total: picked.total,
        complete: end as u64 == u64::from(picked.total),
        rows,
        next: (end < known).then(|| format!("hits:{end}")),
        not_tested: (picked.not_tested_total > 0).then_some(NotTested {
            total: picked.not_tested_total,
            first,
        }),
        camera: picked.camera,
        screen: picked.screen,
    })
}

/// Cast a ray through a point of the screen or from a point of the world: returns colliders in order with point and
/// distance, or the UI.
#[tool(
    category = "pick",
    needs = Scene,
    example = r#"{"scene": "Main", "screen": [0.5, 0.5], "normalized": true}"#,
    example = r#"{"origin": [0, 10, 0], "direction": [0, -1, 0]}"#,
    called("x" = "screen", "y" = "screen")
)]
pub(crate) fn raycast(#[arguments] args: Args) -> Result<Reply<Answer>> {
    let asked = parse_args(&args)?;
    let scene = args.scene.as_deref().map(|scene| naming::scene("scene", scene));
    let camera = args.camera.as_deref().map(|camera| naming::object("camera", camera));
    let (scene, camera) = (scene.transpose()?, camera.transpose()?);
    let (camera, note) = camera.map(|meant| (meant.id, meant.note)).unzip();
    let viewer = Viewer {
        scene: scene.map(|scene| scene.id),
        camera,
    };
    let picked = match asked {
        Asked::World(aim) => pick::pick_world(&aim, &viewer),
        Asked::Ui(at) => pick::pick_ui(at, &viewer),
    }?;
    let known = picked.hits.len();
    let answer = answer(picked, args.cursor.as_deref(), args.limit.get())?;
    // Beyond the host's limit for one ray.
    let is_cut = !answer.complete && answer.next.is_none();
    let total = answer.total;
    let reply = Reply::from(answer).note_each(note.flatten());
    Ok(match is_cut {
        true => reply.note(format!(
            "only the first {known} of {total} hits are listed; for those behind them start a ray (`origin`, `direction`) at the last point"
        )),
        false => reply,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    fn args(json: Value) -> Args {
        serde_json::from_value(json).unwrap()
    }

    #[test]
    fn parses_screen_point_or_ray() {
        let at = |given: Value| match parse_args(&args(given)).unwrap() {
            Asked::World(Aim::Screen(at)) | Asked::Ui(at) => (at.x, at.y, at.normalized),
            _ => panic!("a ray"),
        };
        assert_eq!(at(json!({})), (Some(0.5), Some(0.5), true));
        assert_eq!(at(json!({"screen": [3, 4], "ui": true})), (Some(3.0), Some(4.0), false));
        let ray = parse_args(&args(json!({"origin": [0, 1, 2], "direction": [0, -1, 0]}))).unwrap();
        assert!(matches!(ray, Asked::World(Aim::Ray(Ray { direction: (_, y, _), .. })) if y == -1.0));
    }

    #[test]
    fn rejects_conflicting_or_incomplete_arguments() {
        let ray = |name: &str, value: Value| {
            let mut given = json!({"origin": [0, 0, 0], "direction": [0, 0, 1]});
            given[name] = value;
            given
        };
        for (given, part) in [
            (json!({"origin": [0, 0, 0]}), "direction"),
            (json!({"direction": [0, 0, 0]}), "origin"),
            (ray("ui", json!(true)), "ui"),
            (json!({"screen": [0.5, 1.5], "normalized": true}), "screen"),
            (json!({"screen": [-0.1, 0.5], "normalized": true}), "screen"),
            (ray("screen", json!([1, 1])), "screen"),
            (ray("camera", json!("obj:1")), "camera"),
        ] {
            let error = parse_args(&args(given)).err().expect(part);
            let is_named = error.message.starts_with(part) || error.message.contains(&format!("`{part}` is missing"));
            assert!(is_named, "{error}");
        }
    }

    #[test]
    fn pages_hits_and_marks_truncated_results_incomplete() {
        let hit = |number: u32| Hit {
            object: format!("obj:{number}"),
            name: String::new(),
            path: String::new(),
            unique_path: String::new(),
            file: String::new(),
            distance: 0.0,
            position: (0.0, 0.0, 0.0),
            collider: None,
            approximate: None,
        };
        let picked = |total| Picked {
            hits: (0..5).map(hit).collect(),
            total,
            not_tested: Vec::new(),
            not_tested_total: 0,
            camera: None,
            screen: (1920, 1080),
        };
        let mut seen = 0;
        let mut cursor = None;
        loop {
            let page = answer(picked(5), cursor.as_deref(), 2).unwrap();
            seen += page.rows.len();
            assert_eq!(page.complete, page.next.is_none());
            cursor = page.next;
            if cursor.is_none() {
                break;
            }
        }
        assert_eq!(seen, 5);
        let cut = answer(picked(9), None, 50).unwrap();
        assert!(!cut.complete && cut.next.is_none());
        assert!(answer(picked(5), Some("hits:6"), 2).is_err() && answer(picked(5), Some("6"), 2).is_err());
    }

    #[test]
    fn counts_untested_objects_and_lists_the_first_ones() {
        let picked = Picked {
            hits: Vec::new(),
            total: 0,
            not_tested: (0..50).map(|number| format!("/M{number}: a mesh")).collect(),
            not_tested_total: 70,
            camera: None,
            screen: (1920, 1080),
        };
        let told = serde_json::to_value(answer(picked, None, 50).unwrap()).unwrap();
        assert_eq!(told["not_tested"]["total"], 70);
        assert_eq!(told["not_tested"]["first"].as_array().map(Vec::len), Some(10));
        assert_eq!((&told["rows"], told.get("camera")), (&json!([]), None));
    }
}
