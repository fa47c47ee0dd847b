//! Tests with a folder and instances, or several instances: which one answers, which one changes, and the notes.

use super::{Dialled, SECRET, dial, hello, say, write};
use crate::{Folder, Targets};
use host_api::{Sent, Source};
use host_bridge::{
    BridgeCall, BridgeError, BridgeErrorKind, Capability, Command, CursorPage, Function, ObjectId, ReferenceTarget,
    ReferenceUser, Replied, Reply, SelectedTarget, Several, TargetKind, UnityBridge, UsersAnswer, UsersRequest, Wish,
};
use host_bridge_live::HostName;
use host_bridge_live::frames::{Call, CallResult, FromHost, FromUnity, Hello, Kind};
use host_bridge_live::trust::Secret;
use host_pipeline::PipelineCommands;
use serde_json::value::to_raw_value;
use std::path::Path;
use std::sync::Arc;
use tests_unity::FakeUnity;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// Creates targets with the folder at `root`, whose bridge answers every command with success.
pub(super) fn targets_beside_folder(root: &Path) -> Targets {
    targets_beside(root, FakeUnity::with_answer(|_| Some(Ok(Reply::Done.into()))))
}

/// Creates targets with the folder at `root`, which `folder` answers for.
pub(super) fn targets_beside(root: &Path, folder: FakeUnity) -> Targets {
    targets_with_pipeline(root, folder, None)
}

/// Creates targets with the folder at `root`, which `folder` answers for, and Unity's Pipeline if it is switched on.
pub(super) fn targets_with_pipeline(
    root: &Path,
    folder: FakeUnity,
    pipeline: Option<Arc<PipelineCommands>>,
) -> Targets {
    targets_of(Folder {
        bridge: Arc::new(folder),
        root: root.to_path_buf(),
        pipeline,
        look_again: Arc::new(|| ()),
    })
}

pub(super) fn targets_of(folder: Folder) -> Targets {
    let host = HostName {
        version: "0".to_owned(),
        run: "run".to_owned(),
    };
    let secret = Secret::from_text(SECRET).expect("long enough");
    Targets::new(
        host,
        secret,
        Some(folder),
        None,
        TaskTracker::new(),
        CancellationToken::new(),
    )
}

pub(super) fn editor(name: &str, instance: u8, path: &Path) -> Hello {
    let mut hello = hello(name, instance);
    hello.kind = Kind::Editor;
    hello.project.path = Some(path.display().to_string());
    hello.functions.push("link/prove-folder".to_owned());
    hello
}

pub(super) fn wish(named: Option<&str>, session: &str) -> Wish {
    Wish {
        named: named.map(str::to_owned),
        session: Some(session.into()),
        who: session.into(),
    }
}

pub(super) fn resolve_one(
    targets: &Targets,
    named: Option<&str>,
    session: &str,
) -> Result<SelectedTarget, BridgeError> {
    targets
        .resolve_target(&wish(named, session))
        .map(|one| one.expect("there are several"))
}

pub(super) async fn ask(one: &SelectedTarget, command: Command) -> Result<Replied, BridgeError> {
    let command = command.checked().expect("a sound command");
    one.bridge.execute(command, BridgeCall::internal()).await
}

pub(super) async fn next_call(unity: &mut Dialled) -> Call {
    loop {
        match unity.carrier.outgoing.recv().await.expect("an open link") {
            Sent::Text(text) => {
                if let Ok(FromHost::Call(call)) = FromHost::read(&text) {
                    return call;
                }
            }
            other => panic!("{other:?}"),
        }
    }
}

pub(super) async fn answer(unity: &Dialled, call: &Call, value: &serde_json::Value) {
    let result = CallResult {
        id: call.id,
        value: Some(to_raw_value(value).expect("JSON")),
        error: None,
        notes: Vec::new(),
        bytes: None,
    };
    say(&unity.carrier, FromUnity::Result(result)).await;
}

/// Answers the request for a proof: writes the nonce to a file below `folder`.
pub(super) async fn prove(unity: &mut Dialled, folder: &Path) {
    let call = next_call(unity).await;
    assert_eq!(call.function, "link/prove-folder");
    let asked: serde_json::Value = serde_json::from_str(call.args.get()).expect("JSON");
    let file = format!("Library/UnityTools/{}", "0a".repeat(16));
    std::fs::create_dir_all(folder.join("Library/UnityTools")).expect("made");
    std::fs::write(folder.join(&file), asked["nonce"].as_str().expect("a nonce")).expect("written");
    answer(unity, &call, &serde_json::json!({ "file": file })).await;
}

/// Waits until the folder answers the calls of `who`, and returns the selected target.
pub(super) async fn wait_for_folder(targets: &Targets, who: &str) -> SelectedTarget {
    loop {
        let fallen = resolve_one(targets, None, who).expect("the folder");
        if fallen.target.source == Source::Folder {
            return fallen;
        }
        tokio::task::yield_now().await;
    }
}

pub(super) async fn paired(targets: &Targets) {
    while targets.switches().is_empty() {
        tokio::task::yield_now().await;
    }
}

/// Sends `command` to the target `one`, answers it as `unity`, and returns the outcome.
pub(super) async fn answer_call(
    unity: &mut Dialled,
    one: SelectedTarget,
    command: Command,
) -> Result<Replied, BridgeError> {
    let asked = tokio::spawn(async move { ask(&one, command).await });
    let call = next_call(unity).await;
    let scale = host_bridge::TimeScale {
        value: 1.0,
        locked: false,
    };
    let value = Reply::TimeScale(scale).to_json().expect("JSON");
    answer(unity, &call, &serde_json::to_value(&value).expect("JSON")).await;
    asked.await.expect("it ended")
}

#[tokio::test]
async fn treats_player_and_project_folder_as_separate_targets() {
    let root = tempfile::tempdir().expect("a folder");
    let targets = targets_beside_folder(root.path());
    let alone = resolve_one(&targets, None, "s").expect("the folder");
    assert_eq!(alone.target.source, Source::Folder);
    assert!(ask(&alone, write()).await.is_ok(), "the only target");
    let mut player = dial(&targets, hello("Game", 1)).await.expect("linked");
    // Neither request nor session names a target: a write is rejected, and a read reports which target answered.
    let unsaid = resolve_one(&targets, None, "s").expect("a read may");
    let refused = ask(&unsaid, write()).await.expect_err("which one?");
    let folder = alone.target.unity.clone();
    assert_eq!(refused.kind, BridgeErrorKind::Conflict);
    assert!(
        refused.message.contains(&folder) && refused.message.contains(&player.welcome.id),
        "{refused}"
    );
    assert_eq!(
        (unsaid.target.source, &unsaid.target.unity),
        (Source::Live, &player.welcome.id)
    );
    let read = answer_call(&mut player, unsaid, Command::GetTimeScale)
        .await
        .expect("read");
    assert!(
        read.diagnostics[0].contains("no target was named or chosen"),
        "{read:?}"
    );
    // By id, by project name, by its folder and by a path inside the folder.
    let inside = root.path().join("Assets/Scenes");
    let inside = inside.to_str().expect("text");
    for (named, source) in [
        (&*folder, Source::Folder),
        (inside, Source::Folder),
        ("Game", Source::Live),
        (&*player.welcome.id, Source::Live),
    ] {
        let named = resolve_one(&targets, Some(named), "s").expect(named);
        assert_eq!(named.target.source, source, "{:?}", named.target);
    }
    let by_name = resolve_one(&targets, Some("Game"), "s").expect("there is one");
    assert!(answer_call(&mut player, by_name, write()).await.is_ok());
    let nobody = resolve_one(&targets, Some("Gmae"), "s").expect_err("no such target");
    assert_eq!(nobody.kind, BridgeErrorKind::NotFound);
    assert!(nobody.hint.expect("who is here").contains(&folder));
    let _second = dial(&targets, hello("Game", 2)).await.expect("linked");
    let two = resolve_one(&targets, Some("Game"), "s").expect_err("two are called so");
    assert_eq!(two.kind, BridgeErrorKind::InvalidArgument);
}

#[tokio::test]
async fn rejects_instance_object_number_in_folder() {
    let root = tempfile::tempdir().expect("a folder");
    let targets = targets_beside_folder(root.path());
    targets.0.numbers.note_instance("i", "Game@1");
    let object = host_bridge::ObjectNumbers::number(&*targets.0.numbers, "i", "-12");
    let folder = resolve_one(&targets, None, "s").expect("the folder");
    let refused = ask(&folder, Command::GetObject { object })
        .await
        .expect_err("it is of a Unity");
    assert_eq!(refused.kind, BridgeErrorKind::NotFound);
    assert!(refused.message.contains("it is of Game@1"), "{refused}");
    let own = Command::GetObject { object: ObjectId(12) };
    assert!(ask(&folder, own).await.is_ok());
}

#[tokio::test]
async fn pairs_verified_editor_and_rejects_folder_writes_of_its_users() {
    let root = tempfile::tempdir().expect("a folder");
    let targets = targets_beside_folder(root.path());
    let folder = resolve_one(&targets, None, "s").expect("the folder").target.unity;
    let mut first = dial(&targets, editor("Game", 1, root.path())).await.expect("linked");
    prove(&mut first, root.path()).await;
    paired(&targets).await;
    let pair = resolve_one(&targets, None, "worked").expect("one target");
    assert_eq!(
        (pair.target.source, &pair.target.unity),
        (Source::Live, &first.welcome.id)
    );
    assert!(answer_call(&mut first, pair, write()).await.is_ok(), "the only target");
    // A second editor with the same folder open does not become part of a pair.
    let mut second = dial(&targets, editor("Copy", 2, root.path())).await.expect("linked");
    prove(&mut second, root.path()).await;
    let still = resolve_one(&targets, Some(&folder), "s").expect("the pair");
    assert_eq!(still.target.unity, first.welcome.id);
    drop(second);
    // The editor does not reconnect. Reads come from the folder. Changes are allowed only for callers that never used
    // the editor or that named the folder.
    targets.0.table().wait_for_nobody();
    drop(first);
    let fallen = wait_for_folder(&targets, "worked").await;
    assert!(ask(&fallen, Command::GetTimeScale).await.is_ok());
    let refused = ask(&fallen, write()).await.expect_err("it worked in the editor");
    assert_eq!(refused.kind, BridgeErrorKind::NotReady);
    assert!(refused.hint.expect("what helps").contains(&folder));
    let meant = resolve_one(&targets, Some(&folder), "worked").expect("the folder");
    assert!(ask(&meant, write()).await.is_ok());
    let another = resolve_one(&targets, None, "never was there").expect("the folder");
    assert!(ask(&another, write()).await.is_ok());
    let switches = targets.switches();
    assert!(
        switches[0].contains("the editor answers") && switches[1].contains("the folder answers"),
        "{switches:?}"
    );
    assert!(
        targets
            .targets()
            .iter()
            .any(|row| row.problems.iter().any(|why| why.contains("away")))
    );
}

#[tokio::test]
async fn keeps_unverified_editor_separate_from_folder() {
    let (root, elsewhere) = (
        tempfile::tempdir().expect("a folder"),
        tempfile::tempdir().expect("a folder"),
    );
    let targets = targets_beside_folder(root.path());
    let mut liar = dial(&targets, editor("Game", 1, root.path())).await.expect("linked");
    prove(&mut liar, elsewhere.path()).await;
    let path = root.path().to_str().expect("text");
    for _ in 0..64 {
        tokio::task::yield_now().await;
    }
    assert!(targets.switches().is_empty());
    assert_eq!(
        resolve_one(&targets, Some(path), "s")
            .expect("the folder")
            .target
            .source,
        Source::Folder
    );
    let unsaid = resolve_one(&targets, None, "s").expect("a read may");
    let refused = loop {
        let refused = ask(&unsaid, write()).await.expect_err("two targets");
        // The host still looks for the proof.
        if refused.kind != BridgeErrorKind::NotReady {
            break refused;
        }
        tokio::task::yield_now().await;
    };
    assert_eq!(refused.kind, BridgeErrorKind::Conflict);
    let rows = targets.targets();
    let row = rows
        .iter()
        .find(|row| row.source == TargetKind::Editor)
        .expect("it is listed");
    assert!(
        row.path.is_none() && row.problems[0].contains("not verified"),
        "{row:?}"
    );
}

#[tokio::test]
async fn rejects_folder_write_after_unanswered_editor_call() {
    let root = tempfile::tempdir().expect("a folder");
    let targets = targets_beside_folder(root.path());
    let mut first = dial(&targets, editor("Game", 1, root.path())).await.expect("linked");
    prove(&mut first, root.path()).await;
    paired(&targets).await;
    let pair = resolve_one(&targets, None, "worked").expect("one target");
    let asked = tokio::spawn(async move { ask(&pair, write()).await });
    next_call(&mut first).await;
    // The command may have been executed; no caller receives the outcome.
    asked.abort();
    targets.0.table().wait_for_nobody();
    drop(first);
    let fallen = wait_for_folder(&targets, "worked").await;
    let refused = ask(&fallen, write()).await.expect_err("it worked in the editor");
    assert_eq!(refused.kind, BridgeErrorKind::NotReady);
}

/// Returns the answer of a folder in which one object of a scene refers to the requested asset.
fn one_user(command: Command) -> Option<Result<Replied, BridgeError>> {
    assert_eq!(
        command.function(),
        Function::FindUsers,
        "the editor answers everything else"
    );
    let row = ReferenceUser {
        file: "Assets/Main.unity".to_owned(),
        object: Some(ObjectId(7)),
        path: Some("/Door".to_owned()),
        component: None,
        field: None,
    };
    let answer = UsersAnswer {
        total: 1,
        complete: true,
        rows: vec![row],
        next: None,
        not_searched: Vec::new(),
        not_searched_total: 0,
    };
    Some(Ok(Reply::Users(answer).into()))
}

pub(super) fn find_users(target: ReferenceTarget) -> Command {
    Command::FindUsers {
        request: UsersRequest {
            target,
            places: Vec::new(),
            page: CursorPage {
                limit: 50,
                max_bytes: 1 << 16,
                cursor: None,
            },
        },
    }
}

#[tokio::test]
async fn folder_answers_from_saved_files_for_its_editor() {
    let root = tempfile::tempdir().expect("a folder");
    let folder = FakeUnity::with_answer(one_user).with_capabilities([Capability::Scene, Capability::SceneEdit]);
    let targets = targets_beside(root.path(), folder);
    let mut editor = dial(&targets, editor("Game", 1, root.path())).await.expect("linked");
    prove(&mut editor, root.path()).await;
    paired(&targets).await;
    let one = resolve_one(&targets, None, "s").expect("one target");
    assert_eq!(one.target.source, Source::Live);
    let asset = ReferenceTarget::Asset("Assets/Wood.mat".to_owned());
    let replied = ask(&one, find_users(asset)).await.expect("the folder answers");
    let Reply::Users(answer) = replied.reply else {
        panic!("{:?}", replied.reply)
    };
    assert_eq!(
        (&*answer.rows[0].file, answer.rows[0].object),
        ("Assets/Main.unity", None)
    );
    assert!(replied.diagnostics[0].contains("unsaved changes of the editor are not in this answer"));
    let of_object = ask(&one, find_users(ReferenceTarget::Object(ObjectId(900_000_000_001)))).await;
    assert_eq!(
        of_object.expect_err("an id of an editor").kind,
        BridgeErrorKind::NotFound
    );
    assert!(one.bridge.supports(Function::FindUsers) && !one.bridge.supports(Function::ListOverrides));
}
