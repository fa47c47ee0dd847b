//! Tests that unsaved edits in a journal folder survive the end of the bridge.

use super::*;
use host_bridge::{EditRequest, EditTarget, EditTouches, NewObject, Vector3};

/// A temporary folder with a copy of the sample project and the journal folder for its edits.
struct Kept(tempfile::TempDir);

impl Kept {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/unity/sample");
        tests_projects::copy(&sample, &folder.path().join("game"), |bytes| bytes);
        Self(folder)
    }

    async fn open(&self, is_sample: bool) -> ProjectBridge {
        let bridge = ProjectBridge::open(ProjectOptions {
            watch: WatchMode::Off,
            is_sample,
            journal_folder: Some(self.0.path().join("edits")),
            ..ProjectOptions::new(self.0.path().join("game"))
        });
        let bridge = bridge.expect("a thread");
        assert_eq!(bridge.wait_until_loaded(&|_, _| {}).await, BridgeState::Ready);
        bridge
    }
}

fn deactivate() -> Command {
    let object = EditTarget::Object(ObjectId(1));
    Command::ApplyEdits {
        edits: vec![EditRequest::SetActive { object, active: false }],
        digest: None,
        touches: EditTouches::default(),
    }
}

#[tokio::test]
async fn shutdown_reports_unsaved_edits_and_next_start_restores_them() {
    let kept = Kept::new();
    let bridge = kept.open(false).await;
    assert_eq!(bridge.report_unsaved().await, None);
    run(&bridge, deactivate()).await.expect("done");
    let mut lines = bridge.log().subscribe();
    let line =
        "the host ends with 1 unsaved edit in 1 file: kept in the edit journal and applied again at the next start";
    assert_eq!(bridge.report_unsaved().await.as_deref(), Some(line));
    assert_eq!(lines.try_recv().expect("announced").what.message, line);
    drop(bridge);
    let bridge = kept.open(false).await;
    assert!(!object(&bridge, ObjectId(1)).await.expect("a card").active);
    drop(bridge);
    // No edits of the sample are kept, and the journal in the folder belongs to another project.
    let bridge = kept.open(true).await;
    assert!(object(&bridge, ObjectId(1)).await.expect("a card").active);
    run(&bridge, deactivate()).await.expect("done");
    let line = bridge.report_unsaved().await.expect("a line");
    assert!(line.ends_with("lost, since this host keeps no edit journal"), "{line}");
}

#[tokio::test]
async fn replays_acknowledged_edits_from_the_journal_after_a_panic() {
    let kept = Kept::new();
    let bridge = kept.open(false).await;
    run(&bridge, deactivate()).await.expect("done");
    let object_made = NewObject {
        name: "/fails late".to_owned(),
        parent: None,
        scene: Some(SceneId(0)),
        components: Vec::new(),
        position: Vector3 { x: 0.0, y: 0.0, z: 0.0 },
    };
    let failed = run(&bridge, Command::CreateObject { object: object_made }).await;
    let told = failed.expect_err("a defect").message;
    assert!(told.contains("replayed from the edit journal"), "{told}");
    assert!(!object(&bridge, ObjectId(1)).await.expect("a card").active);
}

#[tokio::test]
async fn second_host_journals_edits_after_the_first_has_ended() {
    let kept = Kept::new();
    let first = kept.open(false).await;
    run(&first, deactivate()).await.expect("done");
    let second = kept.open(false).await;
    assert!(object(&second, ObjectId(1)).await.expect("a card").active);
    drop(first);
    let other = Command::ApplyEdits {
        edits: vec![EditRequest::SetActive {
            object: EditTarget::Object(ObjectId(2)),
            active: false,
        }],
        digest: None,
        touches: EditTouches::default(),
    };
    let notes = run(&second, other).await.expect("done").diagnostics;
    assert!(
        notes.iter().any(|note| note.contains("has ended: from now on")),
        "{notes:?}"
    );
    assert!(!notes.iter().any(|note| note.contains("is lost when")), "{notes:?}");
    drop(second);
    let third = kept.open(false).await;
    for id in [1, 2] {
        assert!(!object(&third, ObjectId(id)).await.expect("a card").active, "{id}");
    }
}
