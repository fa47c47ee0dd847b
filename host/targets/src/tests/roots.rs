//! Tests of the root folders of a client: when they are requested, what they select, and for how long.

use super::several::{answer_call, ask, editor, paired, prove, resolve_one, targets_beside_folder, wish};
use super::{dial, hello, write};
use host_api::{SessionNews, Source};
use host_bridge::{BridgeErrorKind, Command, Several, Wish};
use std::path::Path;

#[tokio::test]
async fn requests_roots_once_per_session_if_they_decide_the_target() {
    let root = tempfile::tempdir().expect("a folder");
    let targets = targets_beside_folder(root.path());
    assert!(!targets.wants_roots(&wish(None, "a")), "the folder is alone");
    let game = dial(&targets, hello("Game", 1)).await.expect("linked");
    assert!(targets.wants_roots(&wish(None, "a")));
    assert!(!targets.wants_roots(&wish(Some("Game"), "a")), "it is named");
    let sessionless = Wish {
        who: "a client by its name".into(),
        ..Wish::default()
    };
    assert!(!targets.wants_roots(&sessionless));
    let unity = game.welcome.id.clone();
    let asked = resolve_one(&targets, None, "a").expect("answered");
    ask(&asked, Command::ChooseTarget { unity }).await.expect("it is here");
    assert!(!targets.wants_roots(&wish(None, "a")), "it chose");
    for roots in [&[][..], &[root.path().join("Assets")]] {
        targets.has_roots(&wish(None, "b"), roots);
        assert!(!targets.wants_roots(&wish(None, "b")), "they are known");
        targets.session_news("b", SessionNews::RootsChanged);
        assert!(targets.wants_roots(&wish(None, "b")));
    }
    let games = super::targets();
    let _two = [dial(&games, hello("One", 1)).await, dial(&games, hello("Two", 2)).await];
    assert!(
        !games.wants_roots(&wish(None, "a")),
        "the path of a game is not verified"
    );
}

#[tokio::test]
async fn chooses_folder_by_root_inside_or_around_project() {
    let base = tempfile::tempdir().expect("a folder");
    let project = base.path().join("repository/Game");
    std::fs::create_dir_all(project.join("Assets")).expect("made");
    std::fs::create_dir_all(base.path().join("repository/Game2")).expect("made");
    let targets = targets_beside_folder(&project);
    let _game = dial(&targets, hello("Game", 1)).await.expect("linked");
    for (root, is_it) in [
        (project.as_path(), true),
        (&project.join("Assets"), true),
        (&base.path().join("repository"), true),
        (&base.path().join("repository/Game2/../Game/Assets"), true),
        (&base.path().join("repository/Game2"), false),
        (&base.path().join("repository/Game/../Game2"), false),
        (Path::new("Game"), false),
        (Path::new("/"), false),
    ] {
        let who = root.display().to_string();
        targets.has_roots(&wish(None, &who), &[root.to_path_buf()]);
        let asked = resolve_one(&targets, None, &who).expect("answered");
        let written = ask(&asked, write()).await;
        match is_it {
            true => assert!(
                asked.target.source == Source::Folder && written.is_ok(),
                "{who}: {written:?}"
            ),
            false => assert_eq!(written.expect_err(&who).kind, BridgeErrorKind::Conflict),
        }
    }
}

#[tokio::test]
async fn rejects_folder_write_if_root_selected_a_disconnected_editor() {
    let root = tempfile::tempdir().expect("a folder");
    let targets = targets_beside_folder(root.path());
    let _game = dial(&targets, hello("Other", 2)).await.expect("linked");
    targets.has_roots(&wish(None, "a"), &[root.path().to_path_buf()]);
    let mut first = dial(&targets, editor("Game", 1, root.path())).await.expect("linked");
    prove(&mut first, root.path()).await;
    paired(&targets).await;
    let pair = resolve_one(&targets, None, "a").expect("one target");
    assert_eq!(pair.target.source, Source::Live);
    assert!(answer_call(&mut first, pair, write()).await.is_ok());
    targets.0.table().wait_for_nobody();
    drop(first);
    let fallen = super::several::wait_for_folder(&targets, "a").await;
    let refused = ask(&fallen, write()).await.expect_err("it worked in the editor");
    assert_eq!(refused.kind, BridgeErrorKind::NotReady);
}

#[tokio::test]
async fn forgets_choice_when_session_ends() {
    let root = tempfile::tempdir().expect("a folder");
    let targets = targets_beside_folder(root.path());
    let game = dial(&targets, hello("Game", 1)).await.expect("linked");
    let unity = game.welcome.id.clone();
    let asked = resolve_one(&targets, None, "a").expect("answered");
    ask(&asked, Command::ChooseTarget { unity }).await.expect("it is here");
    targets.session_news("b", SessionNews::Ended);
    assert!(!targets.wants_roots(&wish(None, "a")), "another one ended");
    targets.session_news("a", SessionNews::Ended);
    assert!(targets.wants_roots(&wish(None, "a")), "nothing is left of its choice");
}
