//! Tests of files and components that cannot be searched.

use super::*;

#[test]
fn counts_unreadable_files_as_not_searched() {
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

#[test]
fn names_truncated_file_as_not_searched() {
    let project = TinyProject::new();
    let whole = objects(&[(1, "Crate", 0), (3, "Barrel", 0)]);
    project.asset("Assets/A.unity", &guid('a'), &whole);
    project.asset("Assets/B.unity", &guid('b'), &whole[..whole.len() - 20]);
    let mut session = open(&project);
    let answer = find(&mut session, request(Scope::Project, Vec::new(), Vec::new())).expect("rows");
    assert_eq!(answer.not_searched_total, 1, "{:?}", answer.not_searched);
    let named = &answer.not_searched[0];
    assert_eq!(named.file, "Assets/B.unity");
    assert!(named.why.contains("cut off"), "{}", named.why);
    let loaded = find(&mut session, request(Scope::Loaded, Vec::new(), Vec::new())).expect("rows");
    assert_eq!((loaded.total, loaded.not_searched_total), (2, 0));
}

/// Opens a scene of three crates with a body. The second body's text is invalid, the third body is missing in the file.
fn open_broken() -> (TinyProject, Session) {
    let project = TinyProject::new();
    let body = |head: &str, object: i64, mass: &str| {
        format!("--- !u!{head}\nRigidbody:\n  m_GameObject: {{fileID: {object}}}\n  m_Mass: {mass}\n")
    };
    let mut scene = objects(&[(1, "Crate", 0), (3, "Barrel", 0), (5, "Chest", 0)]);
    for (transform, body) in [(2, 70), (4, 71), (6, 72)] {
        let listed = format!("  - component: {{fileID: {transform}}}\n");
        scene = scene.replacen(&listed, &format!("{listed}  - component: {{fileID: {body}}}\n"), 1);
    }
    scene += &(body("54 &70", 1, "12") + &body("54 &71", 3, "{x: ["));
    project.asset("Assets/A.unity", &guid('a'), scene);
    let session = open(&project);
    (project, session)
}

#[test]
fn counts_and_names_unreadable_components() {
    let (_project, mut session) = open_broken();
    let heavy = vec![type_filter("Rigidbody", &[("mass", Op::Greater, Some(json!(10)))])];
    let answer = find(&mut session, request(Scope::Loaded, heavy, Vec::new())).expect("rows");
    assert_eq!((answer.total, answer.not_searched_total), (1, 2));
    let [damage, skipped] = &answer.not_searched[..] else {
        panic!("{answer:?}")
    };
    assert!(damage.why.contains("&72 (m_Component of &5)"), "{damage:?}");
    assert_eq!(skipped.file, "Assets/A.unity");
    assert!(
        skipped
            .why
            .starts_with("components that cannot be read and were not compared: 2")
            && skipped.why.contains("/Barrel"),
        "{skipped:?}"
    );
    // The query is not about components, but the missing documents may also be objects.
    let all = find(&mut session, request(Scope::Loaded, Vec::new(), Vec::new())).expect("rows");
    assert_eq!((all.total, all.not_searched_total), (3, 1));
    let objects = all.rows.iter().map(|row| row.object).collect();
    let (_, remarks) = super::instances::values_of(&mut session, objects, &[]);
    assert!(
        remarks.iter().any(|remark| remark.contains("/Chest lists 1 more")),
        "{remarks:?}"
    );
    assert!(
        remarks
            .iter()
            .any(|remark| remark.contains("of /Barrel (UnityEngine.Rigidbody) cannot be read")),
        "{remarks:?}"
    );
}
