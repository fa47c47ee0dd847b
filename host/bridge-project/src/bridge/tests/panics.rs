//! Tests of panics in a command or while reading a file: nothing else fails, and lost changes are reported.

use super::*;
use host_api::Effect;
use host_bridge::{NewObject, Origin, Vector3};

fn fails(path: &str) -> Command {
    Command::FindObjects {
        path: path.to_owned(),
        page: page(0, 10),
    }
}

fn create(name: &str) -> Command {
    Command::CreateObject {
        object: NewObject {
            name: name.to_owned(),
            parent: None,
            scene: Some(SceneId(0)),
            components: Vec::new(),
            position: Vector3 { x: 0.0, y: 0.0, z: 0.0 },
        },
    }
}

async fn create_object(bridge: &ProjectBridge, name: &str) -> ObjectId {
    match run(bridge, create(name)).await.expect("made").reply {
        Reply::Created(id) => id,
        other => panic!("{other:?}"),
    }
}

/// Deactivates an object, opens another scene and creates an object. Returns the created object.
async fn change_session(bridge: &ProjectBridge) -> ObjectId {
    let object = ObjectId(1);
    let off = Command::SetActive { object, active: false };
    run(bridge, off).await.expect("a change");
    run(
        bridge,
        Command::OpenScene {
            scene: SceneId(1),
            additive: None,
        },
    )
    .await
    .expect("opened");
    create_object(bridge, "Made").await
}

async fn is_loaded(bridge: &ProjectBridge) -> Vec<bool> {
    scenes(bridge).await.items.iter().map(|scene| scene.is_loaded).collect()
}

#[tokio::test]
async fn panicking_command_returns_error_and_restores_the_session() {
    let project = sample();
    let bridge = open(project.root(), OpenScenes::First);
    let made = change_session(&bridge).await;
    let before = all(&bridge, SceneId(0)).await;
    for command in [fails("/fails"), create("/fails"), fails("/fails late")] {
        let error = run(&bridge, command).await.expect_err("a defect");
        assert_eq!(error.kind, BridgeErrorKind::Internal);
        assert!(
            error.message.contains("provoked") && error.message.contains("restored as it was"),
            "{error}"
        );
        assert_eq!(bridge.state(), BridgeState::Ready);
        assert_eq!(is_loaded(&bridge).await, [true, true]);
        assert_eq!(all(&bridge, SceneId(0)).await, before);
        assert!(!object(&bridge, ObjectId(1)).await.expect("a card").active);
        assert_eq!(object(&bridge, made).await.expect("a card").name, "Made");
        assert_eq!(bridge.project().session_edits, 2);
    }
    assert_ne!(create_object(&bridge, "Next").await, made);
}

#[tokio::test]
async fn panic_while_recording_a_write_reports_the_lost_changes() {
    let project = sample();
    let bridge = open(project.root(), OpenScenes::First);
    let made = change_session(&bridge).await;
    let mut events = bridge.events();
    let error = run(&bridge, create("/fails late")).await.expect_err("a defect");
    assert!(error.message.contains("its 3 changes are lost"), "{error}");
    assert!(matches!(events.try_recv(), Ok(told) if matches!(told.what, Event::ScenesChanged { .. })));
    assert!(object(&bridge, ObjectId(1)).await.expect("a card").active);
    assert_eq!(
        object(&bridge, made).await.expect_err("gone").kind,
        BridgeErrorKind::NotFound
    );
    assert_eq!(is_loaded(&bridge).await, [true, false]);
    assert_eq!(bridge.project().session_edits, 0);
}

/// Runs a command with an idempotency key, like a client that may repeat the call.
async fn keyed(bridge: &ProjectBridge, command: &Command) -> Result<Replied, BridgeError> {
    let call = BridgeCall::internal();
    let caller = Origin::for_host(Effect::Write).caller;
    let key = CallKey::new(
        &caller,
        "bundle",
        "Tool",
        Some(command.function().name().to_owned()),
        call.id,
    );
    let call = BridgeCall {
        key: CommandKey {
            call: Arc::new(key),
            number: 1,
        },
        ..call
    };
    bridge.execute(command.clone().checked()?, call).await
}

/// A written file is not part of the session, so restoring the session does not undo the write.
#[tokio::test]
async fn panic_after_file_write_gives_unknown_outcome_and_no_rewrite() {
    let scene = "Assets/fails late.unity";
    let project = sample();
    project.asset(scene, &guid('d'), objects(&[(1, "F", 0)]));
    let base = tempfile::tempdir().expect("a folder");
    let bridge = ProjectBridge::open(ProjectOptions {
        open: OpenScenes::All,
        watch: WatchMode::Off,
        scripts_folder: Some(base.path().join("scripts")),
        allow_save: true,
        backup_folder: Some(base.path().join("backups")),
        ..ProjectOptions::new(project.root())
    })
    .expect("a thread");
    let script = base.path().join("scripts/a.cs");
    let saved = project.root().join(scene);
    let listed = scenes(&bridge).await;
    let made_in = listed
        .items
        .iter()
        .find(|scene| scene.name == "fails late")
        .expect("a scene")
        .id;
    let write = Command::WriteScript {
        path: "a.cs".to_owned(),
        content: "/fails late".to_owned(),
    };
    let save = Command::SaveFiles {
        files: vec![scene.to_owned()],
        needs: None,
    };
    let object = all(&bridge, made_in).await.first().expect("an object").id;
    let set = Command::SetActive { object, active: false };
    run(&bridge, set).await.expect("a change");
    for (command, file) in [(write, script), (save, saved)] {
        let error = keyed(&bridge, &command).await.expect_err("a defect");
        assert_eq!(error.kind, BridgeErrorKind::OutcomeUnknown, "{error}");
        let written = std::fs::read_to_string(&file).expect("it was written");
        assert!(
            written.contains("fails late") || written.contains("m_IsActive: 0"),
            "{written}"
        );
        // If the same key wrote the file again, its content would change.
        std::fs::write(&file, "as it is now").expect("a file");
        assert_eq!(keyed(&bridge, &command).await, Err(error));
        assert_eq!(std::fs::read_to_string(&file).expect("a file"), "as it is now");
    }
}

#[tokio::test]
async fn answers_panicking_command_if_the_project_cannot_be_reopened() {
    let project = sample();
    let bridge = open(project.root(), OpenScenes::First);
    let call = BridgeCall::internal();
    let fate = Arc::clone(&call.fate);
    run(&bridge, Command::ProjectInfo).await.expect("it is open");
    std::fs::remove_dir_all(project.root()).expect("removed");
    let create = create("/fails late").checked().expect("good values");
    let error = bridge.execute(create, call).await.expect_err("a defect");
    assert_eq!(error.kind, BridgeErrorKind::Internal);
    assert!(
        error.message.contains("provoked") && error.message.contains("opened again"),
        "{error}"
    );
    // The end of the command was reported: a caller that leaves now gets it immediately.
    let (tells, told) = std::sync::mpsc::channel();
    fate.leave(move |failed| tells.send(failed).expect("a receiver"));
    assert_eq!(told.try_recv(), Ok(Some(BridgeErrorKind::Internal)));
}

#[tokio::test]
async fn reports_scene_file_that_makes_the_reader_panic() {
    let project = sample();
    project.asset("Assets/Fails.unity", &guid('d'), objects(&[(1, "F", 0)]));
    let bridge = open(project.root(), OpenScenes::All);
    let listed = scenes(&bridge).await;
    let problem = listed
        .items
        .iter()
        .find(|scene| scene.name == "Fails")
        .and_then(|scene| scene.problem.clone());
    let problem = problem.expect("a problem");
    assert!(problem.contains("inside this host: provoked by a file"), "{problem}");
    assert_eq!(bridge.state(), BridgeState::Ready);
    assert_eq!(listed.items.iter().filter(|scene| scene.is_loaded).count(), 2);
}
