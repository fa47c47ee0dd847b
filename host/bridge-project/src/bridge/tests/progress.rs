//! What a call that waits is told.

use super::*;
use host_bridge::{CursorPage, ReferenceTarget, UsersRequest};

#[tokio::test]
async fn progress_is_told_while_a_call_waits() {
    let Some(folder) = tests_projects::folder() else { return };
    let bridge = open(&folder.join("ui-effect"), OpenScenes::All);
    let steps = Arc::new(std::sync::Mutex::new(Vec::new()));
    let told = Arc::clone(&steps);
    let call = BridgeCall {
        progress: Some(Arc::new(move |what, done, total| {
            told.lock().expect("a lock").push((what, done, total))
        })),
        ..BridgeCall::internal()
    };
    bridge
        .execute(Command::ProjectInfo.checked().expect("no values"), call)
        .await
        .expect("info");
    let steps = std::mem::take(&mut *steps.lock().expect("a lock"));
    assert!(steps.is_sorted(), "{steps:?}");
    assert!(
        steps
            .iter()
            .all(|(what, done, total)| *what == WaitsFor::Scenes && done <= total)
    );
}

#[tokio::test]
async fn whoever_waits_for_the_index_of_references_is_told_how_far_it_is() {
    let Some(folder) = tests_projects::folder() else { return };
    let bridge = open(&folder.join("ui-effect"), OpenScenes::First);
    let steps = Arc::new(std::sync::Mutex::new(Vec::new()));
    let told = Arc::clone(&steps);
    let call = BridgeCall {
        progress: Some(Arc::new(move |what, done, total| {
            told.lock().expect("a lock").push((what, done, total))
        })),
        ..BridgeCall::internal()
    };
    let request = UsersRequest {
        target: ReferenceTarget::TypeName("Image".to_owned()),
        places: Vec::new(),
        page: CursorPage {
            limit: 1,
            cursor: None,
            max_bytes: 4_096,
        },
    };
    let command = Command::FindUsers { request };
    bridge
        .execute(command.checked().expect("good values"), call)
        .await
        .expect("users");
    let mut steps = std::mem::take(&mut *steps.lock().expect("a lock"));
    steps.retain(|(what, ..)| *what == WaitsFor::References);
    assert!(steps.len() > 1 && steps.is_sorted(), "{steps:?}");
    assert!(steps.iter().all(|(_, done, total)| done <= total && *total > 100));
}
