//! Tests of asset lists that stop at their time limit.

use super::*;
use host_bridge::{AssetsAnswer, BridgeErrorKind};
use std::time::Duration;

fn find_assets(session: &mut Session, order: AssetOrder, cursor: Option<String>) -> Result<AssetsAnswer, BridgeError> {
    let request = AssetsRequest {
        kind: None,
        folder: None,
        name: Some("*.mat".to_owned()),
        order,
        page: CursorPage {
            limit: 2,
            cursor,
            max_bytes: 64 * 1024,
        },
    };
    match session.lookup().find_assets(&request)?.reply {
        Reply::AssetRows(answer) => Ok(answer),
        other => panic!("{other:?}"),
    }
}

/// Opens a session with a time limit of zero, so that a list advances by one file per request.
fn hurried_session() -> (TinyProject, Session) {
    let project = TinyProject::new();
    for (at, name) in ["a", "b", "c", "d", "e"].into_iter().enumerate() {
        let text = format!(
            "%YAML 1.1\n--- !u!21 &2100000\nMaterial:\n  m_Name: {}\n",
            name.repeat(at + 1)
        );
        project.asset(&format!("Assets/{name}.mat"), &guid(char::from(b'1' + at as u8)), text);
        project.asset(&format!("Assets/{name}.txt"), &guid(char::from(b'a' + at as u8)), "");
    }
    let mut session = session(project.root());
    session.query_caches.patience.assets = Duration::ZERO;
    (project, session)
}

#[test]
fn pages_by_path_return_each_asset_once_while_scan_continues() {
    let (_project, mut session) = hurried_session();
    let (mut cursor, mut seen, mut totals) = (None, Vec::new(), Vec::new());
    loop {
        let answer = find_assets(&mut session, AssetOrder::Path, cursor).expect("a page");
        seen.extend(answer.rows.iter().map(|asset| asset.path.clone()));
        totals.push((answer.total, answer.complete));
        cursor = answer.next;
        assert!(cursor.is_some() || answer.complete, "{totals:?}");
        if cursor.is_none() {
            break;
        }
    }
    let all = ["a", "b", "c", "d", "e"].map(|name| format!("Assets/{name}.mat"));
    assert_eq!(seen, all);
    assert!(totals.is_sorted(), "{totals:?}");
    assert!(
        totals.contains(&(1, false)) && totals.contains(&(3, false)),
        "{totals:?}"
    );
    assert_eq!(totals.last(), Some(&(5, true)));
}

#[test]
fn rejects_size_order_cursor_after_scan_found_more_assets() {
    let (_project, mut session) = hurried_session();
    let first = loop {
        let answer = find_assets(&mut session, AssetOrder::Bytes, None).expect("a page");
        if answer.next.is_some() {
            break answer;
        }
    };
    assert!(!first.complete);
    let error = find_assets(&mut session, AssetOrder::Bytes, first.next).expect_err("more was looked at");
    assert_eq!(error.kind, BridgeErrorKind::Conflict);
    let last = loop {
        let answer = find_assets(&mut session, AssetOrder::Bytes, None).expect("a page");
        if answer.complete {
            break answer;
        }
    };
    assert_eq!((last.total, last.rows[0].path.as_str()), (5, "Assets/e.mat"));
    assert_eq!(
        find_assets(&mut session, AssetOrder::Bytes, last.next)
            .expect("a page")
            .rows
            .len(),
        2
    );
}
