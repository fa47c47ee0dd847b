//! Tests of the descriptor file: which files and values the host accepts.

use super::double::{Double, descriptor, project, soon, usual, write};
use crate::Pipeline;
use host_bridge::{BridgeErrorKind, Fate};
use serde_json::{Value, json};

const PORT: u16 = 7_801;

fn pipeline(project: &std::path::Path) -> Pipeline {
    Pipeline::new(project.to_path_buf())
}

#[test]
fn accepts_descriptor_of_this_project_with_unknown_members() {
    let project = project();
    assert!(!pipeline(project.path()).is_there(), "there is no file");
    let mut members = descriptor(project.path(), PORT);
    members["newInSomeVersion"] = json!({"a": [1, null]});
    write(project.path(), members.to_string().as_bytes());
    assert!(pipeline(project.path()).is_there());
    write(project.path(), format!("\u{feff}{members:#}\r\n").as_bytes());
    assert!(pipeline(project.path()).is_there(), "with a byte order mark");
    members["projectPath"] = json!(project.path().join("Library/.."));
    write(project.path(), members.to_string().as_bytes());
    assert!(pipeline(project.path()).is_there(), "the same folder by another path");
    std::fs::remove_file(crate::descriptor::path(project.path())).expect("removed");
    assert!(!pipeline(project.path()).is_there(), "the editor has ended");
}

#[tokio::test]
async fn rejects_missing_and_wrong_members_by_name() {
    let (project, other) = (project(), project());
    let sound = descriptor(project.path(), PORT);
    let long = "x".repeat(1_025);
    let wrong: [(&str, Vec<Value>); 3] = [
        (
            "port",
            vec![
                json!(7_799),
                json!(7_900),
                json!(0),
                json!(80),
                json!(65_536 + 7_801),
                json!(-7_801),
                json!(7_801.5),
                json!("7801"),
                json!(null),
                json!([7_801]),
            ],
        ),
        (
            "projectPath",
            vec![
                json!(other.path()),
                json!(project.path().join("Library")),
                json!(""),
                json!("."),
                json!("//server/share"),
                json!("\\\\server\\share"),
                json!("/does/not/exist"),
                json!(7),
                json!(null),
                json!({"path": project.path()}),
            ],
        ),
        (
            "evalToken",
            vec![
                json!(""),
                json!("two words"),
                json!("a\r\nOrigin: http://evil.example"),
                json!("é"),
                json!(long),
                json!(1),
                json!(null),
                json!(["a"]),
            ],
        ),
    ];
    for (name, values) in wrong {
        let mut missing = sound.clone();
        missing.as_object_mut().expect("an object").remove(name);
        let mut variants = vec![missing];
        for value in values {
            let mut members = sound.clone();
            members[name] = value;
            variants.push(members);
        }
        for members in variants {
            write(project.path(), members.to_string().as_bytes());
            let pipeline = pipeline(project.path());
            assert!(!pipeline.is_there(), "{members}");
            let error = pipeline.list(soon()).await.expect_err("rejected");
            assert_eq!(error.kind, BridgeErrorKind::NotReady, "{error}");
            assert!(error.message.contains(&format!("`{name}`")), "{members}: {error}");
            assert!(error.hint.is_some() && !error.message.contains("evil"), "{error}");
        }
    }
}

#[tokio::test]
async fn rejects_incomplete_large_and_unusual_files() {
    let project = project();
    let sound = descriptor(project.path(), PORT).to_string();
    let large = format!("{sound}{}", " ".repeat(64 * 1024));
    let deep = format!("{{\"x\":{}", "[".repeat(60_000));
    for (content, says) in [
        (&sound.as_bytes()[..sound.len() / 2], "complete"),
        (b"", "complete"),
        (b"\xff\xfe\x00", "complete"),
        (deep.as_bytes(), "complete"),
        (b"[]", "object"),
        (large.as_bytes(), "larger than 65536 bytes"),
    ] {
        write(project.path(), content);
        let pipeline = pipeline(project.path());
        assert!(!pipeline.is_there(), "{says}");
        let error = pipeline.list(soon()).await.expect_err("rejected");
        assert_eq!(error.kind, BridgeErrorKind::NotReady, "{error}");
        assert!(error.message.contains(says), "{says}: {error}");
    }
    std::fs::remove_file(crate::descriptor::path(project.path())).expect("removed");
    let error = pipeline(project.path()).list(soon()).await.expect_err("missing");
    assert!(
        error
            .message
            .contains("no editor with com.unity.pipeline has this project open"),
        "{error}"
    );
    std::fs::create_dir(crate::descriptor::path(project.path())).expect("made");
    assert!(!pipeline(project.path()).is_there(), "a folder");
}

#[cfg(unix)]
#[tokio::test]
async fn follows_no_link_to_descriptor() {
    use std::os::unix::fs::symlink;
    let (linked, elsewhere) = (project(), project());
    let sound = descriptor(linked.path(), PORT).to_string();
    write(elsewhere.path(), sound.as_bytes());
    let file = crate::descriptor::path(linked.path());
    symlink(crate::descriptor::path(elsewhere.path()), &file).expect("linked");
    let error = pipeline(linked.path()).list(soon()).await.expect_err("a link");
    assert!(error.message.contains("link"), "{error}");
    std::fs::remove_file(&file).expect("removed");
    for folder in ["Library/Pipeline", "Library"] {
        std::fs::remove_dir(linked.path().join(folder)).expect("removed");
        symlink(elsewhere.path().join(folder), linked.path().join(folder)).expect("linked");
        let error = pipeline(linked.path()).list(soon()).await.expect_err("a linked folder");
        assert!(error.message.contains("is a link"), "{folder}: {error}");
        assert!(!pipeline(linked.path()).is_there(), "{folder}");
        std::fs::remove_file(linked.path().join(folder)).expect("removed");
    }
}

#[test]
fn reads_descriptor_again_while_editor_writes_it() {
    // One thread reads files in the order of the requests, so a later request ends after the first read of the descriptor.
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = runtime.enable_all().max_blocking_threads(1).build();
    runtime.expect("a runtime").block_on(async {
        let double = Double::start(usual).await;
        let whole = double.descriptor();
        write(double.project.path(), b"{\"pid\": 42");
        let pipeline = double.pipeline();
        let completed = async {
            tokio::task::spawn_blocking(|| ()).await.expect("no panic");
            double.write(&whole);
        };
        let (listed, ()) = tokio::join!(biased; pipeline.list(soon()), completed);
        assert_eq!(listed.expect("a list").len(), 3);
    });
}

#[tokio::test]
async fn reports_editor_that_does_not_listen() {
    let project = project();
    // A port that was free a moment ago.
    let port = std::net::TcpListener::bind(("127.0.0.1", 0)).and_then(|free| free.local_addr());
    let port = port.expect("a port").port();
    write(project.path(), descriptor(project.path(), port).to_string().as_bytes());
    let pipeline = Pipeline::with_ports(project.path().to_path_buf(), port..=port);
    let fate = Fate::default();
    fate.queued();
    let slot = pipeline.slot(soon()).await.expect("free");
    let error = slot
        .run("editor status", "{}", soon(), &fate)
        .await
        .expect_err("closed");
    assert_eq!(error.kind, BridgeErrorKind::NotReady);
    assert!(!fate.may_have_begun(), "nothing was sent");
}
