//! Tests of the scopes without some scenes, with which the host searches the files beside an editor.

use super::*;

#[test]
fn scope_without_scenes_has_all_other_files() {
    let project = project();
    let mut session = open(&project);
    let mut files = |scope: Scope| {
        let answer = find(&mut session, request(scope, Vec::new(), Vec::new())).expect("rows");
        assert!(answer.complete && answer.not_searched_total == 0, "{answer:?}");
        let mut files: Vec<String> = answer.rows.into_iter().map(|row| row.file).collect();
        files.dedup();
        files
    };
    let [a, b, ball] = ["Assets/A.unity", "Assets/B.unity", "Assets/Ball.prefab"].map(str::to_owned);
    let all = [a.clone(), b.clone(), ball.clone()];
    assert_eq!(files(Scope::Project), all);
    assert_eq!(files(Scope::ProjectExcept(vec![a.clone()])), [b.clone(), ball.clone()]);
    assert_eq!(files(Scope::ProjectExcept(vec![b.clone(), a.clone()])), [ball]);
    assert_eq!(files(Scope::ScenesExcept(vec![a])), [b]);
}
