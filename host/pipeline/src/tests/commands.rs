//! Tests of the commands in the host: names, the merged list, calls with a key, and callers that leave.

use super::double::{Does, Double, fixture, usual};
use crate::{PREFIX, PipelineCommands};
use host_api::{CallId, Caller, Deadline, Dialect, Proof};
use host_bridge::{
    AnnouncedCommand, BridgeCall, BridgeError, BridgeErrorKind, CallKey, Command, CommandKey, Replied, Reply,
};
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::broadcast;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// The commands of a double, and the guard that ends the watch of its descriptor.
struct Watched {
    commands: Arc<PipelineCommands>,
    events: broadcast::Sender<host_api::Announced<host_bridge::Event>>,
    over: tokio_util::sync::DropGuard,
}

impl Watched {
    fn of(double: &Double) -> Self {
        let commands = Arc::new(PipelineCommands::from_pipeline(double.pipeline()));
        let (events, over) = (broadcast::Sender::new(16), CancellationToken::new());
        tokio::spawn(commands.presence().watch(over.clone(), events.clone()));
        Self {
            commands,
            events,
            over: over.drop_guard(),
        }
    }

    async fn wait_until(&self, is_there: bool) {
        while self.commands.presence().is_there() != is_there {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    async fn list(&self, announced: &[&str]) -> Replied {
        let announced = announced.iter().map(|name| AnnouncedCommand {
            name: (*name).to_owned(),
            description: String::new(),
            input_schema: "{}".to_owned(),
        });
        let mut replied = Replied::from(Reply::Commands(announced.collect()));
        self.commands.add_to(&mut replied, None).await;
        replied
    }

    async fn run(&self, name: &str, call: BridgeCall) -> Result<Replied, BridgeError> {
        let command = Command::RunCommand {
            name: format!("{PREFIX}{name}"),
            parameters: "{}".to_owned(),
        };
        assert!(PipelineCommands::runs(&command));
        let command = command.checked().expect("a sound command");
        self.commands.run(&TaskTracker::new(), command, call).await
    }
}

fn names(replied: &Replied) -> Vec<&str> {
    match &replied.reply {
        Reply::Commands(commands) => commands.iter().map(|command| command.name.as_str()).collect(),
        other => panic!("{other:?}"),
    }
}

/// A call with a key of its client, so that the client can repeat it.
fn keyed(key: &str) -> BridgeCall {
    let caller = Caller {
        dialect: Dialect::CommandLine,
        client: "test".into(),
        address: "local".into(),
        session: None,
        proof: Some(Proof::Connection("test".into())),
    };
    let call = CallKey::new(&caller, "bundle", "tool", Some(key.to_owned()), CallId::next());
    BridgeCall {
        key: CommandKey {
            call: Arc::new(call),
            number: 1,
        },
        ..BridgeCall::internal()
    }
}

#[tokio::test]
async fn adds_commands_with_prefix_to_those_of_the_instance() {
    let double = Double::start(usual).await;
    let watched = Watched::of(&double);
    watched.wait_until(true).await;
    let replied = watched.list(&["greet", "pipeline.fake", "pipeline"]).await;
    assert_eq!(
        names(&replied),
        [
            "greet",
            "pipeline",
            "pipeline.editor status",
            "pipeline.scene open",
            "pipeline.count_objects"
        ]
    );
    assert!(replied.diagnostics[0].starts_with("1 commands of the Unity instance"));
    let elsewhere = Command::RunCommand {
        name: "greet".to_owned(),
        parameters: "{}".to_owned(),
    };
    assert!(!PipelineCommands::runs(&elsewhere) && !PipelineCommands::runs(&Command::ListCommands));
    drop(watched.over);
}

#[tokio::test]
async fn failed_list_hides_no_other_command() {
    let double = Double::start(|_| Does::error("blocked_by_dialog")).await;
    let watched = Watched::of(&double);
    watched.wait_until(true).await;
    let replied = watched.list(&["greet"]).await;
    assert_eq!(names(&replied), ["greet"]);
    let note = &replied.diagnostics[0];
    assert!(note.contains("Pipeline") && note.contains("close the dialog"), "{note}");
}

#[tokio::test]
async fn announces_when_the_editor_starts_and_ends() {
    let double = Double::start(usual).await;
    let file = crate::descriptor::path(double.project.path());
    let descriptor = std::fs::read(&file).expect("a descriptor");
    std::fs::remove_file(&file).expect("removed");
    let watched = Watched::of(&double);
    let mut events = watched.events.subscribe();
    assert!(!watched.commands.presence().is_there());
    assert_eq!(names(&watched.list(&["greet"]).await), ["greet"]);
    assert!(double.asked().is_empty(), "nothing is sent without a descriptor");
    std::fs::write(&file, descriptor).expect("written");
    watched.wait_until(true).await;
    for event in [host_bridge::Event::StateChanged, host_bridge::Event::CommandsChanged] {
        assert_eq!(events.recv().await.expect("an event").what, event);
    }
    std::fs::remove_file(&file).expect("removed");
    watched.wait_until(false).await;
}

#[tokio::test]
async fn runs_command_once_for_its_key() {
    let double = Double::start(usual).await;
    let watched = Watched::of(&double);
    let first = watched.run("count_objects", keyed("a")).await.expect("executed");
    assert_eq!(first.reply, Reply::Returned("17".to_owned()));
    let again = watched.run("count_objects", keyed("a")).await.expect("known");
    assert_eq!(again.reply, first.reply);
    assert_eq!(double.asked().len(), 1);
    let other = watched
        .run("editor status", keyed("a"))
        .await
        .expect_err("another command");
    assert_eq!(other.kind, BridgeErrorKind::Conflict);
    watched.run("count_objects", keyed("b")).await.expect("executed");
    watched
        .run("count_objects", BridgeCall::internal())
        .await
        .expect("executed");
    assert_eq!(double.asked().len(), 3);
}

#[tokio::test]
async fn repeats_rejected_command_but_not_one_with_unknown_outcome() {
    let is_busy = Arc::new(AtomicBool::new(true));
    let busy = Arc::clone(&is_busy);
    let double = Double::start(move |_| match busy.load(Ordering::SeqCst) {
        true => Does::error("settling"),
        false => Does::Sends(Vec::new()),
    })
    .await;
    let watched = Watched::of(&double);
    for asked in 1..=2 {
        let error = watched.run("a", keyed("k")).await.expect_err("busy");
        assert_eq!(error.kind, BridgeErrorKind::NotReady);
        assert_eq!(double.asked().len(), asked);
    }
    is_busy.store(false, Ordering::SeqCst);
    for _ in 0..2 {
        let error = watched.run("a", keyed("k")).await.expect_err("no answer");
        assert_eq!(error.kind, BridgeErrorKind::OutcomeUnknown);
        assert_eq!(double.asked().len(), 3, "the host does not run it again");
    }
}

#[tokio::test]
async fn cancelled_call_withdraws_waiting_command_only() {
    let double = Double::start(|_| Does::Stalls).await;
    let watched = Arc::new(Watched::of(&double));
    let begun = |deadline: Duration| BridgeCall {
        deadline: Some(Deadline::fixed(Instant::now() + deadline)),
        ..BridgeCall::internal()
    };
    let (first, second) = (begun(Duration::from_secs(20)), begun(Duration::from_secs(20)));
    let (first_cancel, second_cancel) = (first.cancel.clone(), second.cancel.clone());
    let (first_fate, second_fate) = (Arc::clone(&first.fate), Arc::clone(&second.fate));
    let run = |call| {
        let watched = Arc::clone(&watched);
        tokio::spawn(async move { watched.run("a", call).await })
    };
    let first = run(first);
    while double.asked().is_empty() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let second = run(second);
    // Until it waits for its turn, it counts as one that may have begun.
    while second_fate.may_have_begun() {
        tokio::task::yield_now().await;
    }
    second_cancel.cancel();
    let withdrawn = second.await.expect("no panic").expect_err("cancelled");
    assert_eq!(withdrawn.kind, BridgeErrorKind::Cancelled);
    assert!(!second_fate.may_have_begun());
    first_cancel.cancel();
    let unknown = first.await.expect("no panic").expect_err("cancelled");
    assert_eq!(unknown.kind, BridgeErrorKind::OutcomeUnknown);
    assert!(first_fate.may_have_begun());
    assert_eq!(double.asked().len(), 1);
}

#[tokio::test]
async fn command_of_a_caller_that_left_ends_with_its_outcome() {
    let double = Double::start(|_| Does::json(200, &json!({"success": true, "result": fixture()["status"]}))).await;
    let watched = Watched::of(&double);
    let call = BridgeCall::internal();
    let fate = Arc::clone(&call.fate);
    let mut run = Box::pin(watched.run("a", call));
    let is_pending = std::future::poll_fn(|cx| std::task::Poll::Ready(run.as_mut().poll(cx).is_pending())).await;
    assert!(is_pending, "the caller does not wait");
    drop(run);
    let (tell, heard) = tokio::sync::oneshot::channel();
    // The command may still wait for its turn; then it would be withdrawn.
    while !fate.may_have_begun() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    fate.leave(|failed| tell.send(failed).expect("a listener"));
    assert_eq!(heard.await.expect("an outcome"), None);
}
