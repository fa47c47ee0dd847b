//! The state machine of one Unity instance over successive links: when each call is sent, and its outcome. No I/O.
//!
//! Belongs here: calls, their order and their outcomes (`calls`), incoming frames (`incoming`). Does not: the proof of
//! identity (`opening`), the decision about a lost link (`lost_calls`), tasks and queues (`driver`).

mod answers;
mod call_arguments;
mod calls;
mod ended;
mod incoming;
mod journal_debts;
mod link;
mod link_calls;
mod pending;
#[cfg(test)]
mod tests;

pub(crate) use answers::outcome;
pub use link_calls::{LinkCall, LinkReply};
pub use pending::{Asked, LinkOutcome, Outcome, Wanted};

use crate::frames::{FromHost, Hello, binary};
use crate::opening::Close;
use host_bridge::{Activity, BridgeId, Event, Function, LogLine, ObjectNumbers, Remembered, UnityState};
use journal_debts::Debts;
use link::Link;
use pending::{Pending, Stage};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The time within which an instance that announced a reload must connect again, or callers stop waiting for it.
const RETURN: Duration = Duration::from_secs(300);

/// A message that the driver must send over the link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Send {
    Text(String),
    Binary(Vec<u8>),
    /// A WebSocket ping without content.
    Ping,
}

/// An event or log line from the instance, which the instance sends without a request.
#[derive(Clone, Debug, PartialEq)]
pub enum Notice {
    Event(Event),
    Line(LogLine),
}

/// The state of one Unity instance. Methods receive the current time as an argument, and none of them blocks.
pub struct Session {
    host: String,
    run: String,
    id: BridgeId,
    /// The calls without an outcome. The map key is the ticket: a number that increases with each call.
    calls: BTreeMap<u64, Pending>,
    next_ticket: u64,
    link: Option<Link>,
    peer: Option<Arc<Hello>>,
    functions: BTreeSet<Function>,
    /// The number of the last event that the host received from this process.
    acknowledged: u64,
    state: Stated,
    last_answered: Option<Answered>,
    /// The number of assemblies that the instance has loaded for hosts, from its last `pulse`.
    assemblies: u64,
    remembered: Remembered,
    debts: Debts,
    notices: VecDeque<Notice>,
    /// The service that assigns ids to the instance's objects; `None` if the host passes Unity's object names on.
    numbers: Option<Arc<dyn ObjectNumbers>>,
}

struct Stated {
    activity: Activity,
    since: Instant,
    last_time: Option<Duration>,
    dialog: Option<String>,
    /// True for the state `away` if the state before it announced the loss of the link.
    is_announced: bool,
    /// True for the state `away` if the process has ended or announced its end.
    has_ended: bool,
    /// True if the process has certainly ended.
    is_gone: bool,
}

/// A command that was sent to the instance and answered.
struct Answered {
    function: &'static str,
    tool: Option<Arc<str>>,
}

impl Session {
    /// Creates the state of an instance that has not connected yet. The `welcome` frame contains `host` and `run`.
    pub fn new(host: impl Into<String>, run: impl Into<String>, id: BridgeId, now: Instant) -> Self {
        Self {
            host: host.into(),
            run: run.into(),
            id,
            calls: BTreeMap::new(),
            next_ticket: 1,
            link: None,
            peer: None,
            functions: BTreeSet::new(),
            acknowledged: 0,
            state: Stated {
                activity: Activity::Away,
                since: now,
                last_time: None,
                dialog: None,
                is_announced: false,
                has_ended: false,
                is_gone: false,
            },
            last_answered: None,
            assemblies: 0,
            remembered: Remembered::default(),
            debts: Debts::default(),
            notices: VecDeque::new(),
            numbers: None,
        }
    }

    /// Returns this session with `numbers`, which assigns the ids of the instance's objects.
    #[must_use]
    pub fn numbered(self, numbers: Arc<dyn ObjectNumbers>) -> Self {
        Self {
            numbers: Some(numbers),
            ..self
        }
    }

    /// Returns the current state of the instance.
    pub fn state(&self, now: Instant) -> UnityState {
        UnityState {
            activity: self.state.activity,
            since: now.saturating_duration_since(self.state.since),
            last_time: self.state.last_time,
            dialog: self.state.dialog.clone(),
            command: match self.state.activity {
                Activity::Blocked => self.last_command(),
                _ => None,
            },
            has_ended: self.state.has_ended,
            is_gone: self.state.is_gone,
        }
    }

    /// Describes the oldest command that the instance received and did not answer, else the last one that it answered.
    fn last_command(&self) -> Option<String> {
        let waiting = self
            .calls
            .values()
            .find(|pending| matches!(pending.stage, Stage::Sent { .. }));
        let of_tool = |tool: Option<&Arc<str>>| tool.map_or_else(String::new, |tool| format!(" of the tool {tool}"));
        match (waiting, &self.last_answered) {
            (Some(pending), _) => {
                let tool = of_tool(pending.tool.as_ref());
                Some(format!("{}{tool}, which it has not answered", pending.asks.method()))
            }
            (None, Some(last)) => {
                let tool = of_tool(last.tool.as_ref());
                Some(format!("{}{tool}, which it answered", last.function))
            }
            (None, None) => None,
        }
    }

    /// Returns true if the instance announced why it accepts no commands, so that callers should wait for it. An
    /// instance that left for a reload of its scripts must return within a limited time.
    pub fn is_announced_wait(&self, now: Instant) -> bool {
        match self.state.activity {
            Activity::Away => self.state.is_announced && now < self.state.since + RETURN,
            activity => activity.is_passing(),
        }
    }

    /// Returns a message with the number of assemblies that the instance loaded for hosts; `None` if it is 0.
    pub fn loaded_code_note(&self) -> Option<String> {
        let until = "they stay until it ends or reloads";
        match self.assemblies {
            0 => None,
            1 => Some(format!(
                "1 assembly of snippets, scripts and hooks is loaded in this Unity instance; {until}"
            )),
            all => Some(format!(
                "{all} assemblies of snippets, scripts and hooks are loaded in this Unity instance; {until}"
            )),
        }
    }

    /// Returns the facts (`hello` frame) about the instance from the current or last link; `None` if there was none.
    pub fn peer(&self) -> Option<&Arc<Hello>> {
        self.peer.as_ref()
    }

    /// Returns the functions that the instance serves and that this host knows.
    pub fn functions(&self) -> &BTreeSet<Function> {
        &self.functions
    }

    /// Returns the number of calls without an outcome, including those whose caller no longer waits.
    pub fn depth(&self) -> usize {
        self.calls.len()
    }

    /// Removes and returns the oldest notice from the queue; `None` if the queue is empty.
    pub fn notice(&mut self) -> Option<Notice> {
        self.notices.pop_front()
    }

    /// Starts to use a link on which both sides proved their identity. The caller closes the previous link with
    /// `Close::NEWER`.
    pub fn attach_link(&mut self, hello: Hello, now: Instant) {
        self.unlinked(now);
        let is_other = self.peer.as_ref().is_none_or(|peer| peer.instance != hello.instance);
        if is_other {
            self.acknowledged = 0;
            self.debts = Debts::default();
        }
        // Code of another process, or of another domain, no longer exists.
        if self
            .peer
            .as_ref()
            .is_none_or(|peer| (&peer.instance, peer.epoch) != (&hello.instance, hello.epoch))
        {
            self.assemblies = 0;
        }
        self.functions = hello
            .functions
            .iter()
            .filter_map(|name| Function::from_method(name))
            .collect();
        self.settle(&hello);
        self.debts.on_hello(&hello.journal);
        let welcome = link::welcome(&self.host, &self.run, &self.id, self.acknowledged);
        self.link = Some(Link::new(&hello, FromHost::Welcome(welcome), now));
        self.enter(hello.state, None, None, now);
        self.peer = Some(Arc::new(hello));
        self.notices.push_back(Notice::Event(Event::Connected));
        self.notices.push_back(Notice::Event(Event::Resync));
    }

    /// Records that the link is lost. Calls wait for the next link, each until its own deadline, unless the instance
    /// announced its end.
    pub fn unlinked(&mut self, now: Instant) {
        if self.link.take().is_none() {
            return;
        }
        for pending in self.calls.values_mut() {
            pending.on_link_lost();
        }
        let is_end = self.state.activity == Activity::Quitting;
        self.enter(Activity::Away, None, None, now);
        if is_end {
            self.stop_waiting(now);
        }
    }

    /// Returns the next message to send over the link, `None` if there is none. A returned call counts as sent, so the
    /// link must have room.
    pub fn transmit(&mut self, now: Instant) -> Option<Send> {
        let link = self.link.as_mut()?;
        if let Some((id, bytes)) = link.behind.take() {
            return Some(Send::Binary(binary(id, &bytes)));
        }
        if link.wants_ping(now) {
            return Some(Send::Ping);
        }
        if let Some(frame) = link.control.pop_front() {
            return Some(Send::Text(frame.text()));
        }
        if let Some(keys) = self.debts.payable() {
            return Some(Send::Text(FromHost::Settled { keys }.text()));
        }
        self.next_call(now).map(|call| Send::Text(FromHost::Call(call).text()))
    }

    /// Answers callers whose deadline passed, cancels calls without a waiting caller, and checks the link. Call it at
    /// the time that `wake` returns, and when a caller may no longer wait. Returns the close reason if the link was
    /// silent for too long.
    pub fn tick(&mut self, now: Instant) -> Option<Close> {
        self.end_what_is_over(now);
        let close = self.link.as_ref()?.silent(now)?;
        self.unlinked(now);
        Some(close)
    }

    /// Returns the time at which `tick` must be called next; `None` if no call or link has a time limit now.
    pub fn wake(&self) -> Option<Instant> {
        let calls = self.calls.values().filter_map(Pending::due).min();
        let link = self.link.as_ref().map(Link::due);
        calls.into_iter().chain(link).min()
    }

    fn enter(&mut self, activity: Activity, last_time: Option<Duration>, dialog: Option<String>, now: Instant) {
        let is_new = self.state.activity != activity;
        if is_new {
            self.state.since = now;
            self.notices.push_back(Notice::Event(Event::StateChanged));
        }
        let is_announced = match is_new {
            true => activity == Activity::Away && self.state.activity.is_passing(),
            false => self.state.is_announced,
        };
        let has_ended = !is_new && self.state.has_ended;
        let is_gone = !is_new && self.state.is_gone;
        self.state = Stated {
            activity,
            since: self.state.since,
            last_time,
            dialog,
            is_announced,
            has_ended,
            is_gone,
        };
    }
}
