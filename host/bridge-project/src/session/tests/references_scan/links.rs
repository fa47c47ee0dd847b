//! Tests of symbolic links out of the project. Their content is unverifiable, unless the options follow links.
#![cfg(unix)]

use super::*;
use crate::session::tests::find_users::{request as users_request, whole};
use host_bridge::{AssetFilter, ReferenceTarget};
use unity_files::Links;

/// Creates a project with a scene that uses a script and a prefab from a folder outside the project.
fn projects() -> (TinyProject, TinyProject) {
    let (shared, game) = (TinyProject::new(), TinyProject::new());
    shared.asset(
        "Shared/Spin.cs",
        &guid('1'),
        "public class Spin : UnityEngine.MonoBehaviour {}",
    );
    shared.asset("Shared/Base.prefab", &guid('2'), objects(&[(1, "Base", 0)]));
    std::os::unix::fs::symlink("..", shared.root().join("Shared/Up")).expect("a link to its own parent");
    std::os::unix::fs::symlink(game.root(), shared.root().join("Shared/Game")).expect("a link around the project");
    game.write("Packages/manifest.json", r#"{"dependencies": {}}"#);
    let script = guid('1');
    let component = format!(
        "--- !u!114 &9\nMonoBehaviour:\n  m_GameObject: {{fileID: 1}}\n  m_Script: {{fileID: 11500000, guid: {script}, type: 3}}\n  m_EditorClassIdentifier: Assembly-CSharp::Spin\n"
    );
    let scene = objects(&[(1, "Root", 0)]).replace("  m_Component:\n", "  m_Component:\n  - component: {fileID: 9}\n");
    game.asset(
        "Assets/Main.unity",
        &guid('3'),
        scene + &component + &instance(31, &guid('2'), 0, &[]),
    );
    std::os::unix::fs::symlink(shared.root().join("Shared"), game.root().join("Assets/Shared")).expect("a link");
    (shared, game)
}

fn open(root: &Path, links: Links) -> Session {
    let options = ProjectOptions {
        open: OpenScenes::Paths(Vec::new()),
        watch: WatchMode::Off,
        links,
        ..ProjectOptions::new(root)
    };
    Session::open(root, &options, &|_, _| true).expect("a project")
}

fn spin(session: &mut Session) -> Result<host_bridge::UsersAnswer, BridgeError> {
    let request = users_request(ReferenceTarget::TypeName("Spin".to_owned()), 10, None);
    loop {
        match session.lookup().find_users(&request, None)?.reply {
            Reply::Users(found) if session.take_wait().is_none() => return Ok(found),
            _ => {
                session.work();
            }
        }
    }
}

#[test]
fn reports_files_behind_a_link_as_unverifiable_or_not_searched() {
    let (_shared, game) = projects();
    let mut session = open(game.root(), Links::Stay);
    let (findings, _) = scan(&mut session, 500);
    let rows = findings
        .iter()
        .map(|one| (one.problem, &*one.path, one.member.as_deref()));
    assert_eq!(
        rows.collect::<Vec<_>>(),
        [
            (NotSearched, "Assets/Shared", None),
            (Unverifiable, "Assets/Main.unity", None),
            (Unverifiable, "Assets/Main.unity", Some("m_SourcePrefab")),
        ]
    );
    assert_eq!(
        findings[1].context,
        "Spin may belong to the files behind the link Assets/Shared, which leads out of the project and is not followed"
    );
    let error = match spin(&mut session) {
        Ok(found) => {
            assert_eq!(
                (found.not_searched_total, found.not_searched[0].file.as_str()),
                (1, "Assets/Shared")
            );
            None
        }
        Err(error) => Some(error.message),
    };
    if let Some(message) = error {
        assert!(
            message.contains("the link Assets/Shared leads out of the project and is not followed"),
            "{message}"
        );
    }
    let found = whole(
        &mut session,
        &users_request(ReferenceTarget::Asset("Assets/Main.unity".to_owned()), 10, None),
    );
    assert_eq!(
        (found.not_searched_total, found.not_searched[0].file.as_str()),
        (1, "Assets/Shared")
    );
    let missing = session
        .lookup()
        .asset_detail("Assets/Shared/Spin.cs", 4096)
        .expect_err("it is behind the link");
    assert!(
        missing.message.contains("is behind the link Assets/Shared"),
        "{missing}"
    );
}

#[test]
fn follows_link_if_the_operator_allows_it() {
    let (_shared, game) = projects();
    let mut session = open(game.root(), Links::Follow);
    let (findings, _) = scan(&mut session, 500);
    // A link to its own parent ends at that folder; a link to the project itself is not followed.
    assert_eq!(findings, []);
    let found = spin(&mut session).expect("a type");
    let rows = found.rows.iter().map(|row| (&*row.file, row.path.as_deref()));
    assert_eq!(rows.collect::<Vec<_>>(), [("Assets/Main.unity", Some("/Root"))]);
    let page = PageRequest {
        offset: 0,
        ..request(50, None)
    };
    let Reply::Assets(page) = session
        .lookup()
        .list_assets(&AssetFilter::default(), &page)
        .expect("a page")
        .reply
    else {
        panic!("no assets");
    };
    let paths: Vec<_> = page.items.iter().map(|asset| asset.path.as_str()).collect();
    assert!(
        paths.contains(&"Assets/Shared/Spin.cs") && paths.contains(&"Assets/Shared/Base.prefab"),
        "{paths:?}"
    );
}
