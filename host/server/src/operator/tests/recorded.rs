//! What is recorded of what came into force.

use super::*;

#[test]
fn what_comes_into_force_is_recorded_with_its_source_and_both_values() {
    let desk = Desk::with_file(OPEN);
    desk.edit(&writes(true)).unwrap();
    assert_eq!(
        desk.changes(),
        ["SetConfig for test 1, revision 2: policy.allow-writes: false → true"]
    );
    desk.edit(&writes(true)).unwrap();
    desk.edit(&PolicyChange {
        require_confirm: Some(false),
        ..PolicyChange::default()
    })
    .unwrap_err();
    desk.rewrite(&format!("{OPEN}[log]\nlevel = \"warn\"\n"));
    assert_eq!(desk.changes(), Vec::<String>::new(), "nothing came into force");
    // The value in force is told, not the one that the file had.
    desk.rewrite("[policy]\nrequire-confirm = false\n[bundles.a]\nenabled = false\n");
    assert_eq!(
        desk.changes(),
        [
            "unity-tool-host.toml, revision 3: policy.allow-writes: true → false; policy.require-confirm: true → false; \
             bundles.a.enabled: (not set) → false; policy.ceiling.allow-writes: true → (not set)"
        ]
    );
    desk.lines.broken.store(true, Ordering::SeqCst);
    desk.rewrite("");
    assert!(desk.policy.load().require_confirm, "what is narrowed waits for no disk");
    desk.lines.broken.store(false, Ordering::SeqCst);
    std::fs::write(desk.file(), "[bundles.a]\nenabled = false\n").unwrap();
    desk.restart(&PolicyChange::default()).unwrap();
    assert_eq!(
        desk.changes(),
        ["SetConfig for test 1, revision 5: bundles.a.enabled: (not set) → false"]
    );
    desk.rewrite(&format!("{OPEN}[bundles.a]\nenabled = false\n"));
    assert_eq!(desk.changes().len(), 1, "a wider ceiling alone is one, too");
}
