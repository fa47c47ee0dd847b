//! The precedence of the operator's file, the ceiling and calls, and the audit lines.

mod persist;
mod recorded;
mod settling;

use super::*;
use crate::config::{Flag, Written};
use host_api::{AuditRecord, AuditWriteError, CallId, Caller, Dialect, PolicyRecord};
use host_policy::{ChangeOrigin, PolicyChange, PolicyEditError, PolicyEditor};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

#[derive(Default)]
struct Lines {
    kept: Mutex<Vec<String>>,
    changes: Mutex<Vec<String>>,
    broken: AtomicBool,
}

impl AuditSink for Lines {
    fn write(&self, record: &AuditRecord<'_>) -> Result<(), AuditWriteError> {
        if self.broken.load(Ordering::SeqCst) {
            return Err(AuditWriteError(std::io::Error::other("disk full")));
        }
        assert_eq!((record.tool, record.bundle), ("SetConfig", "config"));
        let line = format!(
            "{} {} {} [{}]",
            record.outcome,
            record.rule,
            record.effect.as_str(),
            record.object.unwrap_or_default()
        );
        self.kept.lock().unwrap().push(line);
        Ok(())
    }

    fn policy_changed(&self, record: &PolicyRecord<'_>) -> Result<(), AuditWriteError> {
        if self.broken.load(Ordering::SeqCst) {
            return Err(AuditWriteError(std::io::Error::other("disk full")));
        }
        let source = match record.source {
            PolicySource::File(file) => file.file_name().unwrap().to_string_lossy().into_owned(),
            PolicySource::Start(file) => format!("start with {}", if file.is_some() { "a file" } else { "none" }),
            PolicySource::Call { caller, tool, .. } => format!("{tool} for {}", caller.client),
        };
        let changes: Vec<String> = record.changes.iter().map(ToString::to_string).collect();
        let line = format!("{source}, revision {}: {}", record.revision, changes.join("; "));
        self.changes.lock().unwrap().push(line);
        Ok(())
    }
}

#[derive(Default)]
struct Notified {
    policy: AtomicUsize,
    settings: AtomicUsize,
}

impl Follower for Notified {
    fn policy_changed(&self) {
        self.policy.fetch_add(1, Ordering::SeqCst);
    }

    fn settings_changed(&self, _: BTreeMap<String, BundleSettings>, _: CallLimits) {
        self.settings.fetch_add(1, Ordering::SeqCst);
    }

    fn unknown_profile(&self, profile: &str) -> Option<String> {
        (profile == "standart").then(|| "no group and no bundle is called `standart`".to_owned())
    }
}

/// An operator with a real configuration file, without a host around it.
struct Setup {
    folder: tempfile::TempDir,
    operator: Arc<Operator>,
    policy: Arc<PolicyCell>,
    lines: Arc<Lines>,
    told: Arc<Notified>,
}

impl Setup {
    fn with_file(text: &str) -> Self {
        Self::prepare(Some(text), Vec::new())
    }

    fn prepare(text: Option<&str>, flags: Vec<Flag>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = text.map(|text| {
            let file = folder.path().join("unity-tool-host.toml");
            std::fs::write(&file, text).unwrap();
            file
        });
        let sources = Sources {
            is_usual: file.is_none(),
            file,
            flags,
            working_dir: folder.path().to_path_buf(),
            ..Sources::default()
        };
        let read = Configuration::read(&sources).unwrap();
        let policy = Arc::new(PolicyCell::new(read.settings.policy.clone()));
        let lines = Arc::new(Lines::default());
        let told = Arc::new(Notified::default());
        let operator = Operator::new(read, sources, Arc::clone(&policy), lines.clone());
        let operator = Arc::new(Operator {
            // Only tests of waiting wait.
            quiet: Duration::ZERO,
            ..operator.with_problems(Problems::default())
        });
        operator.followed_by(&told);
        Self {
            folder,
            operator,
            policy,
            lines,
            told,
        }
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("unity-tool-host.toml")
    }

    fn text(&self) -> String {
        std::fs::read_to_string(self.file()).unwrap()
    }

    /// Writes the file like an operator, and then checks it like the watcher.
    fn rewrite(&self, text: &str) {
        std::fs::write(self.file(), text).unwrap();
        self.operator.look();
    }

    fn edit(&self, change: &PolicyChange) -> Result<u64, PolicyEditError> {
        self.operator.edit(change, false, &origin())
    }

    fn restart(&self, change: &PolicyChange) -> Result<u64, PolicyEditError> {
        self.operator.edit(change, true, &origin())
    }

    fn lines(&self) -> Vec<String> {
        std::mem::take(&mut *self.lines.kept.lock().unwrap())
    }

    fn changes(&self) -> Vec<String> {
        std::mem::take(&mut *self.lines.changes.lock().unwrap())
    }

    fn take_notifications(&self) -> (usize, usize) {
        (
            self.told.policy.swap(0, Ordering::SeqCst),
            self.told.settings.swap(0, Ordering::SeqCst),
        )
    }
}

fn origin() -> ChangeOrigin {
    ChangeOrigin {
        call: CallId::next(),
        caller: Caller {
            dialect: Dialect::McpHandshake,
            client: "test 1".into(),
            address: "127.0.0.1:5".into(),
            session: None,
            proof: None,
        },
        bundle: "config".to_owned(),
        tool: "SetConfig".to_owned(),
        digest: "00ff".to_owned(),
        arguments: "{}".to_owned(),
    }
}

fn writes(flag: bool) -> PolicyChange {
    PolicyChange {
        allow_writes: Some(flag),
        ..PolicyChange::default()
    }
}

fn components(list: &[&str]) -> PolicyChange {
    PolicyChange {
        component_allowlist: Some(list.iter().map(|name| (*name).to_owned()).collect()),
        ..PolicyChange::default()
    }
}

/// A configuration file without rules. The operator would not apply an empty file.
const LOG_ONLY: &str = "[log]\nlevel = \"info\"\n";
const OPEN: &str = "[policy.ceiling]\nallow-writes = true\n";

#[test]
fn applies_narrowing_and_widening_up_to_the_ceiling() {
    let setup = Setup::with_file("[policy]\nallow-writes = true\ncomponent-allowlist = [\"A\", \"B\"]\n");
    assert_eq!(setup.edit(&components(&["A"])).unwrap(), 2);
    assert_eq!(setup.edit(&writes(false)).unwrap(), 3);
    assert!(!setup.policy.load().allow_writes);
    assert_eq!(setup.take_notifications(), (2, 0));
    assert_eq!(setup.edit(&writes(true)).unwrap(), 4);
    assert_eq!(setup.edit(&components(&["A", "B"])).unwrap(), 5);
    assert_eq!(
        setup.lines(),
        [
            "allowed policy.ceiling config [component-allowlist]",
            "allowed policy.ceiling config [allow-writes]",
            "allowed policy.ceiling config [allow-writes]",
            "allowed policy.ceiling config [component-allowlist]",
        ]
    );
}

#[test]
fn rejects_whole_change_if_one_key_is_refused() {
    let setup = Setup::with_file(OPEN);
    let change = PolicyChange {
        allow_writes: Some(true),
        enable_console_eval: Some(true),
        require_confirm: Some(false),
        ..components(&["A"])
    };
    let PolicyEditError::AboveCeiling(refused) = setup.edit(&change).unwrap_err() else {
        panic!("another error")
    };
    let keys: Vec<&str> = refused.iter().map(|key| key.key).collect();
    assert_eq!(keys, ["require-confirm", "enable-console-eval", "component-allowlist"]);
    assert!(refused[0].hint().contains("[policy.ceiling] require-confirm"));
    assert_eq!(setup.policy.load().revision, 1);
    assert_eq!(setup.take_notifications(), (0, 0));
    assert_eq!(
        setup.lines(),
        ["denied policy.ceiling config [allow-writes require-confirm enable-console-eval component-allowlist]"]
    );
    assert!(matches!(
        setup.edit(&components(&[" "])),
        Err(PolicyEditError::Invalid(_))
    ));
    assert_eq!(
        setup.lines(),
        ["failed: InvalidArgument policy.ceiling config [component-allowlist]"]
    );
    assert_eq!(setup.text(), OPEN, "without `persist` the file stays as it is");
}

#[test]
fn rejects_change_that_cannot_be_audited() {
    let setup = Setup::with_file("[policy]\nallow-writes = true\npersist = true\n");
    let before = setup.text();
    setup.lines.broken.store(true, Ordering::SeqCst);
    let Err(PolicyEditError::NotWritten(why)) = setup.edit(&writes(false)) else {
        panic!("another answer")
    };
    assert!(why.contains("audit"), "{why}");
    assert!(setup.policy.load().allow_writes && setup.policy.load().revision == 1);
    assert_eq!(setup.text(), before);
    assert_eq!(
        std::fs::read_dir(setup.folder.path()).unwrap().count(),
        1,
        "no temporary file stays"
    );
}

#[test]
fn change_without_effect_keeps_revision_and_is_recorded() {
    let setup = Setup::with_file("");
    assert_eq!(setup.edit(&writes(false)).unwrap(), 1);
    assert_eq!(setup.edit(&PolicyChange::default()).unwrap(), 1);
    assert_eq!(setup.take_notifications(), (0, 0));
    assert_eq!(setup.lines().len(), 2);
}

#[test]
fn ceiling_follows_the_file_and_revokes_values_above_it() {
    let setup = Setup::with_file("");
    assert!(setup.edit(&writes(true)).is_err());
    setup.rewrite(OPEN);
    assert_eq!(
        setup.policy.load().revision,
        1,
        "a wider ceiling alone changes no policy"
    );
    assert!(setup.edit(&writes(true)).is_ok());
    setup.rewrite("[policy.ceiling]\nallow-writes = true\nenable-console-eval = true\n");
    assert!(setup.policy.load().allow_writes, "still below the ceiling");
    setup.rewrite(LOG_ONLY);
    assert!(!setup.policy.load().allow_writes);
}

#[test]
fn edited_policy_in_file_replaces_changes_by_calls() {
    let setup = Setup::with_file("[policy]\nallow-writes = true\n[log]\nlevel = \"info\"\n");
    setup.edit(&writes(false)).unwrap();
    setup.rewrite("[policy]\nallow-writes = true\n[log]\nlevel = \"warn\"\n");
    assert!(
        !setup.policy.load().allow_writes,
        "another section does not affect the policy"
    );
    setup.rewrite("[policy]\nallow-writes = true\nrequire-confirm = false\n");
    assert!(setup.policy.load().allow_writes && !setup.policy.load().require_confirm);
    let revision = setup.policy.load().revision;
    setup.rewrite("[policy\n");
    assert_eq!(setup.policy.load().revision, revision, "a broken file changes nothing");
}

#[test]
fn restart_reloads_the_file_and_applies_the_change() {
    let setup = Setup::with_file("[policy]\nallow-writes = true\nrequire-confirm = false\n");
    setup.edit(&writes(false)).unwrap();
    setup.take_notifications();
    let revision = setup.restart(&PolicyChange::default()).unwrap();
    assert_eq!(revision, 3);
    assert!(setup.policy.load().allow_writes, "the changes by calls are gone");
    assert_eq!(setup.take_notifications(), (1, 1));
    // An unchanged file is published as well.
    assert_eq!(setup.restart(&PolicyChange::default()).unwrap(), 4);
    std::fs::write(
        setup.file(),
        "[policy]\nrequire-confirm = false\n[policy.ceiling]\nenable-console-eval = true\n",
    )
    .unwrap();
    let change = PolicyChange {
        require_confirm: Some(true),
        enable_console_eval: Some(true),
        ..PolicyChange::default()
    };
    setup.restart(&change).unwrap();
    let now = setup.policy.load();
    assert!(!now.allow_writes && now.require_confirm && now.enable_console_eval);
    // The later look of the watcher finds nothing new.
    setup.operator.look();
    assert_eq!(setup.policy.load().revision, now.revision);
    assert_eq!(
        setup.lines().last().unwrap(),
        "allowed policy.ceiling config [restart require-confirm enable-console-eval]"
    );
}

#[test]
fn refused_restart_changes_nothing() {
    let setup = Setup::with_file("[policy]\nallow-writes = true\n");
    std::fs::write(setup.file(), "[policy]\nallow-writes = false\n").unwrap();
    let refused = setup.restart(&writes(true)).unwrap_err();
    assert!(matches!(refused, PolicyEditError::AboveCeiling(_)), "{refused}");
    assert_eq!(setup.policy.load().revision, 1);
    std::fs::write(setup.file(), "[policy]\nallow-writes = 1\n").unwrap();
    let Err(PolicyEditError::Other(why)) = setup.restart(&PolicyChange::default()) else {
        panic!("another answer")
    };
    assert!(why.contains("`policy.allow-writes`"), "{why}");
    assert_eq!(setup.policy.load().revision, 1);
    assert_eq!(setup.take_notifications(), (0, 0));
}

#[tokio::test]
async fn keeps_all_concurrent_changes() {
    let setup = Setup::with_file(
        "[policy]\npersist = true\nallow-writes = true\nenable-console-eval = true\ncomponent-allowlist = [\"A\"]\n",
    );
    let editor = Editor(Arc::clone(&setup.operator));
    let console = PolicyChange {
        enable_console_eval: Some(false),
        ..PolicyChange::default()
    };
    let (one, two, three) = tokio::join!(
        editor.apply(writes(false), false, origin()),
        editor.apply(console, false, origin()),
        editor.apply(components(&[]), false, origin()),
    );
    let mut revisions = [one.unwrap(), two.unwrap(), three.unwrap()];
    revisions.sort_unstable();
    assert_eq!(revisions, [2, 3, 4]);
    let now = setup.policy.load();
    assert!(!now.allow_writes && !now.enable_console_eval && now.component_allowlist.is_empty());
    let read = Configuration::read(&setup.operator.sources).unwrap().settings.policy;
    assert!(!read.allow_writes && !read.enable_console_eval && read.component_allowlist.is_empty());
}

#[test]
fn reload_applies_the_file_and_ignores_an_invalid_one() {
    let setup = Setup::with_file("");
    std::fs::write(setup.file(), "[policy]\nallow-writes = true\n").unwrap();
    setup.operator.reload();
    assert!(setup.policy.load().allow_writes);
    assert_eq!(setup.take_notifications(), (1, 0));
    // Reading the unchanged file again has no effect.
    setup.operator.reload();
    assert_eq!(setup.take_notifications(), (0, 0));
    for wrong in ["[policy]\nallow-writes = maybe\n", "[policy]\nprofile = \"standart\"\n"] {
        std::fs::write(setup.file(), wrong).unwrap();
        setup.operator.reload();
        assert!(setup.policy.load().allow_writes, "{wrong}");
        assert_eq!(setup.take_notifications(), (0, 0), "{wrong}");
    }
}
