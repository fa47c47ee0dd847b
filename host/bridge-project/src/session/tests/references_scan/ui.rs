//! Tests of references by path in UI files: users of an asset, dependencies of a file, and broken references.

use super::*;
use crate::session::tests::find_users::{request as users_request, whole};
use host_bridge::ReferenceTarget;

fn project() -> TinyProject {
    let project = TinyProject::new();
    project.write("Packages/manifest.json", r#"{"dependencies": {}}"#);
    project.asset("Assets/UI/Base.uss", &guid('1'), ".a { color: red; }");
    project.asset("Assets/UI/pic.png", &guid('2'), "x");
    project.asset("Assets/Art/Resources/icon.png", &guid('3'), "x");
    project.asset(
        "Assets/UI/Main.uss",
        &guid('4'),
        format!(
            "@import url(\"Base.uss\");\n.b {{ background-image: url('/Assets/UI/pic.png'); }}\n.c {{ x: url(\"gone.png\"); y: resource(\"icon\"); }}\n.d {{ x: url(\"project://database/Assets/UI/pic.png?fileID=2800000&guid={}&type=3#pic\"); }}",
            guid('9')
        ),
    );
    project.asset(
        "Assets/UI/Row.uxml",
        &guid('5'),
        format!(
            "<ui:UXML>\n<Style src=\"base.uss\" />\n<Style src=\"project://database/Assets/UI/Lost.uss?fileID=1&amp;guid={}&amp;type=3#Lost\" />\n<ui:Image source=\"none.png\" />\n</ui:UXML>",
            guid('8')
        ),
    );
    project
}

#[test]
fn lists_users_by_path_with_line_numbers() {
    let project = project();
    let mut session = session(project.root());
    for (asset, expected) in [
        (
            "Assets/UI/Base.uss",
            vec![
                ("Assets/UI/Main.uss", "line:1 @import"),
                ("Assets/UI/Row.uxml", "line:2 src"),
            ],
        ),
        (
            "Assets/UI/pic.png",
            vec![
                ("Assets/UI/Main.uss", "line:2 url"),
                ("Assets/UI/Main.uss", "line:4 url"),
            ],
        ),
        (
            "Assets/Art/Resources/icon.png",
            vec![("Assets/UI/Main.uss", "line:3 resource")],
        ),
    ] {
        let target = ReferenceTarget::Asset(asset.to_owned());
        let found = whole(&mut session, &users_request(target, 50, None));
        let rows = found.rows.iter();
        let rows: Vec<_> = rows
            .map(|row| (&*row.file, row.field.as_deref().unwrap_or_default()))
            .collect();
        assert_eq!(rows, expected, "{asset}");
    }
}

#[test]
fn lists_dependencies_by_path_and_counts_unresolved_addresses() {
    let project = project();
    let mut session = session(project.root());
    let mut detail = |asset: &str| match session.lookup().asset_detail(asset, 16_000).expect("an asset").reply {
        Reply::AssetDetail(detail) => (detail.dependencies, detail.left_out.join("; ")),
        other => panic!("{other:?}"),
    };
    let (dependencies, left_out) = detail("Assets/UI/Main.uss");
    assert_eq!(
        dependencies,
        [
            "Assets/Art/Resources/icon.png",
            "Assets/UI/Base.uss",
            "Assets/UI/pic.png"
        ]
    );
    assert!(
        left_out.contains("1 addresses in it lead to no asset, first Assets/UI/gone.png"),
        "{left_out}"
    );
    let (dependencies, _) = detail("Assets/UI/Row.uxml");
    assert_eq!(dependencies, ["Assets/UI/Base.uss"]);
}

#[test]
fn reports_addresses_without_asset_as_broken() {
    let project = project();
    let (findings, _) = scan(&mut session(project.root()), 500);
    let rows = findings
        .iter()
        .map(|one| (one.problem, &*one.path, one.member.as_deref(), &*one.context));
    assert_eq!(
        rows.collect::<Vec<_>>(),
        [
            (
                BrokenReference,
                "Assets/UI/Main.uss",
                Some("line:3 url"),
                "url in line 3 refers to Assets/UI/gone.png, which no asset of the project has"
            ),
            (
                BrokenReference,
                "Assets/UI/Row.uxml",
                Some("line:3 src"),
                "src in line 3 refers to Assets/UI/Lost.uss (guid 88888888888888888888888888888888), which no asset of the project has"
            ),
        ]
    );
}
