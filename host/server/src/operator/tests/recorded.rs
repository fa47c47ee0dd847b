//! The audit lines for changes of the active configuration.

use super::*;

#[test]
fn records_active_changes_with_source_and_both_values() {
    let setup = Setup::with_file(OPEN);
    setup.edit(&writes(true)).unwrap();
    assert_eq!(
        setup.changes(),
        ["SetConfig for test 1, revision 2: policy.allow-writes: false → true"]
    );
    setup.edit(&writes(true)).unwrap();
    setup
        .edit(&PolicyChange {
            require_confirm: Some(false),
            ..PolicyChange::default()
        })
        .unwrap_err();
    setup.rewrite(&format!("{OPEN}[log]\nlevel = \"warn\"\n"));
    assert_eq!(setup.changes(), Vec::<String>::new(), "no active value changed");
    // The line contains the active value before, not the one in the file.
    setup.rewrite("[policy]\nrequire-confirm = false\n[bundles.a]\nenabled = false\n");
    assert_eq!(
        setup.changes(),
        [
            "unity-tool-host.toml, revision 3: policy.allow-writes: true → false; policy.require-confirm: true → false; \
             bundles.a.enabled: (not set) → false; policy.ceiling.allow-writes: true → (not set)"
        ]
    );
    setup.lines.broken.store(true, Ordering::SeqCst);
    setup.rewrite(LOG_ONLY);
    assert!(
        setup.policy.load().require_confirm,
        "a narrower policy does not wait for a disk"
    );
    setup.lines.broken.store(false, Ordering::SeqCst);
    std::fs::write(setup.file(), "[bundles.a]\nenabled = false\n").unwrap();
    setup.restart(&PolicyChange::default()).unwrap();
    assert_eq!(
        setup.changes(),
        ["SetConfig for test 1, revision 5: bundles.a.enabled: (not set) → false"]
    );
    setup.rewrite(&format!("{OPEN}[bundles.a]\nenabled = false\n"));
    assert_eq!(setup.changes().len(), 1, "a wider ceiling alone is a change, too");
}

#[test]
fn records_changes_since_the_last_run_at_the_next_start() {
    let setup = Setup::with_file(OPEN);
    let data = tempfile::tempdir().unwrap();
    setup.operator.begin_serving(data.path());
    assert_eq!(setup.changes(), Vec::<String>::new(), "no host ended here before");
    setup.rewrite(&format!("{OPEN}[bundles.a]\nenabled = false\n"));
    assert_eq!(setup.changes().len(), 1);
    // A second host at the same time has another policy, which is no change, and does not replace the stored values.
    let second = Setup::with_file("[policy]\nallow-writes = true\n");
    second.operator.begin_serving(data.path());
    assert_eq!(second.changes(), Vec::<String>::new());
    drop((setup, second));
    // The host ends; it starts with the same file again, then with another one.
    let started = |text: &str| {
        let next = Setup::with_file(text);
        next.operator.begin_serving(data.path());
        next.changes()
    };
    assert_eq!(
        started(&format!("{OPEN}[bundles.a]\nenabled = false\n")),
        Vec::<String>::new()
    );
    assert_eq!(
        started("[policy]\nallow-writes = true\nrequire-confirm = false\n[log]\nlevel = \"warn\"\n"),
        [
            "start with a file, revision 1: bundles.a.enabled: false → (not set); policy.allow-writes: false → true; \
             policy.ceiling.allow-writes: true → (not set); policy.require-confirm: true → false"
        ]
    );
    // A change by a call that was not stored is replaced by the file's value.
    let last = Setup::with_file(OPEN);
    last.operator.begin_serving(data.path());
    last.edit(&writes(true)).unwrap();
    last.changes();
    drop(last);
    assert_eq!(
        started(OPEN),
        ["start with a file, revision 1: policy.allow-writes: true → false"]
    );
    // A damaged record must not prevent the start.
    std::fs::write(data.path().join("in-force.json"), "{").unwrap();
    assert_eq!(started(""), Vec::<String>::new());
    assert_eq!(started(""), Vec::<String>::new());
}

#[test]
fn records_disabling_and_enabling_of_saving() {
    let save = |on: bool| format!("[project]\nallow-save = {on}\n");
    let setup = Setup::with_file(&save(true));
    setup.rewrite(&save(false));
    assert_eq!(
        setup.changes(),
        ["unity-tool-host.toml, revision 1: project.allow-save: true → false"]
    );
    setup.rewrite(&format!("{}[log]\nlevel = \"warn\"\n", save(false)));
    assert_eq!(setup.changes(), Vec::<String>::new(), "it was off already");
    setup.rewrite(&save(true));
    assert_eq!(
        setup.changes(),
        ["unity-tool-host.toml, revision 1: project.allow-save: false → true"]
    );
    // A key that needs a restart did not change; it does at that restart.
    let data = tempfile::tempdir().unwrap();
    let without = Setup::with_file(&save(false));
    without.operator.begin_serving(data.path());
    without.rewrite(&save(true));
    assert_eq!(without.changes(), Vec::<String>::new());
    drop(without);
    let next = Setup::with_file(&save(true));
    next.operator.begin_serving(data.path());
    assert_eq!(
        next.changes(),
        ["start with a file, revision 1: project.allow-save: false → true"]
    );
}

#[test]
fn applies_and_records_file_created_after_the_start() {
    let setup = Setup::prepare(None, Vec::new());
    setup.operator.look();
    assert_eq!(setup.changes(), Vec::<String>::new(), "no file exists yet");
    setup.rewrite("[policy]\nallow-writes = 1\n");
    assert!(!setup.policy.load().allow_writes, "a wrong file changes nothing");
    setup.rewrite("[policy]\nallow-writes = true\n");
    assert!(setup.policy.load().allow_writes);
    assert_eq!(
        setup.changes(),
        ["unity-tool-host.toml, revision 2: policy.allow-writes: false → true"]
    );
    setup.rewrite(LOG_ONLY);
    assert!(!setup.policy.load().allow_writes, "the file is used from now on");
    // A file that others could have written is never used, even later.
    let planted = Setup::prepare(None, Vec::new());
    for folder in ["Assets", "ProjectSettings"] {
        std::fs::create_dir(planted.folder.path().join(folder)).unwrap();
    }
    planted.rewrite("[policy]\nallow-writes = true\n");
    assert!(!planted.policy.load().allow_writes);
}
