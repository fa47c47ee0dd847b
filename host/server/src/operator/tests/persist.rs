//! Changes that are kept in the file.

use super::*;

#[test]
fn persist_writes_the_changed_key_and_the_own_file_is_no_operators_change() {
    let before = "# ours\n[policy]\npersist = true # keep\n\n[policy.ceiling]\nallow-writes = true\n";
    let desk = Desk::with_file(before);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(desk.file(), std::fs::Permissions::from_mode(0o640)).unwrap();
    }
    let revision = desk.edit(&writes(true)).unwrap();
    assert_eq!(
        desk.text(),
        "# ours\n[policy]\npersist = true # keep\nallow-writes = true\n\n[policy.ceiling]\nallow-writes = true\n"
    );
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(desk.file()).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o640, "the file's rights stay");
    }
    desk.operator.look();
    assert_eq!(desk.policy.load().revision, revision);
    assert_eq!(desk.told(), (1, 0));
    // What a start would read now is what is in force.
    let read = Configuration::read(&desk.operator.sources).unwrap();
    assert!(read.settings.policy.allow_writes);
    // An edit of the operator's is one as before.
    desk.rewrite(&desk.text().replace("allow-writes = true", "allow-writes = false"));
    assert!(!desk.policy.load().allow_writes);
}

#[test]
fn persist_looks_first_and_writes_over_nothing_that_nobody_looked_at() {
    let desk = Desk::with_file("[policy]\npersist = true\nallow-writes = true\n");
    // Written, and the watcher has not looked yet.
    std::fs::write(
        desk.file(),
        "[policy]\npersist = true\nallow-writes = true\nrequire-confirm = false\n",
    )
    .unwrap();
    desk.edit(&writes(false)).unwrap();
    assert!(!desk.policy.load().require_confirm && !desk.policy.load().allow_writes);
    assert_eq!(
        desk.text(),
        "[policy]\npersist = true\nallow-writes = false\nrequire-confirm = false\n"
    );
    for broken in ["[policy\n", "[policy]\nallow-writes = 5\n"] {
        std::fs::write(desk.file(), broken).unwrap();
        // Once when it is noticed, once when it is known.
        for _ in 0..2 {
            let refused = desk.edit(&components(&[])).map(|_| ()).unwrap_err();
            assert!(matches!(refused, PolicyEditError::NotWritten(_)), "{refused}");
        }
        assert_eq!(desk.text(), broken);
    }
    std::fs::remove_file(desk.file()).unwrap();
    let revision = desk.policy.load().revision;
    assert!(
        desk.edit(&PolicyChange {
            require_confirm: Some(true),
            ..PolicyChange::default()
        })
        .is_err()
    );
    assert_eq!(desk.policy.load().revision, revision);
}

#[test]
fn persist_without_a_file_is_refused_with_what_to_do() {
    let flag = |key: &str, value: &str| Flag {
        key: key.to_owned(),
        shown: format!("--set {key}"),
        written: Written::Text(value.to_owned()),
    };
    let desk = Desk::with(
        None,
        vec![flag("policy.persist", "true"), flag("policy.allow-writes", "true")],
    );
    let Err(PolicyEditError::Other(why)) = desk.edit(&writes(false)) else {
        panic!("another answer")
    };
    assert!(why.contains("--config"), "{why}");
    assert!(desk.policy.load().allow_writes);
    assert_eq!(desk.lines(), ["failed: NotReady policy.ceiling config [allow-writes]"]);
}

#[test]
fn restart_and_persist_together() {
    let desk = Desk::with_file(OPEN);
    std::fs::write(desk.file(), format!("{OPEN}[policy]\npersist = true\n")).unwrap();
    desk.restart(&writes(true)).unwrap();
    assert!(
        desk.text().contains("persist = true\nallow-writes = true\n"),
        "{}",
        desk.text()
    );
    let revision = desk.policy.load().revision;
    desk.operator.look();
    assert_eq!(desk.policy.load().revision, revision);
    assert!(desk.policy.load().allow_writes);
}

#[cfg(unix)]
#[test]
fn a_read_only_file_stays_and_a_link_stays_a_link() {
    use std::os::unix::fs::PermissionsExt;
    let desk = Desk::with_file("[policy]\npersist = true\nallow-writes = true\n");
    let real = desk.folder.path().join("real.toml");
    std::fs::rename(desk.file(), &real).unwrap();
    std::os::unix::fs::symlink(&real, desk.file()).unwrap();
    let before = desk.text();
    std::fs::set_permissions(&real, std::fs::Permissions::from_mode(0o400)).unwrap();
    let Err(PolicyEditError::NotWritten(why)) = desk.edit(&writes(false)) else {
        panic!("another answer")
    };
    assert!(why.contains("read-only"), "{why}");
    assert_eq!(desk.text(), before);
    std::fs::set_permissions(&real, std::fs::Permissions::from_mode(0o600)).unwrap();
    desk.edit(&writes(false)).unwrap();
    assert!(std::fs::symlink_metadata(desk.file()).unwrap().is_symlink());
    assert!(std::fs::read_to_string(&real).unwrap().contains("allow-writes = false"));
}
