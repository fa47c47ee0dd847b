//! Tests of an index of references that is built file by file between requests.

use super::*;
use std::time::Duration;

#[test]
fn pages_return_each_user_once_while_the_index_grows() {
    let project = project();
    for (at, digit) in "6789bc".chars().enumerate() {
        let scene = std::fs::read(project.root().join("Assets/Main.unity")).expect("a scene");
        project.asset(&format!("Assets/Room{at}.unity"), &guid(digit), scene);
    }
    let mut session = session(project.root());
    session.query_caches.users.step = Duration::ZERO;
    let (mut cursor, mut seen, mut totals) = (None, Vec::new(), Vec::new());
    loop {
        let found = answer(&mut session, &request(asset("Assets/Red.mat"), 2, cursor));
        seen.extend(found.rows.iter().map(|user| user.file.clone()));
        totals.push((found.total, found.complete));
        cursor = found.next;
        assert!(cursor.is_some() || found.complete, "{totals:?}");
        if cursor.is_none() {
            break;
        }
    }
    let rooms = (0..6).map(|at| format!("Assets/Room{at}.unity"));
    let all: Vec<String> = ["Assets/Main.unity".to_owned()].into_iter().chain(rooms).collect();
    assert_eq!(seen, all);
    assert!(totals.is_sorted(), "{totals:?}");
    let growing: BTreeSet<u64> = totals
        .iter()
        .filter(|(_, complete)| !complete)
        .map(|(total, _)| *total)
        .collect();
    assert!(growing.len() >= 3, "{totals:?}");
    assert_eq!(totals.last(), Some(&(7, true)));
}
