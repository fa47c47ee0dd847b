//! Tests that requests return the same answer in many steps as in one step.

use crate::session::Session;
use crate::session::tests::references::open;
use host_bridge::{
    AssetOrder, AssetsRequest, Column, Command, CursorPage, FilterNode, Op, PageRequest, Per, QueryRequest, Reply,
    Scope, Test, ValueText,
};
use std::time::Duration;
use tests_projects::{TinyProject, guid, objects};

/// Creates three scenes of a hundred objects, each of which has a reference to a missing target.
fn project() -> TinyProject {
    let project = TinyProject::new();
    let rows: Vec<(i64, String, i64)> = (0..100).map(|at| (2 * at + 1, format!("Ball{}", at % 7), 0)).collect();
    let rows: Vec<(i64, &str, i64)> = rows
        .iter()
        .map(|(id, name, parent)| (*id, name.as_str(), *parent))
        .collect();
    for digit in ['a', 'b', 'c'] {
        let lost = format!(
            "--- !u!114 &900\nMonoBehaviour:\n  m_GameObject: {{fileID: 1}}\n  m_Script: {{fileID: 11500000, guid: {}, type: 3}}\n",
            guid('9')
        );
        project.asset(&format!("Assets/{digit}.unity"), &guid(digit), objects(&rows) + &lost);
    }
    project
}

fn page() -> CursorPage {
    CursorPage {
        limit: 400,
        cursor: None,
        max_bytes: 1 << 20,
    }
}

fn commands() -> Vec<Command> {
    let query = |value: &str| Command::Query {
        request: Box::new(QueryRequest {
            scope: Scope::Project,
            filter: vec![
                FilterNode::Fact(Test {
                    path: "name".to_owned(),
                    op: Op::Equal,
                    value: Some(ValueText::from_json_text(value.to_owned())),
                }),
                FilterNode::All(vec![0]),
            ],
            per: Per::Object,
            select: vec![Column::Fact("path".to_owned())],
            order: Vec::new(),
            page: page(),
        }),
    };
    vec![
        query("\"Ball3\""),
        query("\"Bell3\""),
        Command::FindAssets {
            request: AssetsRequest {
                kind: None,
                folder: None,
                name: None,
                order: AssetOrder::Bytes,
                page: page(),
            },
        },
        Command::MissingReferences {
            page: PageRequest {
                offset: 0,
                limit: 100,
                max_bytes: 1 << 20,
                cursor: None,
            },
        },
    ]
}

fn reply(session: &mut Session, command: Command, is_stepped: bool) -> (Reply, Vec<String>, usize) {
    for times in 1..1_000 {
        let command = command.clone().checked().expect("a command");
        let outcome = session.run_for(command, None);
        let goes_on = session.take_wait().is_some();
        assert!(is_stepped || !goes_on);
        if !goes_on {
            let replied = outcome.expect("an answer");
            return (replied.reply, replied.diagnostics, times);
        }
    }
    panic!("no end");
}

#[test]
fn request_in_steps_returns_the_same_answer_as_in_one() {
    let project = project();
    let mut whole = open(project.root());
    whole.query_caches.patience.step = Duration::from_secs(3600);
    whole.query_caches.patience.query = Duration::from_secs(3600);
    whole.query_caches.patience.assets = Duration::from_secs(3600);
    let mut stepped = open(project.root());
    stepped.query_caches.patience.step = Duration::ZERO;
    for session in [&mut whole, &mut stepped] {
        session.query_caches.patience.sources = Duration::from_secs(3600);
    }
    for command in commands() {
        let (expected, notes, _) = reply(&mut whole, command.clone(), false);
        let (answer, told, times) = reply(&mut stepped, command.clone(), true);
        assert_eq!(format!("{answer:?}"), format!("{expected:?}"), "{command:?}");
        assert_eq!(told, notes, "{command:?}");
        assert!(times > 1, "{command:?} was done in one step");
    }
}

/// Two callers send requests alternately. Each request must continue and not start from the beginning.
#[test]
fn interleaved_queries_of_two_callers_finish() {
    let project = project();
    let mut session = open(project.root());
    session.query_caches.patience.step = Duration::ZERO;
    session.query_caches.patience.sources = Duration::from_secs(3600);
    let mut open: Vec<Command> = commands().into_iter().take(2).collect();
    for _ in 0..1_000 {
        open.retain(|command| {
            let checked = command.clone().checked().expect("a command");
            let outcome = session.run_for(checked, None);
            let goes_on = session.take_wait().is_some();
            assert!(goes_on || outcome.is_ok(), "{outcome:?}");
            goes_on
        });
        if open.is_empty() {
            return;
        }
    }
    panic!("{} queries have no end", open.len());
}
