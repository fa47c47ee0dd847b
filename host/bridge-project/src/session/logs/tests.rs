//! Tests of a log that contains lines of the Unity editor and lines of the host.

use super::*;
use crate::options::ProjectOptions;
use host_bridge::{Command, LogBuffer, Reply};
use host_project_watch::editor_log::EditorLog;
use host_project_watch::watch::WatchMode;
use std::path::PathBuf;
use std::sync::Arc;
use tests_projects::TinyProject;

struct Ground {
    project: TinyProject,
    log: PathBuf,
    session: Session,
}

impl Ground {
    fn new() -> Self {
        let project = TinyProject::new();
        let log = project.root().join("Editor.log");
        let options = ProjectOptions {
            editor_log: EditorLog::File(log.clone()),
            watch: WatchMode::Off,
            ..ProjectOptions::new(project.root())
        };
        let mut session = Session::open(project.root(), &options, &|_, _| true).expect("a project");
        session.log = Arc::new(LogBuffer::new(1));
        session.take_lines();
        Self { project, log, session }
    }

    fn append(&mut self, time: &str, level: &str, source: &str, message: &str) {
        let line = LogLine {
            time: time.to_owned(),
            level: level.to_owned(),
            message: message.to_owned(),
            source: source.to_owned(),
            category: None,
        };
        self.session.log.append(line);
    }

    fn editor_writes(&self, text: &str) {
        let old = std::fs::read_to_string(&self.log).unwrap_or_default();
        std::fs::write(&self.log, old + text).expect("a file");
    }

    fn path_line(&self) -> String {
        format!(
            "Successfully changed project path to: {}\n",
            self.project.root().display()
        )
    }

    fn tail(&mut self, count: u32, of: (Option<&str>, Option<&str>, Option<&str>), bytes: usize) -> Tail {
        let replied = self.session.run(Command::TailLogs {
            count,
            min_level: of.0.map(str::to_owned),
            source: of.1.map(str::to_owned),
            text: of.2.map(str::to_owned),
            max_bytes: bytes,
        });
        let replied = replied.expect("a tail");
        match replied.reply {
            Reply::Logs { lines, left_out } => Tail {
                messages: lines.into_iter().map(|line| line.message).collect(),
                left_out,
                notes: replied.diagnostics,
            },
            other => panic!("{other:?}"),
        }
    }
}

#[derive(Debug)]
struct Tail {
    messages: Vec<String>,
    left_out: u64,
    notes: Vec<String>,
}

const ALL: (Option<&str>, Option<&str>, Option<&str>) = (None, None, None);
const BYTES: usize = 1 << 20;

#[test]
fn orders_editor_lines_by_time_and_announces_new_ones() {
    let mut ground = Ground::new();
    ground.append("2000-01-01T00:00:00+00:00", "info", "mcp", "before");
    let named = ground.path_line();
    ground.editor_writes(&format!("{named}old\n"));
    ground.append("2999-01-01T00:00:00+01:00", "info", "mcp", "after");
    ground.session.take_lines();
    let tail = ground.tail(10, ALL, BYTES);
    assert_eq!(tail.messages, ["before", named.trim_end(), "old", "after"]);
    assert_eq!(
        ground.session.take_lines(),
        [],
        "what was there before is not announced"
    );

    ground.editor_writes("Assets/A.cs(1,1): error CS0001: bad\n");
    let tail = ground.tail(10, (Some("error"), Some("unity"), None), BYTES);
    assert_eq!(tail.messages, ["Assets/A.cs(1,1): error CS0001: bad"]);
    let announced = ground.session.take_lines();
    let [line] = announced.as_slice() else {
        panic!("{announced:?}")
    };
    assert_eq!((line.level.as_str(), line.source.as_str()), ("error", "unity"));
    assert!(line.time.parse::<Timestamp>().is_ok(), "{}", line.time);
    assert_eq!(ground.tail(10, ALL, BYTES).messages.len(), 5, "once");
}

#[test]
fn flood_of_editor_lines_evicts_no_host_lines() {
    let mut ground = Ground::new();
    ground.append("2026-01-01T00:00:00Z", "error", "mcp", "[MCP] error NotFound: gone");
    let named = ground.path_line();
    ground.editor_writes(&named);
    let _ = ground.tail(1, ALL, BYTES);
    ground.session.take_lines();
    let many: String = (0..3_000).map(|at| format!("line {at}\n")).collect();
    ground.editor_writes(&many);
    let tail = ground.tail(2_000, (None, Some("unity"), None), BYTES);
    assert_eq!((tail.messages.len(), tail.left_out), (2_000, 0));
    assert_eq!(tail.messages.last().map(String::as_str), Some("line 2999"));
    assert!(
        tail.notes
            .iter()
            .any(|note| note.starts_with("1001 older lines of Unity's log")),
        "{tail:?}"
    );
    let announced = ground.session.take_lines();
    assert_eq!(announced.len(), ANNOUNCED + 1, "and one line that counts the others");
    let tail = ground.tail(2_000, (None, Some("mcp"), Some("[mcp]")), BYTES);
    assert_eq!(tail.messages, ["[MCP] error NotFound: gone"]);
}

#[test]
fn adds_editor_log_notes_only_if_its_lines_are_requested() {
    let mut ground = Ground::new();
    ground.editor_writes("Successfully changed project path to: /somewhere/else\nsecret\n");
    let tail = ground.tail(10, ALL, BYTES);
    assert!(
        tail.messages.is_empty() && tail.notes[0].contains("another project"),
        "{tail:?}"
    );
    let tail = ground.tail(10, (None, Some("mcp"), None), BYTES);
    assert!(tail.notes.is_empty(), "{tail:?}");
}

#[test]
fn status_names_an_editor_that_is_not_linked() {
    let mut ground = Ground::new();
    let problems = |ground: &mut Ground| match ground.session.run(Command::ProjectInfo).expect("facts").reply {
        Reply::Project(info) => info.problems.join("\n"),
        other => panic!("{other:?}"),
    };
    assert!(!problems(&mut ground).contains("editor"));
    let root = ground.session.library.project().root().to_owned();
    std::fs::create_dir_all(root.join("Temp")).expect("a folder");
    std::fs::write(root.join("Temp/UnityLockfile"), "").expect("a lock");
    if cfg!(windows) {
        // There, a file that can be opened belongs to no running editor.
        return;
    }
    let open = problems(&mut ground);
    assert!(
        open.contains("Temp/UnityLockfile exists") && !open.contains("Safe Mode"),
        "{open}"
    );
    let named = ground.path_line();
    ground.editor_writes(&named);
    ground.editor_writes("Assets/A.cs(1,1): error CS0001: bad\n");
    let broken = problems(&mut ground);
    assert!(
        broken.contains("Safe Mode") && broken.contains("Assets/A.cs(1,1): error CS0001: bad"),
        "{broken}"
    );
}
