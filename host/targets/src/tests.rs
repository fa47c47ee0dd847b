//! Tests of table entries and of the selection of targets, with simulated Unity instances.

mod chosen;
mod joined;
mod pipeline;
mod roots;
mod several;
mod unread_files;
mod waiting;

use crate::Targets;
use crate::table::{MOST, Table};
use host_api::{Arrived, Carrier, Link, LinkService, Sent};
use host_bridge::{
    Activity, BridgeCall, BridgeErrorKind, BridgeId, BridgeState, Command, Function, LogBuffer, Reply, UnityBridge,
};
use host_bridge_live::frames::{
    CallResult, FromHost, FromUnity, Hello, JournalCopy, Kind, Project, Proof, Runtime, Welcome,
};
use host_bridge_live::limits::PROTOCOL;
use host_bridge_live::trust::{Secret, Side};
use host_bridge_live::{HostName, LiveBridge};
use std::sync::Arc;
use tokio::sync::broadcast;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

const SECRET: &str = "0123456789abcdef";

fn targets() -> Targets {
    let host = HostName {
        version: "0".to_owned(),
        run: "run".to_owned(),
    };
    let secret = Secret::from_text(SECRET).expect("long enough");
    Targets::new(host, secret, None, None, TaskTracker::new(), CancellationToken::new())
}

fn hello(name: &str, instance: u8) -> Hello {
    Hello {
        protocol: PROTOCOL,
        package: "0.1.0".to_owned(),
        unity: "2022.3.33f1".to_owned(),
        runtime: Runtime::Mono,
        kind: Kind::Player,
        platform: "LinuxPlayer".to_owned(),
        pid: 1,
        started: None,
        project: Project {
            name: name.to_owned(),
            company: String::new(),
            version: String::new(),
            path: None,
        },
        instance: format!("{instance:02x}").repeat(16),
        epoch: 1,
        functions: vec!["time-scale/get".to_owned(), "time-scale-edit/set".to_owned()],
        capabilities: vec!["scene".to_owned()],
        state: Activity::Playing,
        journal: JournalCopy {
            oldest: 1,
            next: 1,
            entries: [].into(),
        },
        nonce: "ab".repeat(32),
    }
}

/// A simulated Unity instance whose connection was accepted.
#[derive(Debug)]
struct Dialled {
    carrier: Carrier,
    welcome: Welcome,
}

/// Connects a simulated instance. Returns its connection, or the code with which the host closed it.
async fn dial(targets: &Targets, hello: Hello) -> Result<Dialled, u16> {
    let (link, mut carrier) = Link::pair();
    let door = targets.clone();
    tokio::spawn(async move { door.serve(link).await });
    say(&carrier, FromUnity::Hello(Box::new(hello.clone()))).await;
    let secret = Secret::from_text(SECRET).expect("long enough");
    loop {
        match carrier.outgoing.recv().await {
            Some(Sent::Text(text)) => match FromHost::read(&text).expect("a frame") {
                FromHost::Challenge(challenge) => {
                    let proof = secret.proof(Side::Unity, &hello.nonce, &challenge.nonce);
                    say(&carrier, FromUnity::Proof(Proof { proof })).await;
                }
                FromHost::Welcome(welcome) => return Ok(Dialled { carrier, welcome }),
                other => panic!("{other:?}"),
            },
            Some(Sent::Close(code, _)) => return Err(code),
            other => panic!("{other:?}"),
        }
    }
}

async fn say(carrier: &Carrier, frame: FromUnity) {
    let text = Arrived::Text(frame.text());
    // A rejected connection receives nothing.
    let _ = carrier.incoming.send(text).await;
}

async fn ask(targets: &Targets, command: Command) -> Result<Reply, BridgeErrorKind> {
    let command = command.checked().expect("a sound command");
    let answer = targets.execute(command, BridgeCall::internal()).await;
    answer.map(|replied| replied.reply).map_err(|error| error.kind)
}

fn write() -> Command {
    Command::SetTimeScale { value: 1.0, lock: None }
}

#[tokio::test]
async fn reconnected_instance_keeps_id_and_new_one_reuses_free_id() {
    let targets = targets();
    let first = dial(&targets, hello("Game", 1)).await.expect("linked");
    let id = first.welcome.id.clone();
    assert!(id.starts_with("Game@"), "{id}");
    // A second process connects beside the first one. Then the first one connects again while its connection is open,
    // and a third one replaces the second.
    let second = dial(&targets, hello("Game", 2)).await.expect("linked");
    assert_ne!(second.welcome.id, id);
    let again = dial(&targets, hello("Game", 1)).await.expect("linked");
    assert_eq!(again.welcome.id, id);
    let second_id = second.welcome.id.clone();
    drop(second);
    let third = loop {
        let third = dial(&targets, hello("Game", 3)).await.expect("linked");
        if third.welcome.id == second_id {
            break third;
        }
        // The host has not noticed yet that the second one has disconnected.
        drop(third);
        tokio::task::yield_now().await;
    };
    let other = dial(&targets, hello("Other", 9)).await.expect("linked");
    assert!(other.welcome.id.starts_with("Other@") && third.welcome.id != id);
}

#[tokio::test]
async fn rejects_ambiguous_write_and_reads_from_first_target() {
    let targets = targets();
    let mut first = dial(&targets, hello("First", 1)).await.expect("linked");
    let second = dial(&targets, hello("Second", 2)).await.expect("linked");
    let command = write().checked().expect("a sound command");
    let refused = targets
        .execute(command, BridgeCall::internal())
        .await
        .expect_err("which one?");
    assert_eq!(refused.kind, BridgeErrorKind::Conflict);
    for id in [&first.welcome.id, &second.welcome.id] {
        assert!(refused.message.contains(id.as_str()), "{refused}");
    }
    // An instance that has just disconnected may reconnect, so the target is still ambiguous.
    drop(second);
    assert_eq!(ask(&targets, write()).await, Err(BridgeErrorKind::Conflict));
    let asking = targets.clone();
    let asked = tokio::spawn(async move { ask(&asking, Command::GetTimeScale).await });
    let id = loop {
        if let Some(Sent::Text(text)) = first.carrier.outgoing.recv().await
            && let Ok(FromHost::Call(call)) = FromHost::read(&text)
        {
            break call.id;
        }
    };
    let scale = host_bridge::TimeScale {
        value: 1.0,
        locked: false,
    };
    let result = CallResult {
        id,
        value: Some(Reply::TimeScale(scale).to_json().expect("JSON")),
        error: None,
        notes: Vec::new(),
        bytes: None,
    };
    say(&first.carrier, FromUnity::Result(result)).await;
    assert_eq!(asked.await.unwrap(), Ok(Reply::TimeScale(scale)));
}

#[tokio::test]
async fn supports_all_functions_and_reports_bridge_hint_without_instance() {
    let targets = targets();
    assert!(targets.supports(Function::Evaluate) && !targets.state().answers_calls());
    let call = BridgeCall {
        deadline: Some(host_api::Deadline::fixed(std::time::Instant::now())),
        ..BridgeCall::internal()
    };
    let command = write().checked().expect("a sound command");
    let error = targets.execute(command, call).await.expect_err("nobody");
    assert_eq!(error.kind, BridgeErrorKind::NotReady);
    assert!(error.hint.expect("a hint").contains("com.unity-tools.bridge"));
    let linked = dial(&targets, hello("Game", 1)).await.expect("linked");
    assert!(!targets.supports(Function::Evaluate) && targets.supports(Function::GetTimeScale));
    assert_eq!(targets.id().as_str(), linked.welcome.id);
    let BridgeState::Unity(state) = targets.state() else {
        panic!("no Unity")
    };
    assert_eq!(state.activity, Activity::Playing);
}

#[tokio::test]
async fn rejects_instances_above_the_limit_until_one_disconnects() {
    let targets = targets();
    let mut linked = Vec::new();
    for number in 0..MOST {
        let instance = u8::try_from(number).unwrap();
        let name = format!("Game{number}");
        linked.push(dial(&targets, hello(&name, instance)).await.expect("linked"));
    }
    assert_eq!(dial(&targets, hello("Late", 99)).await.err(), Some(4003));
    drop(linked.pop());
    // The host soon notices that the instance disconnected.
    loop {
        if dial(&targets, hello("Late", 99)).await.is_ok() {
            break;
        }
    }
}

#[tokio::test]
async fn instance_id_differs_from_folder_id() {
    let targets = targets();
    let host = targets.host().clone();
    let make = |id: BridgeId| {
        let (events, log) = (broadcast::Sender::new(1), Arc::new(LogBuffer::new(1)));
        LiveBridge::new(&host, id, events, log, None, CancellationToken::new()).0
    };
    let called = |folder: Option<&BridgeId>| {
        let place = Table::default().place(&hello("Game", 1), folder, make);
        place.expect("a place").id()
    };
    let own = called(None);
    let other = called(Some(&own));
    assert!(other != own && other.as_str().starts_with("Game@"), "{other}");
    assert_eq!(called(Some(&other)), own);
}
