//! Tests with more messages than the channels of the bridge can hold.

use super::*;

#[tokio::test]
async fn flood_of_log_lines_drops_no_event() {
    let project = sample();
    let bridge = open(project.root(), OpenScenes::First);
    bridge.wait_until_loaded(&|_, _| {}).await;
    let (mut events, mut logs) = (bridge.events(), bridge.log().subscribe());
    let scene = SceneId(1);
    run(&bridge, Command::OpenScene { scene, additive: None })
        .await
        .expect("a scene");
    for at in 0..3 * EVENTS {
        let line = LogLine {
            time: "2026-01-01T00:00:00+00:00".into(),
            level: "info".into(),
            message: format!("line {at}"),
            source: "mcp".into(),
            category: None,
        };
        bridge.log().append(line);
    }
    let object = ObjectId(1);
    run(&bridge, Command::SetActive { object, active: false })
        .await
        .expect("a write");
    let mut changes = Vec::new();
    while let Ok(event) = events.try_recv().map(|told| told.what) {
        // The event of the ready state may come just after the state itself.
        if event != Event::StateChanged {
            changes.push(event);
        }
    }
    assert!(
        matches!(changes.as_slice(), [Event::ScenesChanged { added, .. }, Event::ScenesChanged { .. }] if added.contains(&scene)),
        "{changes:?}"
    );
    assert!(
        matches!(logs.try_recv(), Err(broadcast::error::TryRecvError::Lagged(missed)) if missed as usize >= EVENTS),
        "lines are lost and counted"
    );
}
