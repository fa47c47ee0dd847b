//! Tests of calls while an editor is blocked, links again or proves that it has the folder open.

use super::several::{
    answer_call, ask, editor, next_call, paired, prove, resolve_one, targets_beside, targets_beside_folder,
    wait_for_folder, wish,
};
use super::{Dialled, dial, hello, say, write};
use crate::Targets;
use host_api::Source;
use host_bridge::{
    Activity, BridgeErrorKind, BridgeState, Capability, Command, ObjectId, ProjectInfo, Reply, SelectedTarget, Several,
};
use host_bridge_live::frames::{FromUnity, Pulse};
use std::path::Path;
use tests_unity::FakeUnity;

fn pulse(state: Activity, main_ms: u64, dialog: Option<&str>) -> FromUnity {
    FromUnity::Pulse(Pulse {
        state,
        frame: 1,
        main_ms,
        dialog: dialog.map(str::to_owned),
        last_ms: None,
        assemblies: 0,
    })
}

/// The id of the folder: that of `FakeUnity`.
const FOLDER: &str = "fake@00000000";

fn find(name: &str) -> Command {
    Command::FindScene { name: name.to_owned() }
}

/// Returns a host whose folder knows scenes, and its editor, which serves them.
async fn with_editor(root: &Path) -> (Targets, Dialled) {
    let folder = FakeUnity::with_answer(|_| Some(Ok(Reply::Done.into()))).with_capabilities([Capability::Scene]);
    let targets = targets_beside(root, folder);
    let mut hello = editor("Game", 1, root);
    for function in ["scenes/find", "components/resolve-type"] {
        hello.functions.push(function.to_owned());
    }
    let mut editor = dial(&targets, hello).await.expect("linked");
    prove(&mut editor, root).await;
    paired(&targets).await;
    (targets, editor)
}

#[tokio::test]
async fn folder_answers_a_read_whose_editor_is_blocked_or_ends_meanwhile() {
    for silent in [Activity::Blocked, Activity::Quitting] {
        let root = tempfile::tempdir().expect("a folder");
        let (targets, mut editor) = with_editor(root.path()).await;
        let one = resolve_one(&targets, None, "s").expect("one target");
        let asked = tokio::spawn(async move { ask(&one, find("Main")).await });
        // The editor received the read and does not answer it.
        assert_eq!(next_call(&mut editor).await.function, "scenes/find");
        say(&editor.carrier, pulse(silent, 6_000, Some("Save?"))).await;
        let part = match silent {
            Activity::Blocked => "does not run its main thread",
            _ => {
                drop(editor);
                "Unity has quit or no longer allows agents"
            }
        };
        let replied = asked.await.expect("it ended").expect("the folder answers");
        let note = &replied.diagnostics[0];
        assert!(
            note.contains(part) && note.contains("saved files of the project"),
            "{note}"
        );
    }
}

#[tokio::test]
async fn no_call_waits_for_an_editor_that_quit() {
    let root = tempfile::tempdir().expect("a folder");
    let (targets, mut editor) = with_editor(root.path()).await;
    let id = editor.welcome.id.clone();
    let pair = resolve_one(&targets, None, "worked").expect("one target");
    assert!(answer_call(&mut editor, pair, write()).await.is_ok());
    say(&editor.carrier, pulse(Activity::Quitting, 0, None)).await;
    drop(editor);
    // The folder answers at once, although the link was lost less than a minute ago.
    let fallen = wait_for_folder(&targets, "worked").await;
    let read = ask(&fallen, find("Main")).await.expect("the folder");
    let note = &read.diagnostics[0];
    for part in [
        "Unity has quit or no longer",
        "saved files of the project",
        "object ids",
    ] {
        assert!(note.contains(part), "{part} is not in {note}");
    }
    // Another session did not work in the editor, and one that names the folder knows it.
    let other = resolve_one(&targets, None, "other").expect("the folder");
    let named = resolve_one(&targets, Some(FOLDER), "worked").expect("the folder");
    for quiet in [other, named] {
        let read = ask(&quiet, find("Main")).await.expect("the folder");
        assert!(read.diagnostics.is_empty(), "{read:?}");
    }
    let refused = ask(&fallen, write()).await.expect_err("it worked in the editor");
    assert_eq!(refused.kind, BridgeErrorKind::NotReady);
    assert!(
        refused.message.contains("has quit or no longer allows agents"),
        "{refused}"
    );
    let rows = targets.targets();
    assert!(
        rows[0].problems[0].contains("its editor has quit or no longer allows agents"),
        "{rows:?}"
    );
    let by_id = resolve_one(&targets, Some(&id), "worked").expect("the pair");
    assert_eq!(by_id.target.source, Source::Folder);
}

#[tokio::test]
async fn folder_receives_no_change_while_an_editor_without_consent_has_it_open() {
    if cfg!(windows) {
        // There, a lock that can be opened belongs to no running editor.
        return;
    }
    let root = tempfile::tempdir().expect("a folder");
    let lock = root.path().join("Temp/UnityLockfile");
    std::fs::create_dir_all(root.path().join("Temp")).expect("made");
    std::fs::write(&lock, "").expect("written");
    let (targets, editor) = with_editor(root.path()).await;
    // The user withdraws the consent, and the process goes on.
    say(&editor.carrier, pulse(Activity::Quitting, 0, None)).await;
    drop(editor);
    let fallen = wait_for_folder(&targets, "other").await;
    assert!(ask(&fallen, find("Main")).await.is_ok(), "a read");
    let refused = ask(&fallen, write()).await.expect_err("the editor has it open");
    assert_eq!(refused.kind, BridgeErrorKind::NotReady, "{refused}");
    assert!(refused.message.contains("may still have the project open"), "{refused}");
    assert!(
        refused
            .hint
            .expect("what to do")
            .contains("Project Settings > Unity Tools")
    );
    // The folder is meant, if it is named.
    let named = resolve_one(&targets, Some(FOLDER), "other").expect("the folder");
    assert!(ask(&named, write()).await.is_ok());
    // The editor closed the project.
    std::fs::remove_file(&lock).expect("removed");
    assert!(ask(&fallen, write()).await.is_ok());
}

#[tokio::test]
async fn folder_answers_reads_in_place_of_a_blocked_editor() {
    let root = tempfile::tempdir().expect("a folder");
    let folder = FakeUnity::with_answer(|command| {
        Some(Ok(match command {
            Command::ProjectInfo => Reply::Project(Box::new(ProjectInfo {
                problems: vec!["an editor links to this host by itself".to_owned()],
                ..ProjectInfo::default()
            })),
            _ => Reply::Done,
        }
        .into()))
    })
    .with_capabilities([Capability::Scene]);
    let targets = targets_beside(root.path(), folder);
    let mut editor = dial(&targets, editor("Game", 1, root.path())).await.expect("linked");
    prove(&mut editor, root.path()).await;
    paired(&targets).await;
    let one = resolve_one(&targets, None, "s").expect("one target");
    block(&editor, &one).await;
    let replied = ask(&one, find("Main")).await.expect("the folder answers");
    let note = &replied.diagnostics[0];
    for part in [
        "does not run its main thread",
        "\"Save?\"",
        "saved files of the project",
        "object ids",
    ] {
        assert!(note.contains(part), "{part} is not in {note}");
    }
    // The editor is linked, so the folder does not explain how it links.
    let project = ask(&one, Command::ProjectInfo).await.expect("the folder answers");
    assert!(
        matches!(&project.reply, Reply::Project(info) if info.problems.is_empty()),
        "{project:?}"
    );
    // A change waits for the editor.
    let waiting = resolve_one(&targets, None, "s").expect("one target");
    let asked = tokio::spawn(async move { ask(&waiting, write()).await });
    for _ in 0..64 {
        tokio::task::yield_now().await;
    }
    assert!(!asked.is_finished(), "the folder answered a change");
    asked.abort();
    say(&editor.carrier, pulse(Activity::Ready, 0, None)).await;
    while !one.bridge.state().answers_calls() {
        tokio::task::yield_now().await;
    }
    for command in [write(), Command::GetTimeScale] {
        let one = resolve_one(&targets, None, "s").expect("one target");
        assert!(answer_call(&mut editor, one, command).await.is_ok());
    }
}

/// Makes the editor of the pair `one` blocked for longer than reads wait for it.
async fn block(editor: &Dialled, one: &SelectedTarget) {
    say(&editor.carrier, pulse(Activity::Blocked, 6_000, Some("Save?"))).await;
    while !matches!(one.bridge.state(), BridgeState::Unity(state) if state.activity == Activity::Blocked) {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn folder_resolves_no_names_of_a_write_for_a_blocked_editor() {
    let root = tempfile::tempdir().expect("a folder");
    let (targets, editor) = with_editor(root.path()).await;
    let one = resolve_one(&targets, None, "s").expect("one target");
    block(&editor, &one).await;
    assert!(ask(&one, find("Main")).await.is_ok(), "a read of the project");
    let asked = tokio::spawn(async move {
        let type_name = "Door".to_owned();
        ask(&one, Command::ResolveComponentType { type_name }).await
    });
    for _ in 0..64 {
        tokio::task::yield_now().await;
    }
    assert!(
        !asked.is_finished(),
        "the folder resolved a name of a write of the editor"
    );
    asked.abort();
    // An object of the folder is none of the editor, so its members are not resolved for a write.
    let one = resolve_one(&targets, None, "s").expect("one target");
    let resolve = Command::ResolveMember {
        object: ObjectId(7),
        component: "Door".to_owned(),
        member: None,
    };
    assert!(ask(&one, resolve).await.is_err());
}

fn unsettled(targets: &Targets, named: Option<&str>) -> Option<&'static str> {
    targets.unsettled(&wish(named, "restored"))
}

#[tokio::test]
async fn folder_receives_no_change_while_its_editor_can_link_again() {
    if cfg!(windows) {
        // There, a lock that can be opened belongs to no running editor.
        return;
    }
    let root = tempfile::tempdir().expect("a folder");
    std::fs::create_dir_all(root.path().join("Temp")).expect("made");
    std::fs::write(root.path().join("Temp/UnityLockfile"), "").expect("written");
    let targets = targets_beside_folder(root.path());
    let alone = resolve_one(&targets, None, "restored").expect("the folder");
    assert!(ask(&alone, Command::GetTimeScale).await.is_ok(), "a read");
    let refused = ask(&alone, write()).await.expect_err("its editor may link again");
    assert_eq!(refused.kind, BridgeErrorKind::NotReady);
    assert!(
        refused.retry_after_ms.is_some() && refused.message.contains("an editor has the project open"),
        "{refused}"
    );
    // A call that changes something waits before it chooses its target, if it does not name the folder.
    let folder = alone.target.unity.clone();
    assert!(unsettled(&targets, None).is_some_and(|why| why.contains("is not linked yet")));
    assert_eq!(unsettled(&targets, Some(&folder)), None);
    // The folder is meant, if it is named.
    let meant = resolve_one(&targets, Some(&folder), "restored").expect("the folder");
    assert!(ask(&meant, write()).await.is_ok());
    // Until the editor has proved that it has the project open, a change waits for that.
    let mut first = dial(&targets, editor("Game", 1, root.path())).await.expect("linked");
    let unproved = resolve_one(&targets, None, "restored").expect("a read may");
    let refused = ask(&unproved, write()).await.expect_err("which one?");
    assert_eq!(refused.kind, BridgeErrorKind::NotReady, "{refused}");
    assert!(refused.message.contains("proves that it has the project"), "{refused}");
    assert!(unsettled(&targets, None).is_some_and(|why| why.contains("proves that it has the project")));
    prove(&mut first, root.path()).await;
    paired(&targets).await;
    assert_eq!(unsettled(&targets, None), None);
    let pair = resolve_one(&targets, None, "restored").expect("one target");
    assert!(answer_call(&mut first, pair, write()).await.is_ok());
}

#[tokio::test]
async fn read_while_the_only_editor_proves_the_folder_has_no_note() {
    let root = tempfile::tempdir().expect("a folder");
    let targets = targets_beside_folder(root.path());
    let mut first = dial(&targets, editor("Game", 1, root.path())).await.expect("linked");
    let proof = next_call(&mut first).await;
    assert_eq!(proof.function, "link/prove-folder");
    let one = resolve_one(&targets, None, "s").expect("a read may");
    let read = answer_call(&mut first, one, Command::GetTimeScale).await.expect("read");
    assert!(read.diagnostics.is_empty(), "{read:?}");
    // With a game beside them, it matters which one answers.
    let _game = dial(&targets, hello("Other", 2)).await.expect("linked");
    let one = resolve_one(&targets, None, "s").expect("a read may");
    let read = answer_call(&mut first, one, Command::GetTimeScale).await.expect("read");
    assert!(
        read.diagnostics[0].contains("no target was named or chosen"),
        "{read:?}"
    );
}
