//! Tests of reads of files that the editor of the folder has just written.

use super::several::{answer_call, ask, editor, paired, prove, resolve_one, targets_of};
use super::{dial, write};
use crate::{Folder, Targets};
use host_bridge::{BridgeError, BridgeErrorKind, Capability, Command, Replied, Reply};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tests_unity::FakeUnity;

/// The targets beside this folder, which counts in `looks` how often it looks for new files.
fn targets_of_folder(root: &Path, folder: FakeUnity, looks: &Arc<AtomicUsize>) -> Targets {
    let look = Arc::clone(looks);
    targets_of(Folder {
        bridge: Arc::new(folder.with_capabilities([Capability::Scene])),
        root: root.to_path_buf(),
        pipeline: None,
        look_again: Arc::new(move || _ = look.fetch_add(1, Ordering::Relaxed)),
    })
}

#[tokio::test]
async fn folder_looks_once_for_files_that_its_editor_wrote() {
    let root = tempfile::tempdir().expect("a folder");
    let (looks, reads) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let (looked, counted) = (Arc::clone(&looks), Arc::clone(&reads));
    // The folder finds the asset only after it has looked for new files.
    let folder = FakeUnity::with_answer(move |_| {
        counted.fetch_add(1, Ordering::Relaxed);
        Some(match looked.load(Ordering::Relaxed) {
            0 => Err(BridgeError::new(BridgeErrorKind::NotFound, "there is no such asset")),
            _ => Ok(Reply::Done.into()),
        })
    });
    let targets = targets_of_folder(root.path(), folder, &looks);
    let mut editor = dial(&targets, editor("Game", 1, root.path())).await.expect("linked");
    prove(&mut editor, root.path()).await;
    paired(&targets).await;
    let one = || resolve_one(&targets, None, "s").expect("one target");
    let read = || Command::GetAsset {
        asset: "Assets/Red.mat".to_owned(),
        max_bytes: 64 * 1024,
    };
    let counts = || (looks.load(Ordering::Relaxed), reads.load(Ordering::Relaxed));
    let missing = ask(&one(), read()).await.expect_err("the editor wrote nothing");
    assert_eq!((missing.kind, counts()), (BridgeErrorKind::NotFound, (0, 1)));
    answer_call(&mut editor, one(), write())
        .await
        .expect("a change in the editor");
    ask(&one(), read()).await.expect("the folder has looked again");
    assert_eq!(counts(), (1, 3));
    ask(&one(), read()).await.expect("it is known");
    assert_eq!(counts(), (1, 4));
}

#[tokio::test]
async fn folder_looks_before_it_answers_about_files_that_its_editor_wrote() {
    let root = tempfile::tempdir().expect("a folder");
    let looks = Arc::new(AtomicUsize::new(0));
    // A list is never missing: the folder would return the old one.
    let looked = Arc::clone(&looks);
    let folder = FakeUnity::with_answer(move |_| {
        let note = format!("looked {} times", looked.load(Ordering::Relaxed));
        Some(Ok(Replied {
            reply: Reply::Done,
            diagnostics: vec![note],
        }))
    });
    let targets = targets_of_folder(root.path(), folder, &looks);
    let mut hello = editor("Game", 1, root.path());
    hello.functions.push("scripts-edit/write".to_owned());
    let mut editor = dial(&targets, hello).await.expect("linked");
    prove(&mut editor, root.path()).await;
    paired(&targets).await;
    let one = || resolve_one(&targets, None, "s").expect("one target");
    let list = async || {
        let list = Command::ListAssets {
            filter: host_bridge::AssetFilter::default(),
            page: host_bridge::PageRequest {
                offset: 0,
                limit: 10,
                max_bytes: 1 << 16,
                cursor: None,
            },
        };
        ask(&one(), list).await.expect("a list").diagnostics[0].clone()
    };
    let write_source = || Command::WriteScriptSource {
        path: "Assets/Door.cs".to_owned(),
        text: "class Door {}".to_owned(),
        digest: None,
        allow_syntax_errors: false,
    };
    answer_call(&mut editor, one(), write())
        .await
        .expect("a change of a scene");
    assert_eq!(list().await, "looked 0 times");
    // The answer cannot be read, so the editor can have written the source.
    answer_call(&mut editor, one(), write_source())
        .await
        .expect_err("unreadable");
    assert_eq!([list().await, list().await], ["looked 1 times", "looked 1 times"]);
}
