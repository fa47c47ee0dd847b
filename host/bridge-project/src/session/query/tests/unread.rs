//! Files that cannot be searched.

use super::*;

#[test]
fn what_cannot_be_read_is_counted() {
    let project = project();
    project.asset(
        "Assets/Z.unity",
        &guid('f'),
        "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 12\n",
    );
    let mut session = open(&project);
    let answer = find(&mut session, request(Scope::Project, Vec::new(), Vec::new())).expect("rows");
    assert_eq!((answer.total, answer.not_searched_total), (6, 1));
    assert_eq!(answer.not_searched[0].file, "Assets/Z.unity");
    assert!(answer.not_searched[0].why.contains("LFS"), "{:?}", answer.not_searched);
}
