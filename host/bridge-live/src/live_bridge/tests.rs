//! Tests of the driver and the bridge with a simulated Unity instance, which is connected by a pair of queues.

#[cfg(unix)]
mod defects;
#[cfg(unix)]
mod ended;
mod link_calls;
mod pictures;
#[cfg(unix)]
mod startup;

use super::*;
use crate::frames::{Call, CallResult, EntryState, FromHost, FromUnity, Logs, Proof, Why, Withdrawn, samples};
use crate::greeting::greet;
use crate::trust::{Secret, Side};
use host_api::{Arrived, Carrier, Sent, Whose};
use host_bridge::Reply;
use std::collections::BTreeMap;

const SECRET: &str = "0123456789abcdef";

/// A timeout that is longer than any step of these tests.
const LONG: Duration = Duration::from_secs(30);

struct Host {
    bridge: Arc<LiveBridge>,
    over: CancellationToken,
}

impl Host {
    fn start() -> Self {
        Self::helped_by(None)
    }

    fn helped_by(side: Option<Arc<HostSide>>) -> Self {
        let (host, over) = (
            HostName {
                version: "0".to_owned(),
                run: "run".to_owned(),
            },
            CancellationToken::new(),
        );
        let (events, log) = (broadcast::Sender::new(64), Arc::new(LogBuffer::new(64)));
        let (bridge, task) = LiveBridge::new(&host, BridgeId::new("Game", 1), events, log, None, over.clone());
        tokio::spawn(task);
        let bridge = Arc::new(bridge.helped_by(side));
        Self { bridge, over }
    }

    /// Connects a simulated instance that proved its identity. Returns it after it received `welcome`.
    async fn connect(&self, hello: Hello) -> Unity {
        let (link, carrier) = Link::pair();
        self.bridge.link(Box::new(hello), link).await;
        let mut unity = Unity(carrier);
        assert!(matches!(unity.hear().await, FromHost::Welcome(_)));
        unity
    }

    fn ask(&self, command: Command) -> tokio::task::JoinHandle<Result<Replied, BridgeError>> {
        self.call_with_deadline(command, LONG, CancellationToken::new())
    }

    fn call_with_deadline(
        &self,
        command: Command,
        time: Duration,
        cancel: CancellationToken,
    ) -> tokio::task::JoinHandle<Result<Replied, BridgeError>> {
        let bridge = Arc::clone(&self.bridge);
        let call = BridgeCall {
            deadline: Some(Deadline::new(Instant::now(), time, LONG)),
            cancel,
            ..BridgeCall::internal()
        };
        let command = command.checked().expect("a sound command");
        tokio::spawn(async move { bridge.execute(command, call).await })
    }
}

struct Unity(Carrier);

impl Unity {
    async fn next_sent(&mut self) -> Sent {
        let sent = tokio::time::timeout(LONG, self.0.outgoing.recv()).await;
        sent.expect("a frame").expect("an open link")
    }

    async fn hear(&mut self) -> FromHost {
        match self.next_sent().await {
            Sent::Text(text) => FromHost::read(&text).expect("a frame of the host"),
            other => panic!("no frame: {other:?}"),
        }
    }

    async fn call(&mut self) -> Call {
        loop {
            match self.hear().await {
                FromHost::Call(call) => return call,
                FromHost::Settled { .. } => {}
                other => panic!("no call: {other:?}"),
            }
        }
    }

    async fn end(&mut self) -> u16 {
        loop {
            if let Sent::Close(code, _) = self.next_sent().await {
                return code;
            }
        }
    }

    async fn say(&self, frame: FromUnity) {
        let said = self.0.incoming.send(Arrived::Text(frame.text())).await;
        said.expect("somebody listens");
    }

    async fn answer(&self, call: &Call, reply: &Reply) {
        self.say(FromUnity::Result(CallResult {
            id: call.id,
            value: Some(reply.to_json().expect("writable")),
            error: None,
            notes: Vec::new(),
            bytes: None,
        }))
        .await;
    }
}

fn hello() -> Hello {
    Hello {
        functions: ["objects/get", "time-scale-edit/set", "logs/tail"]
            .map(str::to_owned)
            .to_vec(),
        ..samples::hello()
    }
}

fn write() -> Command {
    Command::SetTimeScale { value: 1.0, lock: None }
}

fn read() -> Command {
    Command::TailLogs {
        count: 10,
        min_level: None,
        source: None,
        text: None,
        max_bytes: 1 << 16,
    }
}

#[tokio::test]
async fn sends_calls_over_the_link_and_returns_results() {
    let host = Host::start();
    let mut events = host.bridge.events();
    let mut unity = host.connect(hello()).await;
    let asked = host.ask(write());
    let call = unity.call().await;
    assert_eq!(call.function, "time-scale-edit/set");
    unity.answer(&call, &Reply::Done).await;
    assert_eq!(asked.await.unwrap().expect("done").reply, Reply::Done);
    let FromHost::Settled { keys } = unity.hear().await else {
        panic!("not settled")
    };
    assert_eq!(Some(&keys[0]), call.key.as_ref());
    assert_eq!(events.recv().await.map(|told| told.what), Ok(Event::StateChanged));
    let told = events.recv().await.expect("told");
    assert_eq!(told.what, Event::Connected);
    assert_eq!(
        told.whose,
        Whose::Unity(host.bridge.id().as_str().into()),
        "it is of this Unity"
    );
    let project = host.bridge.project();
    assert!(
        project.is_playing && project.unity_version == "2022.3.33f1",
        "{project:?}"
    );
    assert!(host.bridge.is_linked() && host.bridge.state().answers_calls());
    assert!(host.bridge.supports(Function::GetObject) && !host.bridge.supports(Function::Evaluate));
}

#[tokio::test]
async fn answers_log_reads_from_the_lines_kept_by_the_host() {
    let host = Host::start();
    let unity = host.connect(hello()).await;
    let mut lines = host.bridge.log().subscribe();
    let logs =
        r#"{"type":"logs","first":1,"dropped":0,"lines":[{"level":"warn","text":"low","time-ms":1763890000123}]}"#;
    let logs: Logs = serde_json::from_str(logs).expect("a frame");
    unity.say(FromUnity::Logs(logs)).await;
    assert_eq!(lines.recv().await.expect("a line").what.message, "low");
    let Reply::Logs { lines, .. } = host.ask(read()).await.unwrap().expect("read").reply else {
        panic!("no lines")
    };
    assert_eq!((lines[0].level.as_str(), lines[0].message.as_str()), ("warn", "low"));
}

#[tokio::test]
async fn resends_write_after_cut_link_only_to_the_same_instance() {
    for (is_same, is_known) in [(true, false), (true, true), (false, false)] {
        let host = Host::start();
        let mut unity = host.connect(hello()).await;
        let asked = host.ask(write());
        let call = unity.call().await;
        drop(unity);
        let mut again = hello();
        if !is_same {
            again.instance = "a1".repeat(16);
        }
        if is_known {
            let key = call.key.clone().expect("a write has a key");
            again.journal.entries = BTreeMap::from([(key, EntryState::Done)]);
        }
        let mut unity = host.connect(again).await;
        if is_same {
            let again = unity.call().await;
            assert_eq!((&again.key, &again.digest), (&call.key, &call.digest));
            unity.answer(&again, &Reply::Done).await;
            assert!(asked.await.unwrap().is_ok());
        } else {
            let error = asked.await.unwrap().expect_err("nobody knows");
            assert_eq!(error.kind, BridgeErrorKind::OutcomeUnknown);
        }
    }
}

#[tokio::test]
async fn newer_link_closes_the_older_and_shutdown_closes_the_last() {
    let host = Host::start();
    let mut older = host.connect(hello()).await;
    let mut newer = host.connect(hello()).await;
    assert_eq!(older.end().await, 4001);
    host.over.cancel();
    assert_eq!(newer.end().await, 1000);
    // Without a deadline the error comes at once, and for this reason.
    let error = host.ask(write()).await.unwrap().expect_err("no task runs");
    assert!(error.message.contains("has ended"), "{error}");
}

#[tokio::test]
async fn closes_link_after_a_protocol_violation() {
    let host = Host::start();
    let mut unity = host.connect(hello()).await;
    unity
        .say(FromUnity::Withdrawn(Withdrawn {
            id: 7,
            why: Why::Deadline,
        }))
        .await;
    assert_eq!(unity.end().await, 1008);
    assert!(!host.bridge.is_linked());
}

#[tokio::test]
async fn sends_cancel_for_a_cancelled_or_dropped_call() {
    let host = Host::start();
    let mut unity = host.connect(hello()).await;
    for is_cancelled in [true, false] {
        let cancel = CancellationToken::new();
        let asked = host.call_with_deadline(write(), LONG, cancel.clone());
        let call = unity.call().await;
        if is_cancelled {
            cancel.cancel();
        } else {
            asked.abort();
        }
        assert!(matches!(unity.hear().await, FromHost::Cancel { id } if id == call.id));
        let (id, why) = (call.id, Why::Cancelled);
        unity.say(FromUnity::Withdrawn(Withdrawn { id, why })).await;
        if is_cancelled {
            let error = asked.await.unwrap().expect_err("taken back");
            assert_eq!(error.kind, BridgeErrorKind::Cancelled);
        }
    }
}

#[tokio::test]
async fn calls_wait_for_a_link_until_their_deadline() {
    let host = Host::start();
    let asked = host.ask(write());
    let in_vain = host.call_with_deadline(write(), Duration::from_millis(20), CancellationToken::new());
    let error = in_vain.await.unwrap().expect_err("nobody came");
    assert_eq!(error.kind, BridgeErrorKind::NotReady);
    assert!(error.message.contains("Unity is away"), "{error}");
    let mut unity = host.connect(hello()).await;
    let call = unity.call().await;
    unity.answer(&call, &Reply::Done).await;
    assert!(asked.await.unwrap().is_ok());
}

#[tokio::test]
async fn reports_editor_activity_to_waiting_callers() {
    let host = Host::start();
    let mut unity = host.connect(hello()).await;
    let mut states = host.bridge.events();
    let pulse = r#"{"type":"pulse","state":"compiling","frame":1,"main-ms":0,"last-ms":9000}"#;
    unity
        .0
        .incoming
        .send(Arrived::Text(pulse.to_owned()))
        .await
        .expect("heard");
    assert_eq!(states.recv().await.map(|told| told.what), Ok(Event::StateChanged));
    let (told, mut telling) = mpsc::channel(8);
    let call = BridgeCall {
        progress: Some(Arc::new(move |waits| {
            let _ = told.try_send(waits);
        })),
        ..BridgeCall::internal()
    };
    let (bridge, command) = (Arc::clone(&host.bridge), write().checked().expect("a sound command"));
    let asked = tokio::spawn(async move { bridge.execute(command, call).await });
    let Some(Waits::Unity(1, why)) = telling.recv().await else {
        panic!("no report")
    };
    assert_eq!(why, "Unity compiles (0 s, last time 9 s)");
    let pulse = r#"{"type":"pulse","state":"ready","frame":2,"main-ms":0}"#;
    unity
        .0
        .incoming
        .send(Arrived::Text(pulse.to_owned()))
        .await
        .expect("heard");
    let call = unity.call().await;
    unity.answer(&call, &Reply::Done).await;
    assert!(asked.await.unwrap().is_ok());
}

#[tokio::test]
async fn completes_all_calls_beyond_the_capacity_of_a_link() {
    let host = Host::start();
    let mut unity = host.connect(hello()).await;
    let asked: Vec<_> = (0..50).map(|_| host.ask(write())).collect();
    for _ in 0..50 {
        let call = unity.call().await;
        unity.answer(&call, &Reply::Done).await;
    }
    for asked in asked {
        assert!(asked.await.unwrap().is_ok());
    }
    assert_eq!(host.bridge.queue_depth(), 0);
}

/// Returns the result of the opening for an instance that sends this proof, and the frames that the host sent.
async fn greet_with_proof(proof: impl FnOnce(&str, &str) -> String) -> (Option<Box<Hello>>, Vec<Sent>) {
    let secret = Secret::from_text(SECRET).expect("long enough");
    let (mut link, mut carrier) = Link::pair();
    let greeting = tokio::spawn(async move { greet(&mut link, &secret).await });
    let said = FromUnity::Hello(Box::new(hello())).text();
    carrier.incoming.send(Arrived::Text(said)).await.expect("heard");
    let Some(Sent::Text(challenge)) = carrier.outgoing.recv().await else {
        panic!("no challenge")
    };
    let FromHost::Challenge(challenge) = FromHost::read(&challenge).expect("a frame") else {
        panic!("no challenge")
    };
    let proof = proof(&hello().nonce, &challenge.nonce);
    let said = FromUnity::Proof(Proof { proof }).text();
    carrier.incoming.send(Arrived::Text(said)).await.expect("heard");
    let hello = greeting.await.expect("no panic");
    let mut rest = Vec::new();
    while let Some(sent) = carrier.outgoing.recv().await {
        rest.push(sent);
    }
    (hello, rest)
}

#[tokio::test]
async fn accepts_only_links_that_prove_the_secret() {
    let prove = |secret: &'static str, side| {
        move |unity: &str, host: &str| Secret::from_text(secret).expect("long enough").proof(side, unity, host)
    };
    let (known, rest) = greet_with_proof(prove(SECRET, Side::Unity)).await;
    assert!(known.is_some() && rest.is_empty(), "{rest:?}");
    for proof in [
        prove("another secret of a host", Side::Unity),
        prove(SECRET, Side::Host),
    ] {
        let (unknown, rest) = greet_with_proof(proof).await;
        assert!(
            unknown.is_none() && matches!(rest[..], [Sent::Close(1008, _)]),
            "{rest:?}"
        );
    }
}
