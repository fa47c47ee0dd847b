//! What is recorded of what came into force.

use super::*;

#[test]
fn what_comes_into_force_is_recorded_with_its_source_and_both_values() {
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
    assert_eq!(setup.changes(), Vec::<String>::new(), "nothing came into force");
    // The value in force is told, not the one that the file had.
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
        "what is narrowed waits for no disk"
    );
    setup.lines.broken.store(false, Ordering::SeqCst);
    std::fs::write(setup.file(), "[bundles.a]\nenabled = false\n").unwrap();
    setup.restart(&PolicyChange::default()).unwrap();
    assert_eq!(
        setup.changes(),
        ["SetConfig for test 1, revision 5: bundles.a.enabled: (not set) → false"]
    );
    setup.rewrite(&format!("{OPEN}[bundles.a]\nenabled = false\n"));
    assert_eq!(setup.changes().len(), 1, "a wider ceiling alone is one, too");
}

#[test]
fn what_was_changed_while_no_host_ran_is_recorded_at_the_next_start() {
    let setup = Setup::with_file(OPEN);
    let data = tempfile::tempdir().unwrap();
    setup.operator.begins(data.path());
    assert_eq!(setup.changes(), Vec::<String>::new(), "no host ended here before");
    setup.rewrite(&format!("{OPEN}[bundles.a]\nenabled = false\n"));
    assert_eq!(setup.changes().len(), 1);
    // It ends; the same file again, then another one.
    let started = |text: &str| {
        let next = Setup::with_file(text);
        next.operator.begins(data.path());
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
    // What a call changed and nobody wrote down is back as the file has it.
    let last = Setup::with_file(OPEN);
    last.operator.begins(data.path());
    last.edit(&writes(true)).unwrap();
    last.changes();
    assert_eq!(
        started(OPEN),
        ["start with a file, revision 1: policy.allow-writes: true → false"]
    );
    // A damaged record is no reason not to start.
    std::fs::write(data.path().join("in-force.json"), "{").unwrap();
    assert_eq!(started(""), Vec::<String>::new());
    assert_eq!(started(""), Vec::<String>::new());
}

#[test]
fn saving_that_the_file_takes_back_and_gives_again_is_recorded() {
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
    // What needs a restart did not come into force; at that restart it does.
    let data = tempfile::tempdir().unwrap();
    let without = Setup::with_file(&save(false));
    without.operator.begins(data.path());
    without.rewrite(&save(true));
    assert_eq!(without.changes(), Vec::<String>::new());
    let next = Setup::with_file(&save(true));
    next.operator.begins(data.path());
    assert_eq!(
        next.changes(),
        ["start with a file, revision 1: project.allow-save: false → true"]
    );
}

#[test]
fn a_file_that_comes_after_the_start_is_in_force_and_recorded() {
    let setup = Setup::with(None, Vec::new());
    setup.operator.look();
    assert_eq!(setup.changes(), Vec::<String>::new(), "there is none yet");
    setup.rewrite("[policy]\nallow-writes = 1\n");
    assert!(!setup.policy.load().allow_writes, "a wrong one changes nothing");
    setup.rewrite("[policy]\nallow-writes = true\n");
    assert!(setup.policy.load().allow_writes);
    assert_eq!(
        setup.changes(),
        ["unity-tool-host.toml, revision 2: policy.allow-writes: false → true"]
    );
    setup.rewrite(LOG_ONLY);
    assert!(!setup.policy.load().allow_writes, "it is the file from now on");
    // One that somebody else could have written is none, also later.
    let planted = Setup::with(None, Vec::new());
    for folder in ["Assets", "ProjectSettings"] {
        std::fs::create_dir(planted.folder.path().join(folder)).unwrap();
    }
    planted.rewrite("[policy]\nallow-writes = true\n");
    assert!(!planted.policy.load().allow_writes);
}
