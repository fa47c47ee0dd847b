//! Tests with Unity's Pipeline beside the folder: which target lists and runs its commands, and which calls it does not
//! get.
//!
//! The server is a double that was written from the documentation of the package, never recorded from the real one.

use super::several::{ask, editor, paired, prove, resolve_one, targets_with_pipeline};
use super::{dial, hello};
use crate::Targets;
use host_api::{Effect, Source};
use host_bridge::{
    AnnouncedCommand, BridgeErrorKind, Capability, Command, Function, Replied, Reply, SelectedTarget, Several,
    UnityBridge,
};
use host_pipeline::PipelineCommands;
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tempfile::TempDir;
use tests_unity::FakeUnity;

/// A project folder, and a server of its editor that announces one command and runs each command with the result 5.
struct Double {
    root: TempDir,
    /// The first lines of the received requests.
    asked: Arc<Mutex<Vec<String>>>,
}

impl Double {
    fn start() -> Self {
        Self::with_list(
            200,
            &json!({"commands": [{"name": "editor status", "description": "d", "schema": {"type": "object"}}]}),
        )
    }

    /// Starts a server whose answer to the first page of the list is `list`, with this status.
    fn with_list(status: u16, list: &Value) -> Self {
        let root = tempfile::tempdir().expect("a folder");
        // Another test may use a port of the range.
        let listener = (7_800..=7_899).find_map(|port| TcpListener::bind(("127.0.0.1", port)).ok());
        let listener = listener.expect("a free port");
        let port = listener.local_addr().expect("an address").port();
        std::fs::create_dir_all(root.path().join("Library/Pipeline")).expect("made");
        let descriptor = json!({"port": port, "projectPath": root.path(), "evalToken": "secret"});
        std::fs::write(descriptor_path(root.path()), descriptor.to_string()).expect("written");
        let asked = Arc::new(Mutex::new(Vec::new()));
        let (seen, list) = (Arc::clone(&asked), format!("{status} x\r\n\r\n{list}"));
        // The thread ends with the process of the test.
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                // A client that left gets no answer.
                let _ = serve(stream.expect("a connection"), &seen, &list);
            }
        });
        Self { root, asked }
    }

    /// Creates targets with Pipeline. The folder answers each command with success, and has one announced command.
    fn targets(&self) -> Targets {
        let folder = FakeUnity::with_answer(|command| {
            let reply = match command {
                Command::ListCommands => Reply::Commands(vec![AnnouncedCommand {
                    name: "own".to_owned(),
                    description: String::new(),
                    input_schema: "{}".to_owned(),
                }]),
                _ => Reply::Done,
            };
            Some(Ok(reply.into()))
        });
        let folder = folder.with_capabilities([Capability::Scene, Capability::SceneEdit]);
        let pipeline = Arc::new(PipelineCommands::new(self.root.path()));
        targets_with_pipeline(self.root.path(), folder, Some(pipeline))
    }

    fn requests(&self, path: &str) -> usize {
        let asked = self.asked.lock().expect("no panic");
        asked.iter().filter(|line| line.contains(path)).count()
    }
}

fn descriptor_path(root: &Path) -> std::path::PathBuf {
    root.join("Library/Pipeline/.unity-pipeline-port")
}

/// Adds the first line of one request to `seen`, and answers the request. The end of the answer is that of the
/// connection.
fn serve(mut stream: TcpStream, seen: &Mutex<Vec<String>>, list: &str) -> Option<()> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        stream.read_exact(&mut byte).ok()?;
        head.extend(byte);
    }
    let head = String::from_utf8(head).ok()?;
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
    let mut body = vec![0; length.map_or(0, |length| length.parse().expect("a length"))];
    stream.read_exact(&mut body).ok()?;
    let line = head.lines().next()?.to_owned();
    let answer = match () {
        () if line.contains("/api/exec") => "200 x\r\n\r\n{\"success\": true, \"command\": \"x\", \"result\": 5}",
        () if line.contains("offset=0") => list,
        () => "200 x\r\n\r\n{\"commands\": []}",
    };
    seen.lock().expect("no panic").push(line);
    stream.write_all(format!("HTTP/1.1 {answer}").as_bytes()).ok()
}

fn run(name: &str) -> Command {
    Command::RunCommand {
        name: name.to_owned(),
        parameters: "{}".to_owned(),
    }
}

fn names(replied: &Replied) -> Vec<&str> {
    match &replied.reply {
        Reply::Commands(commands) => commands.iter().map(|command| command.name.as_str()).collect(),
        other => panic!("{other:?}"),
    }
}

/// Waits until the target of `who` has Pipeline.
async fn with_pipeline(targets: &Targets, who: &str) -> SelectedTarget {
    loop {
        let one = resolve_one(targets, None, who).expect("a target");
        if one.bridge.supports(Function::RunCommand) {
            return one;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn folder_lists_and_runs_commands_of_pipeline() {
    let double = Double::start();
    let targets = double.targets();
    let one = with_pipeline(&targets, "s").await;
    assert_eq!(one.target.source, Source::Folder);
    assert!(one.bridge.capabilities().contains(&Capability::Commands));
    assert!(targets.capabilities().contains(&Capability::Commands));
    assert!(one.bridge.functions().contains(&Function::RunCommand));
    assert!(targets.targets()[0].serves.contains(&"command-run".to_owned()));
    let listed = ask(&one, Command::ListCommands).await.expect("a list");
    assert_eq!(names(&listed), ["own", "pipeline.editor status"]);
    let command = run("pipeline.editor status");
    assert_eq!(one.bridge.access(&command).effect, Effect::Code);
    assert_eq!(one.bridge.access(&run("own")).effect, Effect::Write);
    let replied = ask(&one, command).await.expect("executed");
    assert_eq!(replied.reply, Reply::Returned("5".to_owned()));
    assert_eq!(double.requests("/api/exec"), 1);
    // Names without the prefix are commands of the bridge that answers.
    assert_eq!(ask(&one, run("own")).await.expect("answered").reply, Reply::Done);
    assert_eq!(double.requests("/api/exec"), 1);
}

#[tokio::test]
async fn reports_failed_list_beside_the_other_commands() {
    let double = Double::with_list(503, &json!({"error": "blocked_by_dialog"}));
    let targets = double.targets();
    let one = with_pipeline(&targets, "s").await;
    let listed = ask(&one, Command::ListCommands).await.expect("a list");
    assert_eq!(names(&listed), ["own"]);
    let notes = &listed.diagnostics;
    assert!(
        notes[0].contains("Pipeline") && notes[0].contains("close the dialog"),
        "{notes:?}"
    );
    std::fs::remove_file(descriptor_path(double.root.path())).expect("removed");
    let error = ask(&one, run("pipeline.editor status"))
        .await
        .expect_err("no descriptor");
    assert_eq!(error.kind, BridgeErrorKind::NotReady);
}

#[tokio::test]
async fn folder_without_the_switch_has_no_commands() {
    let double = Double::start();
    let folder = FakeUnity::with_answer(|_| Some(Ok(Reply::Done.into())));
    let folder = folder.with_capabilities([Capability::Scene, Capability::SceneEdit]);
    let targets = targets_with_pipeline(double.root.path(), folder, None);
    let one = resolve_one(&targets, None, "s").expect("the folder");
    assert!(!one.bridge.supports(Function::RunCommand));
    assert!(!one.bridge.capabilities().contains(&Capability::Commands));
    assert_eq!(ask(&one, run("pipeline.a")).await.expect("answered").reply, Reply::Done);
    assert_eq!(double.requests("/api"), 0);
}

#[tokio::test]
async fn ambiguous_target_runs_no_command_of_pipeline() {
    let double = Double::start();
    let targets = double.targets();
    with_pipeline(&targets, "s").await;
    let game = dial(&targets, hello("Game", 1)).await.expect("linked");
    let unsaid = resolve_one(&targets, None, "s").expect("a target");
    let error = ask(&unsaid, run("pipeline.editor status"))
        .await
        .expect_err("which one?");
    assert_eq!(error.kind, BridgeErrorKind::Conflict);
    // The game has no project folder, so its commands are only those that it announces.
    let game = resolve_one(&targets, Some(&game.welcome.id), "s").expect("the game");
    assert!(!game.bridge.supports(Function::RunCommand));
    assert_eq!(double.requests("/api/exec"), 0);
    let folder = resolve_one(&targets, double.root.path().to_str(), "s").expect("the folder");
    ask(&folder, run("pipeline.editor status")).await.expect("executed");
    assert_eq!(double.requests("/api/exec"), 1);
}

#[tokio::test]
async fn editor_of_the_folder_has_commands_of_pipeline() {
    let double = Double::start();
    let targets = double.targets();
    let root = double.root.path();
    let mut first = dial(&targets, editor("Game", 1, root)).await.expect("linked");
    prove(&mut first, root).await;
    paired(&targets).await;
    let pair = with_pipeline(&targets, "s").await;
    assert_eq!(pair.target.source, Source::Live);
    // The editor serves no announced commands, so the list has only those of Pipeline.
    let listed = ask(&pair, Command::ListCommands).await.expect("a list");
    assert_eq!(names(&listed), ["pipeline.editor status"]);
    let replied = ask(&pair, run("pipeline.editor status")).await.expect("executed");
    assert_eq!(replied.reply, Reply::Returned("5".to_owned()));
    assert!(targets.capabilities().contains(&Capability::Commands));
}
