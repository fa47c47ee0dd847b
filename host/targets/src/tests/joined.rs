//! Tests of reads that an editor and its project folder answer together.

use super::several::{answer, ask, editor, find_users, next_call, paired, prove, resolve_one, targets_beside};
use super::{Dialled, dial};
use crate::Targets;
use data_encoding::BASE64URL_NOPAD;
use host_bridge::{
    BridgeErrorKind, Capability, Command, CursorPage, FilterNode, ObjectId, Page, Per, ProjectInfo, QueryAnswer,
    QueryRequest, QueryRow, ReferenceTarget, Replied, Reply, SceneCard, SceneId, Scope, SelectedTarget, UsersAnswer,
};
use std::path::Path;
use std::sync::{Arc, Mutex};
use tests_unity::FakeUnity;

const MAIN: &str = "Assets/Main.unity";
const DOOR: &str = "Assets/Door.prefab";

/// The id of an object in a prefab, as the folder assigns it.
const IN_PREFAB: ObjectId = ObjectId(1_000_000_000_007);

fn row(object: i64, file: &str, path: &str) -> QueryRow {
    QueryRow {
        object: ObjectId(object),
        file: file.to_owned(),
        path: path.to_owned(),
        component: None,
        cells: Vec::new(),
    }
}

fn found(rows: Vec<QueryRow>) -> Reply {
    Reply::Found(QueryAnswer {
        total: rows.len() as u64,
        complete: true,
        rows,
        next: None,
        not_searched: Vec::new(),
        not_searched_total: 0,
    })
}

fn query(scope: Scope, filter: Vec<FilterNode>) -> Command {
    Command::Query {
        request: Box::new(QueryRequest {
            scope,
            filter,
            per: Per::Object,
            select: Vec::new(),
            order: Vec::new(),
            page: CursorPage {
                limit: 50,
                cursor: None,
                max_bytes: 1 << 16,
            },
        }),
    }
}

/// The paths of the scenes that the editor has loaded at a listing, by the number of earlier listings.
type Loaded = fn(usize) -> Vec<String>;

fn main_alone(_: usize) -> Vec<String> {
    vec![MAIN.to_owned()]
}

/// Answers the calls of the host as an editor that has these scenes loaded, with one object at `/Player` of `MAIN`.
async fn serve(mut unity: Dialled, loaded: Loaded) {
    let mut listings = 0;
    loop {
        let call = next_call(&mut unity).await;
        let reply = match call.function.as_str() {
            "scenes/list-scenes" => {
                let cards = loaded(listings).into_iter().map(|path| SceneCard {
                    id: SceneId(0),
                    name: "Main".to_owned(),
                    path,
                    index: 0,
                    build_index: None,
                    is_loaded: true,
                    root_count: 1,
                    problem: None,
                });
                let items: Vec<SceneCard> = cards.collect();
                listings += 1;
                Reply::Scenes(Page {
                    total: items.len() as u64,
                    items,
                    next_offset: None,
                    next_cursor: None,
                    scanned: None,
                })
            }
            "query/find" => found(vec![row(-12, MAIN, "/Player")]),
            other => panic!("the editor received {other}"),
        };
        let value = serde_json::to_value(reply.to_json().expect("JSON")).expect("JSON");
        answer(&unity, &call, &value).await;
    }
}

type Commands = Arc<Mutex<Vec<Command>>>;

/// Returns a pair of an editor and a folder. The folder has a prefab with one object, and the object `/Player` of `MAIN`
/// with the id 7. The commands to the folder are recorded.
async fn pair(root: &Path) -> (Targets, SelectedTarget, Commands) {
    pair_with(root, main_alone, 0).await
}

async fn pair_with(root: &Path, loaded: Loaded, unsaved: u64) -> (Targets, SelectedTarget, Commands) {
    let commands = Commands::default();
    let recorded = Arc::clone(&commands);
    let folder = FakeUnity::with_answer(move |command| {
        recorded.lock().expect("no panic").push(command.clone());
        Some(Ok(match command {
            Command::Query { request } => match request.scope {
                Scope::Files(paths) if paths == [MAIN] => found(vec![row(7, MAIN, "/Player")]),
                _ => found(vec![row(IN_PREFAB.0, DOOR, "/Door")]),
            },
            Command::FindUsers { .. } => Reply::Users(UsersAnswer {
                total: 0,
                complete: true,
                rows: Vec::new(),
                next: None,
                not_searched: Vec::new(),
                not_searched_total: 0,
            }),
            _ => Reply::Done,
        }
        .into()))
    })
    .with_capabilities([Capability::Scene, Capability::SceneEdit])
    .with_project(ProjectInfo {
        session_edits: unsaved,
        ..ProjectInfo::default()
    });
    let targets = targets_beside(root, folder);
    let mut hello = editor("Game", 1, root);
    for function in ["scenes/list-scenes", "query/find"] {
        hello.functions.push(function.to_owned());
    }
    let mut unity = dial(&targets, hello).await.expect("linked");
    prove(&mut unity, root).await;
    paired(&targets).await;
    tokio::spawn(serve(unity, loaded));
    let one = resolve_one(&targets, None, "s").expect("one target");
    (targets, one, commands)
}

fn rows(replied: &Replied) -> &[QueryRow] {
    match &replied.reply {
        Reply::Found(answer) => &answer.rows,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn query_of_project_reads_loaded_scenes_from_editor_and_other_files_from_folder() {
    let root = tempfile::tempdir().expect("a folder");
    let (_targets, one, commands) = pair(root.path()).await;
    let replied = ask(&one, query(Scope::Project, Vec::new())).await.expect("both answer");
    let Reply::Found(answer) = &replied.reply else {
        panic!("{replied:?}")
    };
    let files: Vec<&str> = answer.rows.iter().map(|row| row.file.as_str()).collect();
    assert_eq!((answer.total, answer.complete, answer.not_searched_total), (2, true, 0));
    assert_eq!(files, [MAIN, DOOR]);
    assert!(
        replied.diagnostics[0].contains("loaded scenes are as in the editor"),
        "{:?}",
        replied.diagnostics
    );
    let asked = commands.lock().expect("no panic").clone();
    assert_eq!(asked, [query(Scope::ProjectExcept(vec![MAIN.to_owned()]), Vec::new())]);
}

#[tokio::test]
async fn answers_of_the_folder_name_its_unsaved_edits() {
    let root = tempfile::tempdir().expect("a folder");
    let (_targets, one, _) = pair_with(root.path(), main_alone, 3).await;
    for command in [
        query(Scope::Project, Vec::new()),
        query(Scope::Prefabs, Vec::new()),
        Command::GetObject { object: IN_PREFAB },
        find_users(ReferenceTarget::Object(IN_PREFAB)),
    ] {
        let replied = ask(&one, command.clone()).await.expect("the folder");
        let note = replied.diagnostics.last().expect("a note");
        assert!(
            note.contains("3 edits of this host that are not saved"),
            "{command:?}: {note}"
        );
    }
}

#[tokio::test]
async fn query_is_rejected_if_scenes_are_loaded_while_both_parts_search() {
    let root = tempfile::tempdir().expect("a folder");
    let loaded: Loaded = |listings| match listings {
        0 => main_alone(0),
        _ => vec![MAIN.to_owned(), "Assets/Other.unity".to_owned()],
    };
    let (_targets, one, _) = pair_with(root.path(), loaded, 0).await;
    let error = ask(&one, query(Scope::Project, Vec::new()))
        .await
        .expect_err("two splits");
    assert_eq!(error.kind, BridgeErrorKind::Conflict, "{error}");
    // The scenes are the same from now on.
    assert!(ask(&one, query(Scope::Project, Vec::new())).await.is_ok());
}

#[tokio::test]
async fn query_ignores_unsaved_scenes_and_rejects_too_many() {
    let root = tempfile::tempdir().expect("a folder");
    let loaded: Loaded = |listings| match listings {
        0 | 1 => vec!["   ".to_owned(), String::new(), MAIN.to_owned()],
        _ => (0..501).map(|number| format!("Assets/{number}.unity")).collect(),
    };
    let (_targets, one, commands) = pair_with(root.path(), loaded, 0).await;
    assert!(ask(&one, query(Scope::Project, Vec::new())).await.is_ok());
    let asked = commands.lock().expect("no panic").clone();
    assert_eq!(asked, [query(Scope::ProjectExcept(vec![MAIN.to_owned()]), Vec::new())]);
    let error = ask(&one, query(Scope::Project, Vec::new()))
        .await
        .expect_err("501 scenes");
    assert_eq!(error.kind, BridgeErrorKind::Unsupported, "{error}");
    assert!(error.message.contains("501 loaded scenes"), "{error}");
}

#[tokio::test]
async fn forged_cursor_leads_to_one_query_of_each_part() {
    let root = tempfile::tempdir().expect("a folder");
    let (_targets, one, commands) = pair(root.path()).await;
    let page = |cursor: Option<String>| {
        let Command::Query { mut request } = query(Scope::Project, Vec::new()) else {
            panic!("a query")
        };
        request.page = CursorPage {
            limit: 1,
            cursor,
            ..request.page
        };
        Command::Query { request }
    };
    let first = ask(&one, page(None)).await.expect("both answer");
    let Reply::Found(QueryAnswer { next: Some(next), .. }) = first.reply else {
        panic!("{first:?}")
    };
    let next = BASE64URL_NOPAD.decode(next.as_bytes()).expect("a cursor");
    let mut places: serde_json::Value = serde_json::from_slice(&next).expect("JSON");
    places[1] = serde_json::json!([500, null, 1]);
    let forged = BASE64URL_NOPAD.encode(places.to_string().as_bytes());
    let before = commands.lock().expect("no panic").len();
    let error = ask(&one, page(Some(forged))).await.expect_err("other rows");
    assert_eq!(error.kind, BridgeErrorKind::Conflict, "{error}");
    assert_eq!(commands.lock().expect("no panic").len(), before + 1);
}

#[tokio::test]
async fn folder_alone_answers_for_files_that_the_editor_has_not_loaded() {
    let root = tempfile::tempdir().expect("a folder");
    let (_targets, one, commands) = pair(root.path()).await;
    for scope in [Scope::Prefabs, Scope::Files(vec![DOOR.to_owned()])] {
        let replied = ask(&one, query(scope.clone(), Vec::new())).await.expect("the folder");
        assert_eq!(rows(&replied)[0].object, IN_PREFAB, "{scope:?}");
        assert!(replied.diagnostics[0].contains("saved files"), "{replied:?}");
    }
    // The editor answers for its own scenes.
    let before = commands.lock().expect("no panic").len();
    for scope in [Scope::Loaded, Scope::Files(vec![MAIN.to_owned()])] {
        let replied = ask(&one, query(scope, Vec::new())).await.expect("the editor");
        assert!(replied.diagnostics.is_empty(), "{replied:?}");
    }
    assert_eq!(commands.lock().expect("no panic").len(), before);
    // Later reads of the object that the folder returned go to the folder, but changes do not.
    let get = Command::GetObject { object: IN_PREFAB };
    let replied = ask(&one, get.clone()).await.expect("the folder");
    assert!(replied.diagnostics[0].contains("saved files"), "{replied:?}");
    assert_eq!(commands.lock().expect("no panic").last(), Some(&get));
}

#[tokio::test]
async fn query_with_objects_of_the_editor_reports_unsearched_files() {
    let root = tempfile::tempdir().expect("a folder");
    let (_targets, one, commands) = pair(root.path()).await;
    let loaded = ask(&one, query(Scope::Loaded, Vec::new())).await.expect("the editor");
    let player = rows(&loaded)[0].object;
    for (filter, not_searched) in [
        (vec![FilterNode::Under(player)], 0),
        (vec![FilterNode::Under(player), FilterNode::Not(0)], 1),
    ] {
        let replied = ask(&one, query(Scope::Project, filter)).await.expect("the editor");
        let Reply::Found(answer) = &replied.reply else {
            panic!("{replied:?}")
        };
        assert_eq!(answer.not_searched_total, not_searched, "{answer:?}");
    }
    assert!(commands.lock().expect("no panic").is_empty());
}

#[tokio::test]
async fn finds_users_of_object_of_the_editor_in_saved_files() {
    let root = tempfile::tempdir().expect("a folder");
    let (_targets, one, commands) = pair(root.path()).await;
    let loaded = ask(&one, query(Scope::Loaded, Vec::new())).await.expect("the editor");
    let player = rows(&loaded)[0].object;
    assert_ne!(player, ObjectId(7));
    let replied = ask(&one, find_users(ReferenceTarget::Object(player)))
        .await
        .expect("the folder");
    let note = replied.diagnostics.last().expect("a note");
    for part in [
        player.to_string().as_str(),
        "at the same path /Player",
        MAIN,
        "may be another object if the scene has unsaved changes",
    ] {
        assert!(note.contains(part), "{part} is not in {note}");
    }
    let asked = commands.lock().expect("no panic").last().cloned();
    assert_eq!(asked, Some(find_users(ReferenceTarget::Object(ObjectId(7)))));
    let unknown = ask(&one, find_users(ReferenceTarget::Object(ObjectId(900_000_000_999)))).await;
    assert_eq!(unknown.expect_err("no such id").kind, BridgeErrorKind::NotFound);
}
