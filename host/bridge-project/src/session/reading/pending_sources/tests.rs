//! Tests of commands that need C# sources: which sources they wait for, which are skipped, and what the reply reports
//! about them.

mod large_files;
mod not_found;

use crate::session::changing::batch::tests::{entries, set};
use crate::session::tests::references::open;
use crate::session::{Patience, Session};
use host_bridge::{
    BridgeError, BridgeErrorKind, Command, ComponentTest, CursorPage, EditRequest, EditTouches, FilterNode, ObjectId,
    Op, Per, QueryAnswer, QueryRequest, Replied, Reply, Scope, Test, ValueText, ValuesRequest,
};
use serde_json::json;
use std::time::Duration;
use tests_projects::{TinyProject, guid, objects};
use unity_files::DiskChange;

const HARD: &str = "Assets/Hard.cs";

fn script(id: i64, object: i64, digit: char, field: &str) -> String {
    format!(
        "--- !u!114 &{id}\nMonoBehaviour:\n  m_GameObject: {{fileID: {object}}}\n  m_Enabled: 1\n  m_Script: {{fileID: 11500000, guid: {}, type: 3}}\n  \
         {field}\n",
        guid(digit)
    )
}

/// Creates a project with two objects: one has a valid script, the other a script that the parser rejects.
fn project() -> TinyProject {
    let project = TinyProject::new();
    let easy = "public class Easy : UnityEngine.MonoBehaviour { public Kind kind; } public enum Kind { Small, Large }";
    project.asset("Assets/Easy.cs", &guid('e'), easy);
    let hard = format!(
        "public class Hard : UnityEngine.MonoBehaviour {{ public float speed = {}; }}",
        "(".repeat(5_000)
    );
    project.asset(HARD, &guid('b'), hard);
    let scene =
        objects(&[(1, "Easy", 0), (3, "Hard", 0)]) + &script(50, 1, 'e', "kind: 1") + &script(51, 3, 'b', "speed: 2");
    project.asset("Assets/A.unity", &guid('a'), scene);
    project
}

/// Opens a session with no time to parse C# sources, so that commands wait for each source that is not parsed.
fn impatient(project: &TinyProject) -> Session {
    let mut session = open(project.root());
    session.query_caches.patience.sources = Duration::ZERO;
    session
}

fn run_once(session: &mut Session, command: &Command) -> Result<Replied, BridgeError> {
    session.run_for(command.clone().checked().expect("a command"), None)
}

/// Runs the command repeatedly, like the bridge, until it has nothing to wait for. Calls `meanwhile` before each wait.
/// Returns the reply and the number of runs.
fn until_answered_with(
    session: &mut Session,
    command: &Command,
    meanwhile: &mut dyn FnMut(&mut Session, Patience),
) -> (Result<Replied, BridgeError>, usize) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .expect("a runtime");
    for times in 1..100 {
        let outcome = run_once(session, command);
        let Some(mut making) = session.take_wait() else {
            return (outcome, times);
        };
        meanwhile(session, making.patience);
        runtime.block_on(making.ended.wait_for(|ended| *ended)).expect("an end");
    }
    panic!("{command:?} has no end");
}

/// Like `until_answered_with`, for a command that waits only for C# sources.
fn until_answered(session: &mut Session, command: &Command) -> (Result<Replied, BridgeError>, usize) {
    until_answered_with(session, command, &mut |_, patience| {
        assert_eq!(patience, Patience::OfCall)
    })
}

fn query(field: &str, value: &serde_json::Value) -> Command {
    let test = Test {
        path: field.to_owned(),
        op: Op::Equal,
        value: Some(ValueText::from_json_text(value.to_string())),
    };
    Command::Query {
        request: Box::new(QueryRequest {
            scope: Scope::Loaded,
            filter: vec![FilterNode::Component(ComponentTest {
                type_name: "MonoBehaviour".to_owned(),
                tests: vec![test],
            })],
            per: Per::Object,
            select: Vec::new(),
            order: Vec::new(),
            page: page(),
        }),
    }
}

fn page() -> CursorPage {
    CursorPage {
        limit: 100,
        cursor: None,
        max_bytes: 64 * 1024,
    }
}

fn query_answer(replied: Replied) -> (QueryAnswer, Vec<String>) {
    match replied.reply {
        Reply::Found(answer) => (answer, replied.diagnostics),
        other => panic!("{other:?}"),
    }
}

fn paths(answer: &QueryAnswer) -> Vec<&str> {
    answer.rows.iter().map(|row| row.path.as_str()).collect()
}

#[test]
fn query_lists_skipped_sources_without_parsing_them_again() {
    let project = project();
    let mut session = open(project.root());
    let mut attempts = Vec::new();
    // The second request is answered from the cached results of the first.
    for _ in 0..2 {
        let (replied, _) = until_answered(&mut session, &query("speed", &json!(2)));
        let (answer, notes) = query_answer(replied.expect("an answer"));
        assert_eq!(paths(&answer), ["/Hard"]);
        let skipped: Vec<(&str, &str)> = answer
            .not_searched
            .iter()
            .map(|skipped| (skipped.file.as_str(), skipped.why.as_str()))
            .collect();
        assert_eq!(
            skipped,
            [(HARD, "gave up on C# that no parser finishes in reasonable time")]
        );
        assert_eq!(answer.not_searched_total, 1);
        assert!(
            notes
                .iter()
                .any(|note| note.starts_with("skipped 1 C# sources") && note.contains(HARD)),
            "{notes:?}"
        );
        session.caches.revision += 1;
        session.query_caches.files_changed(&DiskChange::default());
        attempts.push(session.library.types().sources().attempts());
    }
    assert_eq!(attempts.first(), attempts.last());
}

#[test]
fn names_skipped_source_only_in_answers_that_need_it() {
    let project = project();
    let mut session = open(project.root());
    let request = |object: i64| Command::ReadValues {
        request: ValuesRequest {
            objects: vec![ObjectId(object)],
            types: Vec::new(),
            paths: Vec::new(),
            items: 20,
            page: page(),
        },
    };
    let easy = until_answered(&mut session, &request(1)).0.expect("values");
    assert!(easy.diagnostics.is_empty(), "{:?}", easy.diagnostics);
    let hard = until_answered(&mut session, &request(2)).0.expect("values");
    assert!(
        hard.diagnostics.iter().any(|note| note.contains(HARD)),
        "{:?}",
        hard.diagnostics
    );
}

#[test]
fn query_that_awaits_sources_returns_the_same_result() {
    let project = project();
    let patient = open(project.root())
        .run(query("kind", &json!("Large")))
        .expect("an answer");
    let mut session = impatient(&project);
    let first = run_once(&mut session, &query("kind", &json!("Large"))).map(query_answer);
    if let Ok((answer, notes)) = &first {
        assert!(answer.not_searched_total > 0, "{answer:?}");
        assert!(notes.iter().any(|note| note.contains("still being read")), "{notes:?}");
    }
    assert!(session.take_wait().is_some(), "{first:?}");
    let (answer, times) = until_answered(&mut session, &query("kind", &json!("Large")));
    let (answer, patient) = (query_answer(answer.expect("an answer")), query_answer(patient));
    assert_eq!(paths(&answer.0), ["/Easy"]);
    assert_eq!((answer.0.rows, answer.0.complete), (patient.0.rows, patient.0.complete));
    assert!(times < 10, "{times}");
}

#[test]
fn change_that_awaits_sources_is_applied_exactly_once() {
    let project = project();
    let edits = |value: &str| -> Vec<EditRequest> { vec![set(ObjectId(1), "Easy", "kind", &json!(value))] };
    let apply = |value: &str| Command::ApplyEdits {
        edits: edits(value),
        digest: None,
        touches: EditTouches::default(),
    };
    let mut session = impatient(&project);
    let error = run_once(&mut session, &apply("Small")).expect_err("its type is not known yet");
    assert_eq!(error.kind, BridgeErrorKind::NotReady);
    assert!(error.message.contains("still being read"), "{error}");
    assert!(session.take_wait().is_some());
    assert_eq!((session.edits.writes, entries(&mut session).rows.len()), (0, 0));
    let (done, _) = until_answered(&mut session, &apply("Small"));
    done.expect("the change");
    let made = entries(&mut session);
    let rows: Vec<(Option<String>, Option<String>)> = made
        .rows
        .iter()
        .flat_map(|entry| &entry.changes)
        .map(|row| {
            (
                row.old.as_ref().map(|value| value.get().to_owned()),
                row.new.as_ref().map(|value| value.get().to_owned()),
            )
        })
        .collect();
    assert_eq!(rows, [(Some("\"Large\"".to_owned()), Some("\"Small\"".to_owned()))]);
    assert_eq!(session.edits.writes, 1);
    // A value that the enum does not have is rejected, as if its source had been read immediately.
    let (refused, _) = until_answered(&mut impatient(&project), &apply("Huge"));
    assert_eq!(refused.expect_err("no member").kind, BridgeErrorKind::InvalidArgument);
}
