//! Tests of large files: background threads read them while the session answers other commands.

use super::{page, query, run_once, script, until_answered_with};
use crate::options::{OpenScenes, ProjectOptions};
use crate::session::Session;
use host_bridge::{Command, ObjectId, PageRequest, Replied, SceneId, Scope, TimeScale};
use serde_json::json;
use std::sync::mpsc;
use std::time::Duration;
use tests_projects::{TinyProject, guid, instance, objects};
use unity_files::DiskChange;
use unity_scripts::background_files::discard;
use unity_scripts::csharp_sources::turn;

const LARGE: &str = "Assets/Large.unity";

/// A project with a scene of half a megabyte: two kinds of scripts, and an instance of a prefab with a missing one.
fn project() -> TinyProject {
    let project = TinyProject::new();
    project.asset("Assets/Small.unity", &guid('a'), objects(&[(1, "Small", 0)]));
    let easy = "public class Easy : UnityEngine.MonoBehaviour { public Kind kind; } public enum Kind { Small, Large }";
    project.asset("Assets/Easy.cs", &guid('e'), easy);
    let nested = objects(&[(11, "Nest", 0)]) + &instance(100, &guid('9'), 12, &[]);
    project.asset("Assets/Nest.prefab", &guid('b'), nested);
    let names: Vec<String> = (0..1_500).map(|at| format!("Ball{at}")).collect();
    let rows: Vec<(i64, &str, i64)> = (0..)
        .zip(&names)
        .map(|(at, name)| (2 * at + 1, name.as_str(), 0))
        .collect();
    let scene = objects(&rows)
        + &script(900_001, 1, 'e', "kind: 1")
        + &script(900_002, 3, '9', "speed: 2")
        + &instance(900_003, &guid('b'), 0, &[]);
    assert!(scene.len() > 256 * 1024, "{} bytes are no large file", scene.len());
    project.asset(LARGE, &guid('c'), scene);
    project
}

fn session(project: &TinyProject) -> Session {
    let options = ProjectOptions {
        open: OpenScenes::Paths(vec!["Assets/Small.unity".to_owned()]),
        ..ProjectOptions::new(project.root())
    };
    Session::open(project.root(), &options, &|_, _| true).expect("a project")
}

fn commands() -> Vec<Command> {
    let Command::Query { mut request } = query("kind", &json!("Large")) else {
        unreachable!("it makes a query");
    };
    request.scope = Scope::Files(vec![LARGE.to_owned()]);
    let list = PageRequest {
        offset: 0,
        limit: 500,
        max_bytes: page().max_bytes,
        cursor: None,
    };
    let large = SceneId(0);
    vec![
        Command::Hierarchy {
            path: LARGE.to_owned(),
            max_depth: None,
            page: list.clone(),
        },
        Command::Query { request },
        Command::OpenScene {
            scene: large,
            additive: Some(true),
        },
        Command::ListScenes {
            filter: Default::default(),
            page: list,
        },
    ]
}

fn answer(session: &mut Session, command: &Command, meanwhile: &mut dyn FnMut(&mut Session)) -> Replied {
    let (outcome, _) = until_answered_with(session, command, &mut |session, _| meanwhile(session));
    outcome.unwrap_or_else(|error| panic!("{command:?}: {error:?}"))
}

/// A value that blocks the thread which drops it, until the channel gets a message or closes.
struct BusyThread(mpsc::Receiver<()>);

impl Drop for BusyThread {
    fn drop(&mut self) {
        let _ = self.0.recv();
    }
}

/// Blocks the thread that reads files until a message is sent or the sender is dropped. Without this, a file may be
/// read before the session checks, so that no command waits.
fn hold_file_thread(session: &Session) -> mpsc::Sender<()> {
    let (release, held) = mpsc::channel();
    discard(session.library.types().sources(), BusyThread(held));
    release
}

#[test]
fn background_reading_of_a_large_file_gives_the_same_answers() {
    let project = project();
    let (mut waiting, mut beside) = (session(&project), session(&project));
    let mut others = Vec::new();
    for command in commands() {
        let expected = waiting.run(command.clone()).expect("an answer");
        let mut awaited = 0;
        let release = hold_file_thread(&beside);
        let answer = answer(&mut beside, &command, &mut |session| {
            awaited += 1;
            // The thread needs only the first message.
            let _ = release.send(());
            let other = run_once(session, &Command::GetTimeScale).expect("an answer");
            assert_eq!(
                other.reply,
                host_bridge::Reply::TimeScale(TimeScale {
                    value: 1.0,
                    locked: false
                })
            );
        });
        assert_eq!(
            format!("{:?}", answer.reply),
            format!("{:?}", expected.reply),
            "{command:?}"
        );
        assert_eq!(answer.diagnostics, expected.diagnostics, "{command:?}");
        others.push(awaited > 0);
        drop(release);
    }
    // The first three read the file; the list uses what opening found.
    assert_eq!(others, [true, true, true, false]);
    let problems = |session: &Session| -> Vec<String> {
        let slots = session.scenes.iter().filter_map(|slot| slot.loaded.as_ref());
        slots.flat_map(|loaded| loaded.problems.clone()).collect()
    };
    assert!(
        !problems(&waiting).is_empty(),
        "no problem names what the nested prefab lacks"
    );
    assert_eq!(problems(&beside), problems(&waiting));
}

/// Runs `work` inside a `turn` that never waits for background work.
fn turn_with<T>(work: impl FnOnce() -> T) -> T {
    turn::begin(Duration::ZERO);
    let done = work();
    turn::end();
    done
}

#[test]
fn rereads_prefab_changed_during_background_reading() {
    let project = project();
    let mut session = session(&project);
    let open = Command::OpenScene {
        scene: SceneId(0),
        additive: Some(true),
    };
    let mut is_played_out = false;
    let release = hold_file_thread(&session);
    let (_, _) = until_answered_with(&mut session, &open, &mut |session, _| {
        let _ = release.send(());
        if std::mem::replace(&mut is_played_out, true) {
            return;
        }
        while !turn_with(|| session.library.prepare(LARGE)) {
            std::thread::yield_now();
        }
        project.write("Assets/Nest.prefab", objects(&[(11, "Other", 0)]));
        session.disk_changed(&DiskChange {
            assets: ["Assets/Nest.prefab".to_owned()].into(),
            ..DiskChange::default()
        });
    });
    assert!(is_played_out, "the scene was not read beside the session");
    let names = |name: &str| {
        let places = 0..session.world.count();
        let nodes = places.filter_map(|place| session.world.object(session.world.node_at_place(place)?));
        nodes.filter(|object| &*object.name == name).count()
    };
    assert_eq!((names("Other"), names("Nest"), names("Ball7")), (1, 0, 1));
}

#[test]
fn assigns_ids_of_large_files_in_the_background() {
    let project = TinyProject::new();
    project.asset("Assets/Small.unity", &guid('a'), objects(&[(1, "Small", 0)]));
    let rows: Vec<(i64, &str, i64)> = (0..6_000).map(|at| (2 * at + 1, "Ball", 0)).collect();
    project.asset(LARGE, &guid('c'), objects(&rows));
    let (mut waiting, mut beside) = (session(&project), session(&project));
    let open = Command::OpenScene {
        scene: SceneId(0),
        additive: Some(true),
    };
    waiting.run(open.clone()).expect("a scene");
    let mut release = hold_file_thread(&beside);
    let (outcome, times) = until_answered_with(&mut beside, &open, &mut |session, _| {
        let _ = release.send(());
        release = hold_file_thread(session);
    });
    drop(release);
    outcome.expect("a scene");
    assert!(
        times >= 3,
        "expanded and numbered in the background, but asked only {times} times"
    );
    let ids = |session: &Session| -> Vec<ObjectId> {
        let places = 0..session.world.count();
        let nodes = places.filter_map(|place| session.world.node(session.world.node_at_place(place)?));
        nodes.map(|node| node.id).collect()
    };
    assert_eq!(ids(&beside).len(), 6_001);
    assert_eq!(ids(&beside), ids(&waiting));
}

#[test]
fn rereads_file_changed_during_background_reading() {
    let project = project();
    let mut session = session(&project);
    let Some(command) = commands().into_iter().next() else {
        unreachable!("there are commands");
    };
    let mut changed = false;
    let release = hold_file_thread(&session);
    let replied = answer(&mut session, &command, &mut |_| {
        let _ = release.send(());
        if !std::mem::replace(&mut changed, true) {
            project.write(LARGE, objects(&[(1, "Other", 0)]));
        }
    });
    let told = format!("{:?}", replied.reply);
    assert!(told.contains("Other") && !told.contains("Ball"), "{told}");
}
