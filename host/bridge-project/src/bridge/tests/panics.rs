//! A defect in one command or file: that one fails, everything else goes on, and what was lost is told.

use super::*;
use host_bridge::{NewObject, Vector3};

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

async fn created(bridge: &ProjectBridge, name: &str) -> ObjectId {
    match run(bridge, create(name)).await.expect("made").reply {
        Reply::Created(id) => id,
        other => panic!("{other:?}"),
    }
}

/// An object that is switched off, another scene opened, an object made.
async fn changed(bridge: &ProjectBridge) -> ObjectId {
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
    created(bridge, "Made").await
}

async fn is_loaded(bridge: &ProjectBridge) -> Vec<bool> {
    scenes(bridge).await.items.iter().map(|scene| scene.is_loaded).collect()
}

#[tokio::test]
async fn a_command_that_panics_is_an_error_and_the_session_is_as_it_was() {
    let project = sample();
    let bridge = open(project.root(), OpenScenes::First);
    let made = changed(&bridge).await;
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
    assert_ne!(created(&bridge, "Next").await, made);
}

#[tokio::test]
async fn a_write_that_panics_in_the_middle_of_its_record_says_what_is_lost() {
    let project = sample();
    let bridge = open(project.root(), OpenScenes::First);
    let made = changed(&bridge).await;
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

#[tokio::test]
async fn a_file_that_makes_the_reader_panic_is_that_scenes_problem() {
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
