//! Tests that a pick never hits a disabled canvas.

use super::*;
use tests_projects::{TinyProject, guid, objects};

const CANVAS: &str = "--- !u!223 &70\nCanvas:\n  m_GameObject: {fileID: 10}\n  m_Enabled: 1\n";

/// Returns the notes about canvases in the reply to a pick that hits nothing.
fn canvas_notes(scene: &str) -> Vec<String> {
    let project = TinyProject::new();
    project.asset("Assets/A.unity", &guid('a'), scene);
    let mut session = open(project.root(), OpenScenes::All, Some((400, 200)));
    let (picked, mut notes) = pick(&mut session, point(10.0, 10.0, false));
    assert!(picked.hits.is_empty(), "{picked:?}");
    notes.retain(|note| note.contains("canvas"));
    notes
}

#[test]
fn pick_without_hits_reports_inactive_or_disabled_canvases() {
    let on = objects(&[(10, "HUD", 0), (12, "Menu", 0)]) + CANVAS;
    assert_eq!(canvas_notes(&on), Vec::<String>::new());
    let disabled = on.replace("m_Enabled: 1", "m_Enabled: 0");
    assert_eq!(
        canvas_notes(&disabled),
        ["1 canvas is inactive or disabled, and was not tested: /HUD"]
    );
    let inactive = on.replacen("m_IsActive: 1", "m_IsActive: 0", 1);
    assert_ne!(inactive, on);
    let two = inactive
        + &CANVAS
            .replace("&70", "&71")
            .replace("fileID: 10", "fileID: 12")
            .replace("m_Enabled: 1", "m_Enabled: 0");
    assert_eq!(
        canvas_notes(&two),
        ["2 canvases are inactive or disabled, and were not tested, first /HUD"]
    );
}
