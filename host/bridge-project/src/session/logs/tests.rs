//! Tails by count, level, source, text and bytes; the editor's lines among the host's.

use super::*;
use crate::options::{EditorLog, ProjectOptions, WatchMode};
use host_bridge::Command;
use std::path::PathBuf;
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
        session.logs.own = Ring::default();
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
        self.session.run(Command::AppendLog { line }).expect("appended");
    }

    fn editor_writes(&self, text: &str) {
        let old = std::fs::read_to_string(&self.log).unwrap_or_default();
        std::fs::write(&self.log, old + text).expect("a file");
    }

    fn named(&self) -> String {
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
fn filters_combine_over_the_whole_buffer_and_what_is_left_out_is_counted() {
    let mut ground = Ground::new();
    for at in 0..KEPT {
        let (level, source) = (["debug", "info", "warn", "error"][at % 4], ["mcp", "unity"][at % 2]);
        ground.append("2026-01-01T00:00:00Z", level, source, &format!("Line {at} Größe"));
    }
    let tail = ground.tail(3, ALL, BYTES);
    assert_eq!(tail.messages, ["Line 1997 Größe", "Line 1998 Größe", "Line 1999 Größe"]);
    assert_eq!(tail.left_out, 1_997);
    for (of, count, matching) in [
        ((Some("warn"), None, None), 2_000, 1_000),
        ((Some("ERROR"), None, None), 10, 500),
        ((None, Some("mcp"), None), 2_000, 1_000),
        ((None, Some("MCP"), None), 2_000, 0),
        ((None, None, Some("line 19")), 5, 111),
        ((None, None, Some("GRÖSSE")), 5, 0),
        ((None, None, Some("GRÖßE")), 5, 2_000),
        ((Some("warn"), Some("mcp"), Some("line 1")), 5, 278),
    ] {
        let tail = ground.tail(count, of, BYTES);
        let given = tail.messages.len() as u64;
        assert_eq!(given + tail.left_out, matching, "{of:?}");
        assert_eq!(given, matching.min(u64::from(count)), "{of:?}");
    }
    ground.append("2026-01-01T00:00:00Z", "info", "mcp", "one more");
    let tail = ground.tail(2_000, ALL, BYTES);
    assert_eq!((tail.messages.len(), tail.left_out), (2_000, 0));
    assert!(
        tail.notes
            .iter()
            .any(|note| note.starts_with("1 older lines are no longer kept")),
        "{tail:?}"
    );

    let tail = ground.tail(10, ALL, 250);
    assert_eq!((tail.messages.len(), tail.left_out), (2, 1_998));
    assert!(
        tail.notes[0].contains("more would need more than 250 bytes"),
        "{tail:?}"
    );
    let tail = ground.tail(1, ALL, 1);
    assert_eq!(
        (tail.messages.len(), tail.left_out),
        (1, 1_999),
        "one line, whatever its size"
    );
}

#[test]
fn the_editors_lines_stand_in_the_order_of_time_and_new_ones_are_announced() {
    let mut ground = Ground::new();
    ground.append("2000-01-01T00:00:00+00:00", "info", "mcp", "before");
    let named = ground.named();
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
fn a_talkative_editor_pushes_nothing_of_the_host_out() {
    let mut ground = Ground::new();
    ground.append("2026-01-01T00:00:00Z", "error", "mcp", "[MCP] error NotFound: gone");
    let named = ground.named();
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
            .any(|note| note.starts_with("1001 older lines of the editor's")),
        "{tail:?}"
    );
    let announced = ground.session.take_lines();
    assert_eq!(announced.len(), ANNOUNCED + 1, "and one line that counts the others");
    let tail = ground.tail(2_000, (None, Some("mcp"), Some("[mcp]")), BYTES);
    assert_eq!(tail.messages, ["[MCP] error NotFound: gone"]);
}

#[test]
fn a_note_on_the_editors_log_comes_only_where_its_lines_were_asked_for() {
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
