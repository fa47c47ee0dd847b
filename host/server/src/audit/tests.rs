//! What a reader of the audit file can rely on.

use super::*;
use host_api::{Access, AuditStage, CallId, Caller, Dialect, Effect};
use serde_json::Value;
use std::time::Duration;

fn settings(folder: &Path) -> AuditSettings {
    AuditSettings {
        file: folder.join("audit").join("audit.jsonl"),
        fsync: false,
    }
}

fn write(file: &AuditFile, arguments: &str) {
    let caller = Caller {
        dialect: Dialect::McpHandshake,
        client: "test 1".to_owned(),
        address: "127.0.0.1:5".to_owned(),
        session: Some("abc".to_owned()),
    };
    let access = Access {
        interface: "unity-tools:unity/components-edit",
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
        rule: "policy.allow-writes",
        outcome: "allowed",
        elapsed: Duration::from_micros(1500),
    };
    file.write(&record).unwrap();
}

fn lines(path: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_line_holds_every_field() {
    let folder = tempfile::tempdir().unwrap();
    let settings = settings(folder.path());
    write(&AuditFile::open(&settings).unwrap(), r#"{"type":"UnityEngine.Light"}"#);
    let line = lines(&settings.file).remove(0);
    for (key, value) in [
        ("stage", "bridge"),
        ("client", "test 1"),
        ("address", "127.0.0.1:5"),
        ("dialect", "mcp"),
        ("session", "abc"),
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
}

#[test]
fn long_arguments_are_cut_and_marked_and_odd_ones_stay_one_line() {
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

#[test]
fn rotation_keeps_ten_old_files_and_no_line_is_split() {
    let folder = tempfile::tempdir().unwrap();
    let settings = settings(folder.path());
    // Two hosts share the file, as two programs of one user do.
    let hosts = [
        AuditFile::with_rotation(&settings, 2000).unwrap(),
        AuditFile::with_rotation(&settings, 2000).unwrap(),
    ];
    for number in 0..80 {
        write(&hosts[number % 2], &format!("{{\"number\":{number}}}"));
    }
    let file = &hosts[0];
    let mut kept = 0;
    for number in 1..=KEPT {
        kept += lines(&file.numbered(&number.to_string())).len();
    }
    assert!(!file.numbered(&(KEPT + 1).to_string()).exists());
    let newest = lines(&settings.file);
    assert_eq!(newest.last().unwrap()["arguments"]["number"], 79);
    assert!(
        kept + newest.len() >= 30,
        "only {kept} and {} lines are left",
        newest.len()
    );
}

#[cfg(unix)]
#[test]
fn only_the_owner_may_read_it() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let settings = settings(folder.path());
    AuditFile::open(&settings).unwrap();
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&settings.file), 0o600);
    assert_eq!(mode(settings.file.parent().unwrap()), 0o700);
}

#[cfg(unix)]
#[test]
fn a_line_that_cannot_be_written_is_an_error() {
    // A device that takes nothing stands for a full disk.
    if !Path::new("/dev/full").exists() {
        return;
    }
    let full = AuditSettings {
        file: PathBuf::from("/dev/full"),
        fsync: false,
    };
    let file = AuditFile {
        open: Mutex::new(places::append_private(&full.file).unwrap()),
        path: full.file,
        fsync: false,
        rotate_at: ROTATE_AT,
    };
    assert!(file.append(b"line\n").is_err());
}
