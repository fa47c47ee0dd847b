//! Tests of the choice of a session: its effects, what overrides it, and what happens when the chosen target leaves.

use super::several::{answer_call, ask, editor, paired, prove, resolve_one, targets_beside_folder, wait_for_folder};
use super::{dial, hello, targets, write};
use crate::Targets;
use host_api::Source;
use host_bridge::{BridgeError, BridgeErrorKind, Command, Reply, Several, TargetKind, TargetRow, UnityBridge, Wish};

async fn choose(targets: &Targets, session: &str, unity: &str) -> Result<TargetRow, BridgeError> {
    let unity = unity.to_owned();
    let asked = resolve_one(targets, None, session).expect("a choice is answered");
    match ask(&asked, Command::ChooseTarget { unity }).await?.reply {
        Reply::Unity(row) => Ok(*row),
        other => panic!("{other:?}"),
    }
}

async fn list_rows(targets: &Targets, session: &str) -> Vec<TargetRow> {
    let asked = resolve_one(targets, None, session).expect("a listing is answered");
    match ask(&asked, Command::ListTargets).await.expect("a list").reply {
        Reply::Targets(rows) => rows,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn routes_calls_of_a_session_to_its_chosen_target() {
    let root = tempfile::tempdir().expect("a folder");
    let targets = targets_beside_folder(root.path());
    let folder = targets.targets()[0].id.clone();
    let mut first = dial(&targets, hello("First", 1)).await.expect("linked");
    let mut second = dial(&targets, hello("Second", 2)).await.expect("linked");
    let row = choose(&targets, "a", "Second").await.expect("it is here");
    assert_eq!((&row.id, row.chosen), (&second.welcome.id, true));
    assert!(
        row.source == TargetKind::Player && row.serves == ["logs", "time-scale", "time-scale-edit"],
        "{row:?}"
    );
    let to_second = resolve_one(&targets, None, "a").expect("chosen");
    assert_eq!(
        (to_second.target.source, &to_second.target.unity),
        (Source::Live, &second.welcome.id)
    );
    let read = answer_call(&mut second, to_second, write())
        .await
        .expect("it was chosen");
    assert!(read.diagnostics.is_empty(), "{read:?}");
    // The chosen target is first in the list of its session; the default target is first for other sessions.
    assert_eq!(list_rows(&targets, "a").await[0].id, second.welcome.id);
    let others = list_rows(&targets, "b").await;
    assert!(
        others[0].id == first.welcome.id && others[0].chosen && others.len() == 3,
        "{others:?}"
    );
    let unsaid = resolve_one(&targets, None, "b").expect("a read may");
    assert_eq!(
        ask(&unsaid, write()).await.expect_err("nobody said").kind,
        BridgeErrorKind::Conflict
    );
    // A target that a request names overrides the choice for this request only.
    let named = resolve_one(&targets, Some("First"), "a").expect("it is here");
    assert!(answer_call(&mut first, named, write()).await.is_ok());
    let named = resolve_one(&targets, Some("First"), "a").expect("it is here");
    let again = Command::ChooseTarget { unity: folder.clone() };
    let told = ask(&named, again).await.expect("chosen").diagnostics;
    assert!(
        told[0].contains("\"First\"") && told[0].contains("whatever was chosen"),
        "{told:?}"
    );
    assert_eq!(resolve_one(&targets, None, "a").expect("chosen").target.unity, folder);
}

#[tokio::test]
async fn rejects_ambiguous_unknown_or_sessionless_choice() {
    let targets = targets();
    let first = dial(&targets, hello("Game", 1)).await.expect("linked");
    let second = dial(&targets, hello("Game", 2)).await.expect("linked");
    let both = choose(&targets, "a", "Game").await.expect_err("two are called so");
    assert_eq!(both.kind, BridgeErrorKind::InvalidArgument);
    let hint = both.hint.expect("who is here");
    assert!(
        hint.contains(&first.welcome.id) && hint.contains(&second.welcome.id),
        "{hint}"
    );
    let nobody = choose(&targets, "a", "Gmae").await.expect_err("no such target");
    assert_eq!(nobody.kind, BridgeErrorKind::NotFound);
    // Two clients with the same name would share one choice.
    let sessionless = Wish {
        who: "a client by its name".into(),
        ..Wish::default()
    };
    let asked = targets
        .resolve_target(&sessionless)
        .expect("a read may")
        .expect("several");
    let unity = first.welcome.id.clone();
    let refused = ask(&asked, Command::ChooseTarget { unity })
        .await
        .expect_err("no session");
    assert_eq!(refused.kind, BridgeErrorKind::Unsupported);
    assert!(refused.hint.expect("what helps").contains("unity-tools/target"));
    assert!(ask(&asked, Command::ListTargets).await.is_ok());
}

#[tokio::test]
async fn reports_disconnected_chosen_instance_without_fallback() {
    let targets = targets();
    let first = dial(&targets, hello("First", 1)).await.expect("linked");
    let second = dial(&targets, hello("Second", 2)).await.expect("linked");
    let gone = second.welcome.id.clone();
    choose(&targets, "a", &gone).await.expect("it is here");
    drop(second);
    // Its entry is given to another instance that needs one.
    let mut others = Vec::new();
    for number in 3.. {
        others.push(
            dial(&targets, hello(&format!("Game{number}"), number))
                .await
                .expect("linked"),
        );
        if targets.targets().iter().all(|row| row.id != gone) {
            break;
        }
    }
    for command in [Command::GetTimeScale, write()] {
        let asked = resolve_one(&targets, None, "a").expect("it is answered");
        assert_eq!(asked.target.unity, gone);
        let why = ask(&asked, command).await.expect_err("no target answers");
        assert_eq!(why.kind, BridgeErrorKind::NotReady);
        assert!(why.message.contains(&gone) && why.hint.expect("who is here").contains(&first.welcome.id));
    }
    assert!(list_rows(&targets, "a").await.iter().all(|row| !row.chosen));
    choose(&targets, "a", "First").await.expect("it is here");
    assert_eq!(
        resolve_one(&targets, None, "a").expect("chosen").target.unity,
        first.welcome.id
    );
}

#[tokio::test]
async fn session_of_disconnected_editor_may_choose_folder() {
    let root = tempfile::tempdir().expect("a folder");
    let targets = targets_beside_folder(root.path());
    let folder = targets.targets()[0].id.clone();
    let mut first = dial(&targets, editor("Game", 1, root.path())).await.expect("linked");
    prove(&mut first, root.path()).await;
    paired(&targets).await;
    let pair = resolve_one(&targets, None, "a").expect("one target");
    assert!(answer_call(&mut first, pair, write()).await.is_ok());
    targets.0.table().wait_for_nobody();
    drop(first);
    let fallen = wait_for_folder(&targets, "a").await;
    assert_eq!(
        ask(&fallen, write()).await.expect_err("it worked in the editor").kind,
        BridgeErrorKind::NotReady
    );
    choose(&targets, "a", &folder).await.expect("it is here");
    assert!(
        ask(&resolve_one(&targets, None, "a").expect("the folder"), write())
            .await
            .is_ok()
    );
}

#[tokio::test]
async fn rejects_folder_write_after_editor_of_chosen_folder_disconnects() {
    let root = tempfile::tempdir().expect("a folder");
    let targets = targets_beside_folder(root.path());
    let folder = targets.targets()[0].id.clone();
    choose(&targets, "a", &folder).await.expect("it is here");
    let mut first = dial(&targets, editor("Game", 1, root.path())).await.expect("linked");
    prove(&mut first, root.path()).await;
    paired(&targets).await;
    let pair = resolve_one(&targets, None, "a").expect("one target");
    assert!(answer_call(&mut first, pair, write()).await.is_ok());
    targets.0.table().wait_for_nobody();
    drop(first);
    let fallen = wait_for_folder(&targets, "a").await;
    let refused = ask(&fallen, write()).await.expect_err("it worked in the editor");
    assert_eq!(refused.kind, BridgeErrorKind::NotReady);
}
