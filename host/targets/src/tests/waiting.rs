//! Tests of calls while an editor is blocked, links again or proves that it has the folder open.

use super::several::{answer_call, ask, editor, paired, prove, resolve_one, targets_beside, targets_beside_folder};
use super::{dial, say, write};
use host_bridge::{Activity, BridgeErrorKind, BridgeState, Capability, Command, Reply};
use host_bridge_live::frames::{FromUnity, Pulse};
use tests_unity::FakeUnity;

#[tokio::test]
async fn folder_answers_reads_in_place_of_a_blocked_editor() {
    let root = tempfile::tempdir().expect("a folder");
    let folder = FakeUnity::with_answer(|_| Some(Ok(Reply::Done.into()))).with_capabilities([Capability::Scene]);
    let targets = targets_beside(root.path(), folder);
    let mut editor = dial(&targets, editor("Game", 1, root.path())).await.expect("linked");
    prove(&mut editor, root.path()).await;
    paired(&targets).await;
    let one = resolve_one(&targets, None, "s").expect("one target");
    let pulse = Pulse {
        state: Activity::Blocked,
        frame: 1,
        main_ms: 6_000,
        dialog: Some("Save?".to_owned()),
        last_ms: None,
        assemblies: 0,
    };
    say(&editor.carrier, FromUnity::Pulse(pulse)).await;
    while !matches!(one.bridge.state(), BridgeState::Unity(state) if state.activity == Activity::Blocked) {
        tokio::task::yield_now().await;
    }
    let find = |name: &str| Command::FindScene { name: name.to_owned() };
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
    // A change waits for the editor.
    let waiting = resolve_one(&targets, None, "s").expect("one target");
    let asked = tokio::spawn(async move { ask(&waiting, write()).await });
    for _ in 0..64 {
        tokio::task::yield_now().await;
    }
    assert!(!asked.is_finished(), "the folder answered a change");
    asked.abort();
    let ready = Pulse {
        state: Activity::Ready,
        frame: 2,
        main_ms: 0,
        dialog: None,
        last_ms: None,
        assemblies: 0,
    };
    say(&editor.carrier, FromUnity::Pulse(ready)).await;
    while !one.bridge.state().answers_calls() {
        tokio::task::yield_now().await;
    }
    for command in [write(), Command::GetTimeScale] {
        let one = resolve_one(&targets, None, "s").expect("one target");
        assert!(answer_call(&mut editor, one, command).await.is_ok());
    }
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
    // The folder is meant, if it is named.
    let folder = alone.target.unity.clone();
    let meant = resolve_one(&targets, Some(&folder), "restored").expect("the folder");
    assert!(ask(&meant, write()).await.is_ok());
    // Until the editor has proved that it has the project open, a change waits for that.
    let mut first = dial(&targets, editor("Game", 1, root.path())).await.expect("linked");
    let unproved = resolve_one(&targets, None, "restored").expect("a read may");
    let refused = ask(&unproved, write()).await.expect_err("which one?");
    assert_eq!(refused.kind, BridgeErrorKind::NotReady, "{refused}");
    assert!(refused.message.contains("proves that it has the project"), "{refused}");
    prove(&mut first, root.path()).await;
    paired(&targets).await;
    let pair = resolve_one(&targets, None, "restored").expect("one target");
    assert!(answer_call(&mut first, pair, write()).await.is_ok());
}
