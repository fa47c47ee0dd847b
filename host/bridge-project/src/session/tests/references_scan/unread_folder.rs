//! Tests of a folder and a file that cannot be read. Every answer about the whole project names them as missing. The
//! folder is unreadable because it is nested too deeply, so the test needs no file permissions.

use super::*;
use crate::session::tests::find_users::{request as users_request, whole};
use host_bridge::{
    AssetOrder, AssetsRequest, Command, CursorPage, Per, QueryAnswer, QueryRequest, ReferenceTarget, SceneFilter, Scope,
};

const LOCKED_DEPTH: usize = 64;

fn locked_path() -> String {
    format!("Assets{}", "/d".repeat(LOCKED_DEPTH))
}

fn project() -> TinyProject {
    let project = TinyProject::new();
    project.write("Packages/manifest.json", r#"{"dependencies": {}}"#);
    project.asset(
        &format!("{}/Here.prefab", locked_path()),
        &guid('1'),
        objects(&[(1, "A", 0)]),
    );
    let scene = objects(&[(1, "Root", 0)]) + &instance(31, &guid('1'), 0, &[]);
    project.asset("Assets/Main.unity", &guid('3'), scene);
    project.write("Assets/Pointer.unity", "version https://git-lfs.github.com/spec/v1\n");
    project
}

fn query(session: &mut Session) -> QueryAnswer {
    let request = QueryRequest {
        scope: Scope::Project,
        filter: Vec::new(),
        per: Per::Object,
        select: Vec::new(),
        order: Vec::new(),
        page: CursorPage {
            cursor: None,
            limit: 10,
            max_bytes: 100_000,
        },
    };
    loop {
        match session.lookup().query(&request).expect("an answer").reply {
            Reply::Found(found) if found.complete => return found,
            _ => {
                session.work();
            }
        }
    }
}

#[test]
fn unreadable_folder_makes_project_wide_answers_incomplete() {
    let project = project();
    let mut session = session(project.root());
    let locked = locked_path();

    let (findings, notes) = scan(&mut session, 500);
    let rows = findings.iter().map(|one| (one.problem, one.path.as_str()));
    assert_eq!(
        rows.collect::<Vec<_>>(),
        [
            (NotSearched, locked.as_str()),
            (Unverifiable, "Assets/Main.unity"),
            (NotSearched, "Assets/Pointer.unity"),
        ]
    );
    let note = format!("may belong to the files below {locked}, which could not be read");
    assert!(notes.iter().any(|told| told.contains(&note)), "{notes:?}");

    let skipped = query(&mut session).not_searched;
    let files: Vec<&str> = skipped.iter().map(|skipped| skipped.file.as_str()).collect();
    // The scene contains an instance of a prefab that is in the folder.
    assert_eq!(files, [locked.as_str(), "Assets/Main.unity", "Assets/Pointer.unity"]);

    let users = whole(
        &mut session,
        &users_request(ReferenceTarget::Asset("Assets/Main.unity".to_owned()), 10, None),
    );
    assert!(
        users.not_searched.iter().any(|skipped| skipped.file == locked),
        "{users:?}"
    );

    let page = |limit| request(limit, None);
    let command = Command::ListScenes {
        filter: SceneFilter::default(),
        page: page(10),
    };
    let listed = session.dispatch(command, None).expect("a list");
    let named = |notes: &[String]| notes.iter().any(|note| note.starts_with(&locked));
    assert!(named(&listed.diagnostics), "{:?}", listed.diagnostics);
    let Reply::Scenes(scenes) = listed.reply else {
        panic!("no scenes")
    };
    assert_eq!(scenes.scanned, Some((2, 3)));

    let assets = |session: &mut Session, folder: &str| {
        let request = AssetsRequest {
            kind: None,
            folder: Some(folder.to_owned()),
            name: None,
            order: AssetOrder::Path,
            page: CursorPage {
                cursor: None,
                limit: 10,
                max_bytes: 100_000,
            },
        };
        let found = session.lookup().find_assets(&request).expect("assets");
        let Reply::AssetRows(rows) = found.reply else {
            panic!("no assets")
        };
        (rows.complete, named(&found.diagnostics))
    };
    assert_eq!(assets(&mut session, "Assets"), (false, true));
    assert_eq!(assets(&mut session, "Packages"), (true, false));
}
