//! A random test that writes are executed exactly once. A simulated instance counts them, while its link is cut, its
//! scripts are reloaded, or its process is replaced at any time.

use super::*;
use proptest::prelude::*;
use std::collections::{BTreeMap, HashMap, VecDeque};

/// A random step of the test.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// A client sends a call, with one of three client keys or without a key.
    Ask(Option<u8>),
    /// The next frame of the host arrives at the instance.
    Send,
    /// The instance begins a call that it received, or ends the running call.
    Work,
    /// The next frame of the instance arrives at the host.
    Answer,
    Cut,
    /// Unity reloads its scripts: the running call ends, and the journal is kept.
    Reload,
    /// The process ends, and another one connects.
    Restart,
    Link,
    /// The clock advances by this number of tenths of a second.
    Wait(u8),
}

#[derive(Default)]
struct Unity {
    number: u32,
    epoch: u64,
    next: u64,
    journal: BTreeMap<String, EntryState>,
    inbox: VecDeque<Call>,
    busy: Option<Call>,
    is_of_this_link: bool,
    outbox: VecDeque<String>,
    is_linked: bool,
    /// The number of executions of each key, in all processes.
    counts: HashMap<String, u32>,
    /// Keys whose number of executions is uncertain, because their domain or process ended.
    doubtful: Vec<String>,
}

impl Unity {
    fn hello(&self) -> Hello {
        let mut hello = greeting();
        hello.instance = format!("{:032x}", self.number);
        hello.epoch = self.epoch + 1;
        hello.journal.next = self.next + 1;
        hello.journal.entries = self.journal.clone();
        hello
    }

    fn work(&mut self) {
        if let Some(call) = self.busy.take() {
            let key = call.key.clone().expect("only writes are asked");
            *self.counts.entry(key.clone()).or_default() += 1;
            self.journal.insert(key, EntryState::Done);
            // An id belongs to its link. A call from an earlier link is answered only by its key, to the caller that
            // sends it again.
            if self.is_of_this_link {
                self.outbox.push_back(done_result(call.id));
            }
            return;
        }
        let Some(call) = self.inbox.pop_front() else { return };
        let key = call.key.clone().expect("only writes are asked");
        match self.journal.get(&key) {
            Some(EntryState::Done) => self.outbox.push_back(done_result(call.id)),
            // Nothing begins before the running call has ended; only an earlier epoch leaves a call in this state.
            Some(EntryState::Started) => {
                let text = r#"{"type":"result","id":ID,"error":{"kind":"outcome-unknown","message":"reloaded"}}"#;
                self.outbox.push_back(text.replace("ID", &call.id.to_string()));
            }
            None => {
                self.next += 1;
                self.journal.insert(key, EntryState::Started);
                self.busy = Some(call);
                self.is_of_this_link = true;
            }
        }
    }

    fn cut(&mut self) {
        self.is_linked = false;
        self.is_of_this_link = false;
        // Waiting calls are dropped before they begin. A running call continues, but its answer has no link.
        self.inbox.clear();
        self.outbox.clear();
    }

    fn reload(&mut self) {
        self.cut();
        self.epoch += 1;
        self.doubtful.extend(self.busy.take().and_then(|call| call.key));
    }

    fn restart(&mut self) {
        self.reload();
        self.doubtful.extend(self.journal.keys().cloned());
        self.journal.clear();
        self.number += 1;
        self.epoch = 0;
        self.next = 0;
    }

    fn take(&mut self, frame: FromHost) {
        match frame {
            FromHost::Call(call) => self.inbox.push_back(call),
            FromHost::Cancel { id } => {
                let before = self.inbox.len();
                let known = &self.journal;
                self.inbox
                    .retain(|call| call.id != id || call.key.as_ref().is_some_and(|key| known.contains_key(key)));
                if self.inbox.len() < before {
                    let why = Why::Cancelled;
                    self.outbox
                        .push_back(FromUnity::Withdrawn(Withdrawn { id, why }).text());
                }
            }
            FromHost::Settled { keys } => {
                for key in keys {
                    assert_eq!(
                        self.journal.remove(&key),
                        Some(EntryState::Done),
                        "settled and not done"
                    );
                }
            }
            _ => {}
        }
    }
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        3 => prop_oneof![Just(None), (0_u8..3).prop_map(Some)].prop_map(Step::Ask),
        8 => Just(Step::Send),
        8 => Just(Step::Work),
        6 => Just(Step::Answer),
        1 => Just(Step::Cut),
        1 => Just(Step::Reload),
        1 => Just(Step::Restart),
        3 => Just(Step::Link),
        1 => (0_u8..30).prop_map(Step::Wait),
    ]
}

fn play(steps: &[Step]) {
    let mut now = Instant::now();
    let mut session = Session::new("0", "run", BridgeId::new("Game", 1), now);
    let mut unity = Unity::default();
    let mut asked: Vec<(String, Caller1)> = Vec::new();
    // At the end, all frames pass over a stable link.
    let rest = [
        Step::Link,
        Step::Send,
        Step::Send,
        Step::Send,
        Step::Work,
        Step::Work,
        Step::Answer,
    ];
    let last = std::iter::repeat_n(rest, 200).flatten();
    for step in steps.iter().copied().chain(last).chain([Step::Wait(255); 3]) {
        match step {
            Step::Ask(client) => {
                let key = client.map_or_else(host_key, |number| client_key(&number.to_string()));
                let command = CommandKey {
                    call: Arc::new(key.clone()),
                    number: 1,
                };
                asked.push((crate::keys::key(&command), ask(&mut session, write(), key, now, 4)));
            }
            Step::Send if unity.is_linked => {
                if let Some(frame) = next_frame(&mut session, now) {
                    unity.take(frame);
                }
            }
            Step::Work => unity.work(),
            Step::Answer => {
                if let Some(frame) = unity.outbox.pop_front() {
                    assert_eq!(session.text(&frame, now), None, "{frame}");
                }
            }
            Step::Cut | Step::Reload | Step::Restart => {
                session.unlinked(now);
                match step {
                    Step::Cut => unity.cut(),
                    Step::Reload => unity.reload(),
                    _ => unity.restart(),
                }
            }
            Step::Link if !unity.is_linked => {
                unity.is_linked = true;
                session.attach_link(unity.hello(), now);
            }
            Step::Wait(tenths) => {
                now += Duration::from_millis(100 * u64::from(tenths));
                if session.tick(now).is_some() {
                    unity.cut();
                }
            }
            Step::Send | Step::Link => {}
        }
    }
    let waited = steps.iter().any(|step| matches!(step, Step::Wait(1..)));
    for (key, mut caller) in asked {
        let count = unity.counts.get(&key).copied().unwrap_or(0);
        assert!(count <= 1, "{key} was done {count} times");
        let outcome = caller.reply.try_recv().expect("each caller is answered");
        match outcome.map_err(|error| error.kind) {
            Ok(_) => assert_eq!(count, 1, "{key} was reported as done"),
            Err(BridgeErrorKind::NotReady | BridgeErrorKind::Cancelled) => {
                // Another call under the same client key may have been executed.
                assert!(count == 0 || key.starts_with("c:"), "{key} was reported as not done");
            }
            Err(BridgeErrorKind::OutcomeUnknown) => {
                let may = waited || unity.doubtful.contains(&key) || unity.number > 0;
                assert!(may, "{key} could have been known");
            }
            Err(other) => panic!("{key}: {other:?}"),
        }
    }
    assert_eq!(session.depth(), 0, "nothing is left behind");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn each_write_is_done_once_or_reported_as_unknown(steps in prop::collection::vec(step(), 0..120)) {
        play(&steps);
    }
}
