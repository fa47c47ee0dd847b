//! A wrapper around any bridge that records its commands, answers, events and log lines.
//!
//! Belongs here: the selection of recorded data, and the time of recording. Does not: the writer (`recorder`),
//! permissions (`policy`). A recording contains no data about callers: no client, session, address, key or tool.

use crate::bounds::MOST_NAME;
use crate::call_record;
use crate::line::{Announcement, Named, Present};
use crate::present_targets::present;
use crate::recorder::{Item, Recorder};
use host_api::{Announced, BoxFuture, Whose};
use host_bridge::{
    Around, BridgeCall, BridgeError, BridgeErrorKind, BridgeId, CheckedCommand, Event, Function, LogLine, Replied,
    SelectedTarget, UnityBridge, Wish,
};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::{RecvError, TryRecvError};
use tokio_util::sync::CancellationToken;

type Outcome = Result<Replied, BridgeError>;

/// Maximum number of target names from requests that are recorded. Further names are not recorded.
const NAMES: usize = 1_000;
/// The source name of log lines from Unity's console. Log lines with other sources are not recorded.
const OF_UNITY: &str = "unity";

/// A bridge that forwards commands to an inner bridge and records them with their answers.
pub struct RecordingBridge {
    inner: Arc<dyn UnityBridge>,
    traffic: Arc<Traffic>,
}

/// The state that all recording bridges of one recording share: the recorder, and the calls that run now.
struct Traffic {
    top: Arc<dyn UnityBridge>,
    recorder: Arc<Recorder>,
    heard: Mutex<Heard>,
    names: Mutex<HashMap<String, Option<String>>>,
}

struct Heard {
    events: Receiver<Announced<Event>>,
    lines: Receiver<Announced<LogLine>>,
    /// The number of calls that run now. Events are written after these calls, because a call may have caused them.
    under_way: usize,
    /// The list of available targets that was recorded last, to record the list only if it changes.
    now: Vec<Present>,
}

impl RecordingBridge {
    /// Creates a bridge that forwards calls to `inner` and records them with `recorder`.
    pub fn new(inner: Arc<dyn UnityBridge>, recorder: Arc<Recorder>) -> Self {
        let traffic = Traffic {
            heard: Mutex::new(Heard {
                events: inner.events(),
                lines: inner.log().subscribe(),
                under_way: 0,
                now: Vec::new(),
            }),
            top: Arc::clone(&inner),
            recorder,
            names: Mutex::default(),
        };
        traffic.hear(&mut traffic.lock_heard(), true);
        Self {
            inner,
            traffic: Arc::new(traffic),
        }
    }

    /// Records events and log lines of the bridge when they occur, until `over` is cancelled.
    pub fn follow(&self, over: CancellationToken) -> BoxFuture<'static, ()> {
        let traffic = Arc::clone(&self.traffic);
        // Used only to wake up: the announcements are taken where calls are written, too, so that the order is kept.
        let (mut events, mut lines) = (traffic.top.events(), traffic.top.log().subscribe());
        Box::pin(async move {
            loop {
                let is_closed = tokio::select! {
                    () = over.cancelled() => true,
                    event = events.recv() => matches!(event, Err(RecvError::Closed)),
                    line = lines.recv() => matches!(line, Err(RecvError::Closed)),
                };
                if is_closed || !traffic.recorder.is_open() {
                    return;
                }
                let mut heard = traffic.lock_heard();
                if heard.under_way == 0 {
                    traffic.hear(&mut heard, false);
                }
            }
        })
    }
}

impl Traffic {
    /// Records that a call begins. Earlier events and log lines are written first.
    fn begin_call(&self) {
        let mut heard = self.lock_heard();
        if heard.under_way == 0 {
            self.hear(&mut heard, false);
        }
        heard.under_way += 1;
    }

    /// Records that a call ends: writes `line`, and then the events and log lines that arrived during the call.
    fn end_call(&self, line: Option<Item>) {
        let mut heard = self.lock_heard();
        if let Some(line) = line {
            self.recorder.put(line);
        }
        heard.under_way = heard.under_way.saturating_sub(1);
        self.hear(&mut heard, false);
    }

    /// Records all events and log lines so far. Records the available targets if they changed, or if `anew` is true.
    fn hear(&self, heard: &mut Heard, anew: bool) {
        let mut look = anew;
        loop {
            match heard.events.try_recv() {
                Ok(Announced { whose, what }) => {
                    look |= matches!(
                        what,
                        Event::StateChanged | Event::CommandsChanged | Event::Connected | Event::Resync
                    );
                    if let Some(unity) = event_target(&whose) {
                        self.recorder.put(Item::Event(Announcement { unity, what }));
                    }
                }
                Err(TryRecvError::Lagged(missed)) => {
                    look = true;
                    self.recorder.put(Item::Unheard(missed));
                }
                Err(TryRecvError::Empty | TryRecvError::Closed) => break,
            }
        }
        loop {
            match heard.lines.try_recv() {
                Ok(Announced { whose, what }) if what.source == OF_UNITY => {
                    if let Some(unity) = event_target(&whose) {
                        self.recorder.put(Item::Log(Announcement { unity, what }));
                    }
                }
                // Lines that were not received are still in Unity's own log.
                Ok(_) | Err(TryRecvError::Lagged(_)) => {}
                Err(TryRecvError::Empty | TryRecvError::Closed) => break,
            }
        }
        if look {
            let now = present(&*self.top);
            if anew || heard.now != now {
                self.recorder.put(Item::Now(now.clone()));
                heard.now = now;
            }
        }
    }

    fn lock_heard(&self) -> MutexGuard<'_, Heard> {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records a target name from a request, once for each name and result.
    fn record_name(&self, name: &str, found: &Result<Option<SelectedTarget>, BridgeError>) {
        let (unity, error) = match found {
            Ok(Some(one)) => (Some(one.target.unity.clone()), None),
            Ok(None) => return,
            Err(error) => (None, Some(error.clone())),
        };
        let mut names = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        if names.get(name) == Some(&unity) || names.len() >= NAMES || name.len() > MOST_NAME {
            return;
        }
        names.insert(name.to_owned(), unity.clone());
        let name = name.to_owned();
        self.recorder.put(Item::Named(Named { name, unity, error }));
    }
}

/// Returns the target whose sessions receive an event: `Some(None)` for all sessions. `None` means that the event is
/// not recorded, because it concerns the target choice of one session.
fn event_target(whose: &Whose) -> Option<Option<String>> {
    match whose {
        Whose::All => Some(None),
        Whose::Unity(id) => Some(Some(id.as_ref().to_owned())),
        Whose::Session(_) => None,
    }
}

/// A guard that exists while a call that is recorded runs. If it is dropped before the outcome is known, it records
/// that the outcome of a change is unknown.
struct Out<'a> {
    traffic: &'a Traffic,
    unity: BridgeId,
    function: Function,
    arguments: String,
    is_write: bool,
    is_open: bool,
}

impl Out<'_> {
    fn record_outcome(mut self, outcome: &Outcome) {
        self.is_open = false;
        let line = self.line(outcome.clone());
        self.traffic.end_call(Some(line));
    }

    fn line(&mut self, outcome: Outcome) -> Item {
        Item::Call {
            unity: self.unity.to_string(),
            function: self.function,
            arguments: std::mem::take(&mut self.arguments),
            outcome: Box::new(outcome),
        }
    }
}

impl Drop for Out<'_> {
    fn drop(&mut self) {
        if !self.is_open {
            return;
        }
        let line = self.is_write.then(|| {
            let message = "in the recording, the caller of this change left before it was answered";
            self.line(Err(BridgeError::new(BridgeErrorKind::OutcomeUnknown, message)))
        });
        self.traffic.end_call(line);
    }
}

impl Around for RecordingBridge {
    fn inner(&self) -> &Arc<dyn UnityBridge> {
        &self.inner
    }

    fn on_target_resolved(&self, wish: &Wish, found: &Result<Option<SelectedTarget>, BridgeError>) {
        if let Some(name) = &wish.named {
            self.traffic.record_name(name, found);
        }
    }

    fn wrap(&self, one: Arc<dyn UnityBridge>) -> Arc<dyn UnityBridge> {
        Arc::new(Self {
            inner: one,
            traffic: Arc::clone(&self.traffic),
        })
    }

    fn carry_out(&self, command: CheckedCommand, call: BridgeCall) -> BoxFuture<'_, Result<Replied, BridgeError>> {
        if !self.traffic.recorder.is_open() {
            return self.inner.execute(command, call);
        }
        Box::pin(async move {
            self.traffic.begin_call();
            let out = Out {
                traffic: &self.traffic,
                unity: self.inner.id(),
                function: command.function(),
                arguments: call_record::arguments(&command, self.traffic.recorder.redaction()),
                is_write: self.inner.access(&command).effect.changes_something(),
                is_open: true,
            };
            let outcome = self.inner.execute(command, call).await;
            // Announcements that it caused came before this.
            out.record_outcome(&outcome);
            outcome
        })
    }
}
