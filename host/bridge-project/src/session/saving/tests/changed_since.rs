//! What somebody else wrote where this session has a change that is not saved: it is written over, and that is said.

use super::*;
use unity_project::DiskChange;

/// Of the main camera.
fn edited_outside(copy: &Copy, session: &mut Session, from: &str, to: &str) {
    let text = copy.read(MAIN);
    let (before, behind) = text.split_at(text.find("m_Name: Main Camera").expect("a camera"));
    assert!(behind.contains(from), "{from}");
    let text = before.to_owned() + &behind.replacen(from, to, 1);
    std::fs::write(copy.root().join(MAIN), text).expect("written");
    session.disk_changed(&DiskChange {
        assets: [MAIN.to_owned()].into(),
        ..DiskChange::default()
    });
}

/// What a dry run and the save itself say; the second writes.
fn told(session: &mut Session) -> [Vec<String>; 2] {
    let files = || vec![MAIN.to_owned()];
    [
        Command::PreviewSave { files: files() },
        Command::SaveFiles { files: files() },
    ]
    .map(|command| session.run(command).expect("done").diagnostics)
}

fn object(session: &Session, name: &str) -> ObjectId {
    let all = (0..session.world.len()).filter_map(|place| session.world.at_place(place));
    let mut named = all.filter(|at| session.world.object(*at).is_some_and(|object| &*object.name == name));
    session.world.node(named.next().expect(name)).expect("a node").id
}

const FOV: &str = "  field of view: 60\n";

#[test]
fn a_value_that_somebody_else_changed_since_is_named_with_all_three_values() {
    let copy = Copy::sample();
    let mut session = copy.open();
    let camera = object(&session, "Main Camera");
    let edit = |to: i32| vec![set(camera, "Camera", "fieldOfView", &json!(to))];
    apply(&mut session, edit(33), None).expect("set");
    edited_outside(&copy, &mut session, FOV, "  field of view: 44\n");
    // Set once more, which still hides what the file has.
    apply(&mut session, edit(35), None).expect("set");
    for lines in told(&mut session) {
        let [line] = lines.as_slice() else {
            panic!("{lines:?}");
        };
        for part in [
            MAIN,
            "/Main Camera",
            "UnityEngine.Camera.field of view",
            "60",
            "44",
            "35",
            "entry 1",
        ] {
            assert!(line.contains(part), "no {part} in {line}");
        }
    }
    // What is saved is the file's: changed here again it stands on that.
    apply(&mut session, edit(36), None).expect("set");
    assert_eq!(told(&mut session), [Vec::<String>::new(), Vec::new()]);
    assert!(copy.read(MAIN).contains("  field of view: 36\n"));
}

#[test]
fn what_nobody_else_changed_or_what_was_taken_back_is_not_told() {
    let copy = Copy::sample();
    let mut session = copy.open();
    let camera = object(&session, "Main Camera");
    let edit = |path: &str, to: f64| vec![set(camera, "Camera", path, &json!(to))];
    let first = apply(&mut session, edit("fieldOfView", 33.0), None).expect("set");
    apply(&mut session, edit("nearClipPlane", 0.5), None).expect("set");
    edited_outside(&copy, &mut session, FOV, "  field of view: 44\n");
    undo(&mut session, &[first.entry]).expect("undone");
    // Made anew, with what the file has before one's eyes.
    apply(&mut session, edit("fieldOfView", 35.0), None).expect("set");
    assert_eq!(told(&mut session), [Vec::<String>::new(), Vec::new()]);
    let same = copy.read(MAIN);
    assert!(same.contains("  field of view: 35\n") && same.contains("  near clip plane: 0.5\n"));
}

#[test]
fn another_part_of_the_same_field_that_somebody_else_changed_stays_and_is_not_told() {
    let copy = Copy::sample();
    let mut session = copy.open();
    let camera = object(&session, "Main Camera");
    let background = |red: &str| format!("  m_BackGroundColor: {{r: {red}, g: ");
    apply(
        &mut session,
        vec![set(camera, "Camera", "backgroundColor.b", &json!(0.25))],
        None,
    )
    .expect("set");
    edited_outside(&copy, &mut session, &background("0.19215687"), &background("0.125"));
    assert_eq!(told(&mut session), [Vec::<String>::new(), Vec::new()]);
    let saved = copy.read(MAIN);
    assert!(saved.contains(&background("0.125")) && saved.contains("b: 0.25"));
}
