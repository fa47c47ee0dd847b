//! The state of one link to a Unity instance, from its `welcome` frame to its end.

use crate::frames::{CallResult, FromHost, Hello, Limits, Welcome};
use crate::limits::{CALLS, FRAME, JOURNAL, QUIET, SILENT};
use crate::opening::Close;
use host_bridge::{Activity, BridgeId};
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::Instant;

pub(super) struct Link {
    /// Frames that are sent before the next call, such as `welcome` and `cancel`.
    pub(super) control: VecDeque<FromHost>,
    /// The id that the next call on this link gets.
    pub(super) next_id: u64,
    /// The calls without an answer: their ticket, by the id of the call on this link.
    pub(super) unanswered: HashMap<u64, u64>,
    /// The content of the binary frame that must be sent next, with the id of its call, which was sent last.
    pub(super) behind: Option<(u64, Arc<[u8]>)>,
    /// An answer whose binary frame did not arrive yet; `None` if no binary frame is expected.
    pub(super) announced: Option<CallResult>,
    /// Number of invalid frames on this link that the host answered with an `error` frame.
    pub(super) errors: u32,
    /// The time at which the last frame of any kind arrived.
    pub(super) heard: Instant,
    pub(super) pulsed: Instant,
    pub(super) pinged: bool,
    pub(super) instance: String,
    pub(super) epoch: u64,
    pub(super) noted: u64,
    /// The idempotency keys that the instance's journal contained when the link was opened, sorted.
    pub(super) known: Vec<String>,
}

pub(super) fn welcome(host: &str, run: &str, id: &BridgeId, acknowledged: u64) -> Welcome {
    Welcome {
        host: host.to_owned(),
        run: run.to_owned(),
        id: id.to_string(),
        limits: Limits {
            frame_bytes: FRAME,
            calls: CALLS,
            journal: JOURNAL,
        },
        acknowledged,
    }
}

impl Link {
    pub(super) fn new(hello: &Hello, welcome: FromHost, now: Instant) -> Self {
        Self {
            control: VecDeque::from([welcome]),
            next_id: 1,
            unanswered: HashMap::new(),
            behind: None,
            announced: None,
            errors: 0,
            heard: now,
            pulsed: now,
            pinged: false,
            instance: hello.instance.clone(),
            epoch: hello.epoch,
            noted: hello.journal.next,
            known: hello.journal.entries.keys().cloned().collect(),
        }
    }

    pub(super) fn has_key(&self, key: &str) -> bool {
        self.known.binary_search_by(|known| known.as_str().cmp(key)).is_ok()
    }

    pub(super) fn has_room(&self, activity: Activity) -> bool {
        activity.accepts_commands() && self.unanswered.len() < CALLS
    }

    /// Returns true, once for each pause, if the host must send a ping because no `pulse` frame arrived for `QUIET`.
    pub(super) fn wants_ping(&mut self, now: Instant) -> bool {
        let wants = !self.pinged && now >= self.pulsed + QUIET;
        self.pinged |= wants;
        wants
    }

    pub(super) fn silent(&self, now: Instant) -> Option<Close> {
        (now >= self.heard + SILENT)
            .then(|| Close::new(Close::SILENT, format!("nothing heard for {} s", SILENT.as_secs())))
    }

    pub(super) fn due(&self) -> Instant {
        let end = self.heard + SILENT;
        if self.pinged { end } else { end.min(self.pulsed + QUIET) }
    }
}
