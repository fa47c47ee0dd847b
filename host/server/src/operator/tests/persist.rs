//! Tests of policy changes that are written to the configuration file.

use super::*;

#[test]
fn persist_writes_changed_key_without_triggering_a_reload() {
    let before = "# ours\n[policy]\npersist = true # keep\n\n[policy.ceiling]\nallow-writes = true\n";
    let setup = Setup::with_file(before);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(setup.file(), std::fs::Permissions::from_mode(0o640)).unwrap();
    }
    let revision = setup.edit(&writes(true)).unwrap();
    assert_eq!(
        setup.text(),
        "# ours\n[policy]\npersist = true # keep\nallow-writes = true\n\n[policy.ceiling]\nallow-writes = true\n"
    );
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(setup.file()).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o640, "the file's access rights stay");
    }
    setup.operator.look();
    assert_eq!(setup.policy.load().revision, revision);
    assert_eq!(setup.take_notifications(), (1, 0));
    // The file now contains the active values.
    let read = Configuration::read(&setup.operator.sources).unwrap();
    assert!(read.settings.policy.allow_writes);
    // An edit by the operator works as before.
    setup.rewrite(&setup.text().replace("allow-writes = true", "allow-writes = false"));
    assert!(!setup.policy.load().allow_writes);
}

#[test]
fn persist_rereads_the_file_and_never_overwrites_unread_changes() {
    let setup = Setup::with_file("[policy]\npersist = true\nallow-writes = true\n");
    // Written, and the watcher has not looked yet.
    std::fs::write(
        setup.file(),
        "[policy]\npersist = true\nallow-writes = true\nrequire-confirm = false\n",
    )
    .unwrap();
    setup.edit(&writes(false)).unwrap();
    assert!(!setup.policy.load().require_confirm && !setup.policy.load().allow_writes);
    assert_eq!(
        setup.text(),
        "[policy]\npersist = true\nallow-writes = false\nrequire-confirm = false\n"
    );
    for broken in ["[policy\n", "[policy]\nallow-writes = 5\n"] {
        std::fs::write(setup.file(), broken).unwrap();
        // Once when it is noticed, once when it is known.
        for _ in 0..2 {
            let refused = setup.edit(&components(&[])).map(|_| ()).unwrap_err();
            assert!(matches!(refused, PolicyEditError::NotWritten(_)), "{refused}");
        }
        assert_eq!(setup.text(), broken);
    }
    std::fs::remove_file(setup.file()).unwrap();
    let revision = setup.policy.load().revision;
    assert!(
        setup
            .edit(&PolicyChange {
                require_confirm: Some(true),
                ..PolicyChange::default()
            })
            .is_err()
    );
    assert_eq!(setup.policy.load().revision, revision);
}

#[test]
fn rejects_persist_without_a_file_with_instructions() {
    let flag = |key: &str, value: &str| Flag {
        key: key.to_owned(),
        shown: format!("--set {key}"),
        written: Written::Text(value.to_owned()),
    };
    let setup = Setup::prepare(
        None,
        vec![flag("policy.persist", "true"), flag("policy.allow-writes", "true")],
    );
    let Err(PolicyEditError::Other(why)) = setup.edit(&writes(false)) else {
        panic!("another answer")
    };
    assert!(why.contains("--config"), "{why}");
    assert!(setup.policy.load().allow_writes);
    assert_eq!(setup.lines(), ["failed: NotReady policy.ceiling config [allow-writes]"]);
}

#[test]
fn restart_persists_the_change() {
    let setup = Setup::with_file(OPEN);
    std::fs::write(setup.file(), format!("{OPEN}[policy]\npersist = true\n")).unwrap();
    setup.restart(&writes(true)).unwrap();
    assert!(
        setup.text().contains("persist = true\nallow-writes = true\n"),
        "{}",
        setup.text()
    );
    let revision = setup.policy.load().revision;
    setup.operator.look();
    assert_eq!(setup.policy.load().revision, revision);
    assert!(setup.policy.load().allow_writes);
}

#[cfg(unix)]
#[test]
fn persist_rejects_read_only_file_and_keeps_link() {
    use std::os::unix::fs::PermissionsExt;
    let setup = Setup::with_file("[policy]\npersist = true\nallow-writes = true\n");
    let real = setup.folder.path().join("real.toml");
    std::fs::rename(setup.file(), &real).unwrap();
    std::os::unix::fs::symlink(&real, setup.file()).unwrap();
    let before = setup.text();
    std::fs::set_permissions(&real, std::fs::Permissions::from_mode(0o400)).unwrap();
    let Err(PolicyEditError::NotWritten(why)) = setup.edit(&writes(false)) else {
        panic!("another answer")
    };
    assert!(why.contains("read-only"), "{why}");
    assert_eq!(setup.text(), before);
    std::fs::set_permissions(&real, std::fs::Permissions::from_mode(0o600)).unwrap();
    setup.edit(&writes(false)).unwrap();
    assert!(std::fs::symlink_metadata(setup.file()).unwrap().is_symlink());
    assert!(std::fs::read_to_string(&real).unwrap().contains("allow-writes = false"));
}
