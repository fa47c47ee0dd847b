//! Tests of queries that stop at their time limit: their partial results and their continuation.

use super::*;
use std::collections::BTreeSet;
use std::time::Duration;

/// Number of objects in a large scene, which a query searches in several steps.
const MANY: i64 = 1_300;

/// Opens a session with a time limit of zero, so that a query advances by one file or step per request.
fn hurried_session() -> (TinyProject, Session) {
    let project = project();
    let many: Vec<(i64, String)> = (1..=MANY).map(|at| (2 * at, format!("Ball{at}"))).collect();
    let many: Vec<(i64, &str, i64)> = many.iter().map(|(id, name)| (*id, name.as_str(), 0)).collect();
    project.asset("Assets/Many.unity", &guid('9'), objects(&many));
    let mut session = open(&project);
    session.query_caches.patience.query = Duration::ZERO;
    (project, session)
}

fn query_by_name(glob: &str, limit: u32, cursor: Option<String>) -> QueryRequest {
    let test = Test {
        path: "name".to_owned(),
        op: Op::Matches,
        value: Some(ValueText::from_json_text(json!(glob).to_string())),
    };
    QueryRequest {
        page: page(limit, cursor),
        ..request(
            Scope::Project,
            vec![FilterNode::Fact(test)],
            vec![Column::Fact("name".to_owned())],
        )
    }
}

#[test]
fn pages_return_each_row_once_while_more_rows_are_found() {
    let (project, mut session) = hurried_session();
    let whole = find(&mut open(&project), query_by_name("Ball*", 500, None)).expect("rows");
    assert!(whole.complete && whole.total == MANY as u64 + 3, "{}", whole.total);
    let (mut cursor, mut seen, mut totals) = (None, Vec::new(), Vec::new());
    loop {
        let answer = find(&mut session, query_by_name("Ball*", 400, cursor)).expect("a page");
        seen.extend(
            answer
                .rows
                .iter()
                .map(|row| (row.file.clone(), row.path.clone(), row.object)),
        );
        totals.push((answer.total, answer.complete));
        cursor = answer.next;
        // A caller who stops at an answer without a next page has all rows.
        assert!(cursor.is_some() || answer.complete, "{totals:?}");
        if cursor.is_none() {
            break;
        }
    }
    assert!(totals.is_sorted(), "{totals:?}");
    let growing: BTreeSet<u64> = totals
        .iter()
        .filter(|(_, complete)| !complete)
        .map(|(total, _)| *total)
        .collect();
    assert!(growing.len() >= 3, "{totals:?}");
    assert_eq!(totals.last(), Some(&(whole.total, true)));
    let mut expected = Vec::new();
    let mut session = open(&project);
    let mut cursor = None;
    loop {
        let answer = find(&mut session, query_by_name("Ball*", 500, cursor)).expect("a page");
        expected.extend(
            answer
                .rows
                .iter()
                .map(|row| (row.file.clone(), row.path.clone(), row.object)),
        );
        cursor = answer.next;
        if cursor.is_none() {
            break;
        }
    }
    assert_eq!(seen.len() as u64, whole.total);
    let paths = |rows: &[(String, String, ObjectId)]| -> Vec<String> {
        rows.iter().map(|(file, path, _)| format!("{file}{path}")).collect()
    };
    assert_eq!(paths(&seen), paths(&expected));
    let ids: BTreeSet<i64> = seen.iter().map(|(_, _, id)| id.0).collect();
    assert_eq!(ids.len(), seen.len());
}

/// Rows found later may belong before the returned ones, so a cursor could skip them and is rejected.
#[test]
fn rejects_ordered_cursor_after_more_rows_were_found() {
    let (_project, mut session) = hurried_session();
    let ordered = |cursor| QueryRequest {
        order: vec![OrderKey {
            column: Column::Fact("name".to_owned()),
            descending: true,
        }],
        ..query_by_name("*", 2, cursor)
    };
    let first = find(&mut session, ordered(None)).expect("rows");
    assert!(!first.complete);
    let cursor = first.next.expect("more of what is known");
    let error = find(&mut session, ordered(Some(cursor))).expect_err("more was found");
    assert_eq!(error.kind, BridgeErrorKind::Conflict);
    let last = loop {
        let answer = find(&mut session, ordered(None)).expect("rows");
        if answer.complete {
            break answer;
        }
    };
    assert_eq!(last.total, MANY as u64 + 6);
    assert!(last.rows[0].path.ends_with("/Door"), "{:?}", last.rows);
    let next = find(&mut session, ordered(last.next)).expect("all is known, so that pages go on");
    assert_eq!(next.rows.len(), 2);
}
