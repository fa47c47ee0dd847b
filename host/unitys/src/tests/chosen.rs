//! The choice of a session: what it affects, what overrides it, and what happens when the chosen target leaves.

use super::several::{answered, ask, beside, editor, fallen, one, paired, prove};
use super::{dial, hello, unitys, write};
use crate::Unitys;
use host_api::Source;
use host_bridge::{BridgeError, BridgeErrorKind, Command, Reply, Several, UnityBridge, UnityKind, UnityRow, Wish};

async fn choose(unitys: &Unitys, session: &str, unity: &str) -> Result<UnityRow, BridgeError> {
    let unity = unity.to_owned();
    let asked = one(unitys, None, session).expect("a choice is answered");
    match ask(&asked, Command::ChooseUnity { unity }).await?.reply {
        Reply::Unity(row) => Ok(*row),
        other => panic!("{other:?}"),
    }
}

async fn listed(unitys: &Unitys, session: &str) -> Vec<UnityRow> {
    let asked = one(unitys, None, session).expect("a listing is answered");
    match ask(&asked, Command::ListUnitys).await.expect("a list").reply {
        Reply::Unitys(rows) => rows,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn what_a_session_chose_gets_its_calls_and_no_other_sessions() {
    let root = tempfile::tempdir().expect("a folder");
    let unitys = beside(root.path());
    let folder = unitys.unitys()[0].id.clone();
    let mut first = dial(&unitys, hello("First", 1)).await.expect("linked");
    let mut second = dial(&unitys, hello("Second", 2)).await.expect("linked");
    let row = choose(&unitys, "a", "Second").await.expect("it is here");
    assert_eq!((&row.id, row.chosen), (&second.welcome.id, true));
    assert!(
        row.source == UnityKind::Player && row.serves == ["logs", "time-scale", "time-scale-edit"],
        "{row:?}"
    );
    let to_second = one(&unitys, None, "a").expect("chosen");
    assert_eq!(
        (to_second.target.source, &to_second.target.unity),
        (Source::Live, &second.welcome.id)
    );
    let read = answered(&mut second, to_second, write()).await.expect("it was chosen");
    assert!(read.diagnostics.is_empty(), "{read:?}");
    // The chosen target is first in the list of its session; the default target is first for other sessions.
    assert_eq!(listed(&unitys, "a").await[0].id, second.welcome.id);
    let others = listed(&unitys, "b").await;
    assert!(
        others[0].id == first.welcome.id && others[0].chosen && others.len() == 3,
        "{others:?}"
    );
    let unsaid = one(&unitys, None, "b").expect("a read may");
    assert_eq!(
        ask(&unsaid, write()).await.expect_err("nobody said").kind,
        BridgeErrorKind::Conflict
    );
    // A target that a request names overrides the choice for this request only.
    let named = one(&unitys, Some("First"), "a").expect("it is here");
    assert!(answered(&mut first, named, write()).await.is_ok());
    let named = one(&unitys, Some("First"), "a").expect("it is here");
    let again = Command::ChooseUnity { unity: folder.clone() };
    let told = ask(&named, again).await.expect("chosen").diagnostics;
    assert!(
        told[0].contains("\"First\"") && told[0].contains("whatever was chosen"),
        "{told:?}"
    );
    assert_eq!(one(&unitys, None, "a").expect("chosen").target.unity, folder);
}

#[tokio::test]
async fn what_is_chosen_wrongly_or_by_nobody_is_refused_with_who_is_here() {
    let unitys = unitys();
    let first = dial(&unitys, hello("Game", 1)).await.expect("linked");
    let second = dial(&unitys, hello("Game", 2)).await.expect("linked");
    let both = choose(&unitys, "a", "Game").await.expect_err("two are called so");
    assert_eq!(both.kind, BridgeErrorKind::InvalidArgument);
    let hint = both.hint.expect("who is here");
    assert!(
        hint.contains(&first.welcome.id) && hint.contains(&second.welcome.id),
        "{hint}"
    );
    let nobody = choose(&unitys, "a", "Gmae").await.expect_err("no such target");
    assert_eq!(nobody.kind, BridgeErrorKind::NotFound);
    // Two clients of the same name would share one choice.
    let sessionless = Wish {
        who: "a client by its name".into(),
        ..Wish::default()
    };
    let asked = unitys.of_call(&sessionless).expect("a read may").expect("several");
    let unity = first.welcome.id.clone();
    let refused = ask(&asked, Command::ChooseUnity { unity })
        .await
        .expect_err("no session");
    assert_eq!(refused.kind, BridgeErrorKind::Unsupported);
    assert!(refused.hint.expect("what helps").contains("unity-tools/target"));
    assert!(ask(&asked, Command::ListUnitys).await.is_ok());
}

#[tokio::test]
async fn a_chosen_unity_that_left_is_told_and_no_other_takes_its_calls() {
    let unitys = unitys();
    let first = dial(&unitys, hello("First", 1)).await.expect("linked");
    let second = dial(&unitys, hello("Second", 2)).await.expect("linked");
    let gone = second.welcome.id.clone();
    choose(&unitys, "a", &gone).await.expect("it is here");
    drop(second);
    // Its place is given to another instance that needs one.
    let mut others = Vec::new();
    for number in 3.. {
        others.push(
            dial(&unitys, hello(&format!("Game{number}"), number))
                .await
                .expect("linked"),
        );
        if unitys.unitys().iter().all(|row| row.id != gone) {
            break;
        }
    }
    for command in [Command::GetTimeScale, write()] {
        let asked = one(&unitys, None, "a").expect("it is answered");
        assert_eq!(asked.target.unity, gone);
        let why = ask(&asked, command).await.expect_err("no target answers");
        assert_eq!(why.kind, BridgeErrorKind::NotReady);
        assert!(why.message.contains(&gone) && why.hint.expect("who is here").contains(&first.welcome.id));
    }
    assert!(listed(&unitys, "a").await.iter().all(|row| !row.chosen));
    choose(&unitys, "a", "First").await.expect("it is here");
    assert_eq!(one(&unitys, None, "a").expect("chosen").target.unity, first.welcome.id);
}

#[tokio::test]
async fn who_worked_in_an_editor_that_left_may_choose_the_folder() {
    let root = tempfile::tempdir().expect("a folder");
    let unitys = beside(root.path());
    let folder = unitys.unitys()[0].id.clone();
    let mut first = dial(&unitys, editor("Game", 1, root.path())).await.expect("linked");
    prove(&mut first, root.path()).await;
    paired(&unitys).await;
    let pair = one(&unitys, None, "a").expect("one target");
    assert!(answered(&mut first, pair, write()).await.is_ok());
    unitys.0.table().wait_for_nobody();
    drop(first);
    let fallen = fallen(&unitys, "a").await;
    assert_eq!(
        ask(&fallen, write()).await.expect_err("it worked in the editor").kind,
        BridgeErrorKind::NotReady
    );
    choose(&unitys, "a", &folder).await.expect("it is here");
    assert!(
        ask(&one(&unitys, None, "a").expect("the folder"), write())
            .await
            .is_ok()
    );
}

#[tokio::test]
async fn who_chose_the_folder_before_its_editor_came_changes_nothing_behind_the_editor() {
    let root = tempfile::tempdir().expect("a folder");
    let unitys = beside(root.path());
    let folder = unitys.unitys()[0].id.clone();
    choose(&unitys, "a", &folder).await.expect("it is here");
    let mut first = dial(&unitys, editor("Game", 1, root.path())).await.expect("linked");
    prove(&mut first, root.path()).await;
    paired(&unitys).await;
    let pair = one(&unitys, None, "a").expect("one target");
    assert!(answered(&mut first, pair, write()).await.is_ok());
    unitys.0.table().wait_for_nobody();
    drop(first);
    let fallen = fallen(&unitys, "a").await;
    let refused = ask(&fallen, write()).await.expect_err("it worked in the editor");
    assert_eq!(refused.kind, BridgeErrorKind::NotReady);
}
