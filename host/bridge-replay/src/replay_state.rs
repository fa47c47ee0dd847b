//! The state of a replay between calls, and the events that it sends as the replay advances.
//!
//! Belongs here: sending recorded events and log lines, the target choices of sessions. Does not: answers.

use crate::line::{Announcement, Present};
use crate::read::{Other, Recording};
use crate::repeated_calls::Again;
use crate::timeline::Moment;
use host_api::{Announced, Whose};
use host_bridge::{Event, LogBuffer, LogLine};
use std::collections::{HashMap, VecDeque};
use tokio::sync::broadcast;

/// Maximum number of sessions whose target choice is stored. If there are more, the oldest choice is removed.
const SESSIONS: usize = 1_024;

#[derive(Default)]
pub(crate) struct State {
    pub(crate) moment: Moment,
    pub(crate) again: Again,
    /// The targets that are available at this position of the replay, with the default target first.
    pub(crate) now: Vec<Present>,
    /// The number of recorded events, log lines and target lists that the replay has passed.
    given: usize,
    chose: HashMap<String, usize>,
    oldest_first: VecDeque<String>,
}

/// The channels over which a replay sends events and log lines.
pub(crate) struct Heard {
    pub(crate) events: broadcast::Sender<Announced<Event>>,
    pub(crate) log: LogBuffer,
    /// One log for each target, by the target's position. Empty if a project folder was the only target.
    pub(crate) logs: Vec<LogBuffer>,
}

impl State {
    pub(crate) fn begin(recording: &Recording) -> Self {
        let at_start = recording.others.iter().take_while(|(before, _)| *before == 0);
        let now = at_start.filter_map(|(_, other)| match other {
            Other::Now(now) => Some(now),
            _ => None,
        });
        Self {
            now: now.last().and_then(|now| recording.read_again(now)).unwrap_or_default(),
            ..Self::default()
        }
    }

    /// Sends the events and log lines that follow the call at position `call` in the recording and were not sent yet.
    pub(crate) fn pass(&mut self, recording: &Recording, call: usize, heard: &Heard) {
        let mut last = None;
        while let Some((before, other)) = recording.others.get(self.given)
            && *before <= call + 1
        {
            self.given += 1;
            match other {
                Other::Now(now) => last = Some(now),
                Other::Missed => heard.tell(Whose::All, Event::Resync),
                Other::Event(event) => {
                    if let Some(Announcement { unity, what }) = recording.read_again::<Announcement<Event>>(event) {
                        heard.tell(recipients(unity.as_deref()), what);
                    }
                }
                Other::Log(line) => {
                    let Some(Announcement { unity, what }) = recording.read_again::<Announcement<LogLine>>(line) else {
                        continue;
                    };
                    let of = unity.and_then(|id| recording.targets.iter().position(|known| *known == id));
                    let log = of.and_then(|of| heard.logs.get(of)).unwrap_or(&heard.log);
                    log.keep_of_unity(what.clone());
                    log.announce(what);
                }
            }
        }
        if let Some(now) = last.and_then(|now| recording.read_again(now)) {
            self.now = now;
        }
    }

    pub(crate) fn chosen_target(&self, session: Option<&str>) -> Option<usize> {
        self.chose.get(session?).copied()
    }

    pub(crate) fn choose(&mut self, session: &str, unity: usize) {
        if self.chose.insert(session.to_owned(), unity).is_none() {
            self.oldest_first.push_back(session.to_owned());
        }
        while self.chose.len() > SESSIONS
            && let Some(oldest) = self.oldest_first.pop_front()
        {
            self.chose.remove(&oldest);
        }
    }
}

impl Heard {
    pub(crate) fn tell(&self, whose: Whose, what: Event) {
        // It is no error if no subscriber listens.
        let _ = self.events.send(Announced { whose, what });
    }
}

fn recipients(unity: Option<&str>) -> Whose {
    unity.map_or(Whose::All, |id| Whose::Unity(id.into()))
}
