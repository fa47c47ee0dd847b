//! Tests of scripts of which only the `.meta` file exists, so that their references are unknown.

use super::*;

#[test]
fn reports_scripts_without_source_as_not_searched_for_type_users() {
    let project = project();
    for (name, number) in [("Away", '7'), ("Gone", '8')] {
        let meta = format!("fileFormatVersion: 2\nguid: {}\nMonoImporter:\n", guid(number));
        project.write(&format!("Assets/{name}.cs.meta"), meta);
    }
    let mut session = session(project.root());
    let of_type = |places| UsersRequest {
        places,
        ..request(ReferenceTarget::TypeName("Game.Door".to_owned()), 50, None)
    };
    for places in [Vec::new(), vec![ReferencePlace::Scripts]] {
        let found = whole(&mut session, &of_type(places));
        assert_eq!(found.not_searched_total, 2, "{found:?}");
        let [told] = found.not_searched.as_slice() else {
            panic!("{found:?}")
        };
        assert_eq!(told.file, "Assets/Away.cs");
        assert!(
            told.why
                .starts_with("only its .meta is in this folder, as of 1 more scripts"),
            "{told:?}"
        );
    }
    let elsewhere = whole(&mut session, &of_type(vec![ReferencePlace::Scenes]));
    assert_eq!(elsewhere.not_searched_total, 0, "{elsewhere:?}");
    // No source names a material.
    let material = request(ReferenceTarget::Asset("Assets/Red.mat".to_owned()), 50, None);
    assert_eq!(whole(&mut session, &material).not_searched_total, 0);
}
