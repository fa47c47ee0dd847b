//! Tests of the progress reports of a waiting call.

use super::*;

fn count_of(waits: Waits) -> (WaitsFor, u32, u32) {
    match waits {
        Waits::Counted(what, done, total) => (what, done, total),
        Waits::Unity(..) | Waits::Done(..) => panic!("no Unity runs here"),
    }
}

#[tokio::test]
async fn progress_of_scene_loading_never_decreases() {
    let Some(folder) = tests_projects::folder() else { return };
    let bridge = open(&folder.join("ui-effect"), OpenScenes::All);
    let steps = Arc::new(std::sync::Mutex::new(Vec::new()));
    let told = Arc::clone(&steps);
    let call = BridgeCall {
        progress: Some(Arc::new(move |waits| {
            told.lock().expect("a lock").push(count_of(waits))
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
async fn reports_progress_of_the_reference_index() {
    let steps = Arc::new(std::sync::Mutex::new(Vec::new()));
    let told = Arc::clone(&steps);
    let progress: LoadProgress = Arc::new(move |waits| {
        told.lock().expect("a lock").push(count_of(waits));
    });
    let (counter, files) = watch::channel((0, 0));
    let count = async move {
        for done in 1..=3 {
            counter.send_replace((done, 3));
            tokio::task::yield_now().await;
        }
    };
    tokio::join!(biased; tell_files(&progress, files), count);
    let steps = std::mem::take(&mut *steps.lock().expect("a lock"));
    assert_eq!(steps, [1, 2, 3].map(|done| (WaitsFor::References, done, 3)));
    // The count ended before the first read: it is reported once.
    let (counter, files) = watch::channel((0, 0));
    let told = Arc::new(std::sync::Mutex::new(Vec::new()));
    let last = Arc::clone(&told);
    let progress: LoadProgress = Arc::new(move |waits| {
        let (_, done, total) = count_of(waits);
        last.lock().expect("a lock").push((done, total));
    });
    counter.send_replace((7, 7));
    drop(counter);
    tell_files(&progress, files).await;
    assert_eq!(*told.lock().expect("a lock"), [(7, 7)]);
}
