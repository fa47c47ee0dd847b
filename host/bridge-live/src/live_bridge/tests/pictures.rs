//! Tests of pictures from an instance that also sends a path, and from one that sends no picture.

use super::*;
use crate::code::scripts::Scripts;
use host_api::{AuditRecord, AuditSink, AuditWriteError, PolicyRecord};
use host_bridge::Picture;
use host_exports_folder::ExportsFolder;
use host_scripts_folder::ScriptsFolder;
use std::path::Path;

/// The first bytes of a PNG file, which the host checks.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

fn able() -> Hello {
    let mut able = hello();
    able.functions.push("screenshot/take".to_owned());
    able
}

/// Answers a screenshot call with a picture and a path outside the requested folder.
async fn shoot(unity: &Unity, call: &Call) {
    assert_eq!(call.function, "screenshot/take");
    let picture = Reply::Picture(Picture {
        png: Vec::new(),
        width: 1,
        height: 1,
        file_path: Some("/elsewhere/id_ed25519".to_owned()),
        not_drawn: Vec::new(),
    });
    unity
        .say(FromUnity::Result(CallResult {
            id: call.id,
            value: Some(picture.to_json().expect("writable")),
            error: None,
            notes: Vec::new(),
            bytes: Some(PNG.len() as u64),
        }))
        .await;
    let bytes = Arrived::Binary(crate::frames::binary(call.id, PNG));
    unity.0.incoming.send(bytes).await.expect("somebody listens");
}

#[tokio::test]
async fn ignores_file_path_sent_with_a_picture() {
    let host = Host::start();
    let mut unity = host.connect(able()).await;
    let asked = host.ask(Command::Screenshot {
        width: 1,
        height: 1,
        output_path: None,
    });
    let call = unity.call().await;
    shoot(&unity, &call).await;
    let Reply::Picture(picture) = asked.await.expect("no panic").expect("a picture").reply else {
        panic!("no picture")
    };
    assert_eq!((&picture.png[..], picture.file_path), (PNG, None));
}

struct Unwritten;

impl AuditSink for Unwritten {
    fn write(&self, _: &AuditRecord<'_>) -> Result<(), AuditWriteError> {
        Ok(())
    }

    fn policy_changed(&self, _: &PolicyRecord<'_>) -> Result<(), AuditWriteError> {
        Ok(())
    }
}

fn saving_below(base: &Path) -> HostSide {
    let folder = ScriptsFolder::new(&base.join("scripts"), &base.join("project"));
    let (started, may_start) = (base.join("started"), Box::new(|| Ok(())));
    HostSide {
        compiling: Compiling {
            compiler: None,
            folder: base.join("csharp"),
        },
        scripts: Arc::new(Scripts::new(folder, started, may_start, Arc::new(Unwritten))),
        exports: ExportsFolder::new(&base.join("exports")),
    }
}

#[tokio::test]
async fn silent_instance_does_not_block_pictures_of_other_instances() {
    let base = tempfile::tempdir().expect("a folder");
    let side = Arc::new(saving_below(base.path()));
    let (silent, other) = (Host::helped_by(Some(Arc::clone(&side))), Host::helped_by(Some(side)));
    let (mut of_silent, mut of_other) = (silent.connect(able()).await, other.connect(able()).await);
    let save = |path: &str| Command::Screenshot {
        width: 1,
        height: 1,
        output_path: Some(path.to_owned()),
    };
    let kept_waiting = silent.ask(save("silent.png"));
    let never_answered = of_silent.call().await;
    // A second picture of the same instance waits behind the first.
    let behind = silent.ask(save("behind.png"));
    let asked = other.ask(save("other.png"));
    let call = of_other.call().await;
    shoot(&of_other, &call).await;
    let Reply::Picture(picture) = asked.await.expect("no panic").expect("a picture").reply else {
        panic!("no picture")
    };
    let file = picture.file_path.expect("its file");
    assert_eq!(std::fs::read(file).expect("it is there"), PNG);
    assert!(!kept_waiting.is_finished() && !behind.is_finished());
    shoot(&of_silent, &never_answered).await;
    assert!(kept_waiting.await.expect("no panic").is_ok());
    let call = of_silent.call().await;
    shoot(&of_silent, &call).await;
    assert!(behind.await.expect("no panic").is_ok());
}
