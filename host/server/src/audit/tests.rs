//! The guarantees of the audit file for its readers.

mod keeping;

use super::files::Files;
use super::line::LONGEST_ARGUMENTS;
use super::*;
use host_api::{
    Access, AccessTarget, AuditStage, CallId, Caller, Dialect, Effect, Interface, KeyChange, PolicySource, Rule,
};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

fn settings(folder: &Path) -> AuditSettings {
    AuditSettings {
        file: folder.join("audit").join("audit.jsonl"),
        fsync: false,
        keep_bytes: 640 << 20,
        keep_days: 0,
    }
}

fn write(file: &AuditFile, arguments: &str) {
    record(file, arguments, "allowed", "127.0.0.1:5", "test 1");
}

fn record(file: &AuditFile, arguments: &str, outcome: &str, address: &str, client: &str) {
    try_record(file, arguments, outcome, address, client).unwrap();
}

fn try_record(
    file: &AuditFile,
    arguments: &str,
    outcome: &str,
    address: &str,
    client: &str,
) -> Result<(), AuditWriteError> {
    let caller = Caller {
        dialect: Dialect::McpHandshake,
        client: client.into(),
        address: address.into(),
        session: Some("abc".into()),
        proof: None,
    };
    let access = Access {
        interface: Interface::ComponentsEdit,
        function: "add",
        effect: Effect::Write,
        target: AccessTarget::Components(vec!["UnityEngine.Light".to_owned()]),
    };
    let record = AuditRecord {
        stage: AuditStage::Bridge,
        call: CallId::next(),
        caller: &caller,
        bundle: "objects",
        digest: "00ff",
        tool: "AddComponent",
        effect: Effect::Write,
        arguments,
        access: Some(&access),
        object: Some("obj:12"),
        rule: Rule::PolicyAllowWrites,
        outcome,
        elapsed: Duration::from_micros(1500),
    };
    file.write(&record)
}

fn lines(path: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn line_contains_every_field() {
    let folder = tempfile::tempdir().unwrap();
    let settings = settings(folder.path());
    write(&AuditFile::open(&settings).unwrap(), r#"{"type":"UnityEngine.Light"}"#);
    let line = lines(&settings.file).remove(0);
    for (key, value) in [
        ("stage", "bridge"),
        ("client", "test 1"),
        ("address", "127.0.0.1:5"),
        ("dialect", "mcp"),
        // The start of `printf abc | sha256sum`.
        ("session", "ba7816bf8f01"),
        ("bundle", "objects"),
        ("digest", "00ff"),
        ("tool", "AddComponent"),
        ("effect", "write"),
        ("interface", "unity-tools:unity/components-edit"),
        ("function", "add"),
        ("target", "UnityEngine.Light"),
        ("object", "obj:12"),
        ("rule", "policy.allow-writes"),
        ("outcome", "allowed"),
    ] {
        assert_eq!(line[key], value, "{key}");
    }
    assert_eq!(line["arguments"]["type"], "UnityEngine.Light");
    assert_eq!(line["ms"], 1.5);
    assert!(line["call"].as_str().unwrap().starts_with("call-"));
    assert!(line["time"].as_str().unwrap().parse::<jiff::Timestamp>().is_ok());
    assert!(line.get("argumentsCut").is_none());
    assert_eq!(line["run"].as_str().unwrap().len(), 16);
}

#[test]
fn each_run_has_its_own_id() {
    let folder = tempfile::tempdir().unwrap();
    let settings = settings(folder.path());
    for _ in 0..2 {
        let file = AuditFile::open(&settings).unwrap();
        write(&file, "{}");
        write(&file, "{}");
    }
    let lines = lines(&settings.file);
    assert_eq!(lines[0]["run"], lines[1]["run"]);
    assert_ne!(lines[1]["run"], lines[2]["run"]);
}

/// Tests that lines still get into the file at the path when another process changes the file while the host runs.
#[cfg(unix)]
#[test]
fn writes_to_the_path_after_file_is_removed_or_moved() {
    let folder = tempfile::tempdir().unwrap();
    let settings = settings(folder.path());
    let file = AuditFile::open(&settings).unwrap();
    let inside = settings.file.parent().unwrap();
    let moves: [&dyn Fn(); 3] = [
        &|| std::fs::remove_file(&settings.file).unwrap(),
        &|| std::fs::rename(inside, folder.path().join("aside")).unwrap(),
        // Like rotation programs.
        &|| {
            std::fs::rename(&settings.file, inside.join("audit.jsonl-2026")).unwrap();
            std::fs::write(&settings.file, "").unwrap();
        },
    ];
    for change in moves {
        write(&file, "{}");
        change();
        write(&file, r#"{"after":1}"#);
        let found = lines(&settings.file);
        assert_eq!(found.len(), 2, "{found:?}");
        assert_eq!(
            (&found[0]["stage"], &found[1]["arguments"]["after"]),
            (&"file".into(), &1.into())
        );
        assert!(found[0]["outcome"].as_str().unwrap().contains("removed or moved"));
    }
    write(&file, "{}");
    assert_eq!(lines(&settings.file).len(), 3, "said once");
}

/// Tests that a rotation by another host is not reported as a loss.
#[cfg(unix)]
#[test]
fn does_not_report_rotated_file_as_loss() {
    let folder = tempfile::tempdir().unwrap();
    let settings = settings(folder.path());
    let file = AuditFile::open(&settings).unwrap();
    write(&file, "{}");
    std::fs::rename(&settings.file, settings.file.with_file_name("audit.jsonl.1")).unwrap();
    write(&file, r#"{"after":1}"#);
    assert_eq!(lines(&settings.file)[0]["arguments"]["after"], 1);
}

#[cfg(unix)]
#[test]
fn rejects_writes_until_the_file_can_be_recreated() {
    let folder = tempfile::tempdir().unwrap();
    let settings = settings(folder.path());
    let problems = Problems::default();
    let file = AuditFile::open(&settings).unwrap().with_problems(problems.clone());
    write(&file, "{}");
    let inside = settings.file.parent().unwrap();
    std::fs::remove_dir_all(inside).unwrap();
    std::fs::write(inside, "in the way").unwrap();
    assert!(try_record(&file, "{}", "allowed", "127.0.0.1:5", "test 1").is_err());
    assert!(problems.all().concat().contains("writes are rejected"));
    lock_open(&file.open).look_after();
    assert_eq!(problems.all().len(), 1, "the file is still blocked");
    std::fs::remove_file(inside).unwrap();
    lock_open(&file.open).look_after();
    assert_eq!(problems.all().len(), 0, "it recovers without a write");
    write(&file, "{}");
    let outcomes: Vec<Value> = lines(&settings.file)
        .into_iter()
        .map(|line| line["outcome"].clone())
        .collect();
    assert!(outcomes[0].as_str().unwrap().starts_with("new file: "), "{outcomes:?}");
    assert_eq!(
        outcomes[1..],
        ["written again: 1 lines before this one were lost", "allowed"]
    );
}

/// Tests an incomplete line, such as a full disk leaves.
#[test]
fn incomplete_line_corrupts_no_other_line() {
    let folder = tempfile::tempdir().unwrap();
    let settings = settings(folder.path());
    let file = AuditFile::open(&settings).unwrap();
    write(&file, "{}");
    lock_open(&file.open).lines.lose_half_of(b"{\"time\":").unwrap();
    write(&file, "{\"after\":1}");
    let text = std::fs::read_to_string(&settings.file).unwrap();
    let whole: Vec<Value> = text
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect();
    assert_eq!((text.lines().count(), whole.len()), (4, 3), "{text}");
    assert_eq!(whole[2]["arguments"]["after"], 1);
}

#[test]
fn writes_first_refusals_of_caller_in_full_and_counts_others() {
    let folder = tempfile::tempdir().unwrap();
    let settings = settings(folder.path());
    let file = AuditFile::open(&settings).unwrap();
    for number in 0..500 {
        // Another port and another client name each time are still the same caller.
        let (address, client) = (format!("192.0.2.1:{number}"), format!("client {number}"));
        record(&file, &format!("{{\"n\":{number}}}"), "denied", &address, &client);
    }
    record(&file, "{}", "denied", "192.0.2.2:1", "somebody else");
    write(&file, "{\"mine\":1}");
    let before = lines(&settings.file);
    assert_eq!(
        before.len(),
        12,
        "ten in full, one of another caller, one that was allowed"
    );
    assert_eq!(before[0]["arguments"]["n"], 0);
    drop(file);
    let lines = lines(&settings.file);
    assert_eq!(lines.len(), 13, "one count; the other caller has none");
    let merged = &lines[12];
    assert_eq!(
        (&merged["stage"], &merged["outcome"]),
        (&"merged".into(), &"denied".into())
    );
    assert_eq!(
        (merged["count"].as_u64(), &merged["address"]),
        (Some(490), &"192.0.2.1".into())
    );
    assert_eq!(merged["run"], lines[0]["run"]);
    assert_eq!(merged["refusals"][0]["tool"], "AddComponent");
    assert_eq!(merged["refusals"][0]["count"], 490);
    assert_eq!(merged["clients"].as_array().unwrap().len(), 8);
}

#[test]
fn merges_many_refusals_without_evicting_other_lines() {
    let folder = tempfile::tempdir().unwrap();
    let settings = AuditSettings {
        keep_bytes: 1 << 20,
        ..settings(folder.path())
    };
    let file = AuditFile::open(&settings).unwrap();
    write(&file, "{\"first\":1}");
    let arguments = format!("{{\"text\":\"{}\"}}", "x".repeat(3000));
    for _ in 0..100_000 {
        record(&file, &arguments, "denied", "192.0.2.1:1", "loud");
    }
    drop(file);
    let lines = lines(&settings.file);
    assert_eq!(lines[0]["arguments"]["first"], 1, "still in the newest file");
    let counted: u64 = lines.iter().filter_map(|line| line["count"].as_u64()).sum();
    assert_eq!(counted, 100_000 - 10);
    assert!(std::fs::metadata(&settings.file).unwrap().len() < 128 << 10);
}

#[test]
fn truncates_long_arguments_and_keeps_each_record_on_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let settings = settings(folder.path());
    let file = AuditFile::open(&settings).unwrap();
    let long = format!("{{\"text\":\"{}\"}}", "ä".repeat(4000));
    write(&file, &long);
    write(&file, "{\n\"a\":\n1}");
    write(&file, "no json");
    let lines = lines(&settings.file);
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0]["argumentsCut"], long.len());
    assert!(lines[0]["arguments"].as_str().unwrap().len() <= LONGEST_ARGUMENTS);
    assert_eq!(lines[1]["arguments"], "{\n\"a\":\n1}");
    assert_eq!(lines[2]["arguments"], "no json");
}

#[cfg(unix)]
#[test]
fn returns_error_if_line_cannot_be_written() {
    // A device that rejects all writes replaces a full disk.
    if !Path::new("/dev/full").exists() {
        return;
    }
    let full = AuditSettings {
        file: PathBuf::from("/dev/full"),
        ..settings(Path::new("/nowhere"))
    };
    let mut file = Files::open(&full).unwrap();
    assert!(file.append(b"line\n").is_err());
}

#[test]
fn policy_change_records_both_values_and_marks_truncation() {
    let folder = tempfile::tempdir().unwrap();
    let settings = settings(folder.path());
    let long = "ä".repeat(LONGEST_ARGUMENTS);
    let change = KeyChange {
        key: "policy.component-allowlist".to_owned(),
        before: "[]".to_owned(),
        after: long.clone(),
    };
    let record = PolicyRecord {
        source: PolicySource::File(Path::new("/etc/unity-tool-host.toml")),
        revision: 7,
        changes: &[change],
    };
    AuditFile::open(&settings).unwrap().policy_changed(&record).unwrap();
    let line = lines(&settings.file).remove(0);
    assert_eq!(
        (&line["stage"], &line["file"], &line["revision"]),
        (&"policy".into(), &"/etc/unity-tool-host.toml".into(), &7.into())
    );
    let change = &line["changes"][0];
    assert_eq!((&change["before"], change.get("beforeCut")), (&"[]".into(), None));
    let after = change["after"].as_str().unwrap();
    assert!(after.len() <= LONGEST_ARGUMENTS && long.starts_with(after), "{line}");
    assert_eq!(change["afterCut"], long.len());
}
