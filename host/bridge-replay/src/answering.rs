//! The answers of a replay, which come from a recording.
//!
//! Belongs here: a call's target and answer. Does not: the recorded call (`timeline`), its lack (`unrecorded_error`).

use crate::call_record;
use crate::line::Present;
use crate::read::Recording;
use crate::redaction::LeftOut;
use crate::replay_state::{Heard, State};
use crate::timeline::{Asked, Chosen, Timeline, Unrecorded};
use crate::unrecorded_error;
use host_api::Whose;
use host_bridge::{
    BridgeCall, BridgeError, BridgeErrorKind, BridgeId, CheckedCommand, Command, Event, LogBuffer, LogTail,
    ProjectInfo, Replied, Reply, TargetRow, Wish, nobody_called,
};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::broadcast;

/// Capacity of the event channel and of the log channel: the number of items by which a slow subscriber may lag.
const EVENTS: usize = 1_024;

/// The prefix of the runtime's name in project facts. It shows clients that a replay answers, not a live instance.
const RUNTIME: &str = "replay of ";

/// The size in bytes of an answer above which a blocking thread parses it. Parsing 64 KiB takes about a millisecond.
const LONG_ANSWER: usize = 64 << 10;

pub(crate) type Outcome = Result<Replied, BridgeError>;

/// The result of the search for an answer to a call: where the answer comes from, or why there is none.
enum Found {
    /// A recorded call. This is the first answer for the idempotency key of the new call.
    First(Chosen),
    /// The recorded call that already answered an earlier call with the same idempotency key.
    Again(Chosen),
    /// An answer from the replay itself, which needs no recorded call.
    Without(Outcome),
    Nothing(Unrecorded),
}

/// The state that all calls of one replay share.
pub(crate) struct Answering {
    pub(crate) recording: Recording,
    pub(crate) timeline: Timeline,
    pub(crate) heard: Heard,
    /// True if the recording has an answer that takes long to parse. Then a blocking thread parses the answers.
    pub(crate) has_long_answers: bool,
    left_out: LeftOut,
    state: Mutex<State>,
}

impl Answering {
    pub(crate) fn new(recording: Recording, left_out: LeftOut) -> Self {
        let live = (0..recording.targets.len()).map(|unity| recording.known.is_live(unity));
        let live: Vec<bool> = live.collect();
        let log = LogBuffer::new(EVENTS);
        let logs = match recording.head.several {
            true => recording.targets.iter().map(|id| log.for_target(&id_of(id))).collect(),
            false => Vec::new(),
        };
        Self {
            has_long_answers: recording.calls.iter().any(|call| call.answer_bytes() > LONG_ANSWER),
            timeline: Timeline::from_recording(&recording, live),
            state: Mutex::new(State::begin(&recording)),
            recording,
            left_out,
            heard: Heard {
                events: broadcast::Sender::new(EVENTS),
                log,
                logs,
            },
        }
    }

    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        // Each change of the state is complete before anything can panic, so a poisoned lock is still consistent.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn position(&self, id: &str) -> Option<usize> {
        self.recording.targets.iter().position(|known| known == id)
    }

    /// Returns the position of the target that answers unspecific calls: the first available target, or else that of
    /// the first recorded call.
    pub(crate) fn first(&self, state: &State) -> Option<usize> {
        let here = state.now.first().and_then(|one| self.position(&one.row.id));
        here.or_else(|| self.recording.calls.first().map(|call| call.unity))
    }

    /// Finds the target with this id or project name, or with this name in a recorded request, and returns its
    /// position. Otherwise returns the error that was recorded for this name, or one that lists the targets.
    pub(crate) fn find_target(&self, named: &str) -> Result<usize, BridgeError> {
        // The recording contains paths without the private part.
        let named = &*self.left_out.redact_text(named);
        if let Some(recorded) = self.recording.names.get(named) {
            if let Some(error) = &recorded.error {
                return Err(error.clone());
            }
            if let Some(known) = recorded.unity.as_deref().and_then(|id| self.position(id)) {
                return Ok(known);
            }
        }
        let by_name = || self.recording.known.find_name(named);
        self.position(named).or_else(by_name).ok_or_else(|| {
            let all = self.recording.targets.join(", ");
            nobody_called(named, &format!("targets of the recording: {all}"))
        })
    }

    /// Returns a description of each target that is available now, with the chosen target first.
    pub(crate) fn rows(&self, state: &State, chosen: Option<usize>) -> Vec<TargetRow> {
        let chosen = chosen.and_then(|chosen| self.recording.targets.get(chosen));
        let row = |one: &Present| {
            let mut row = one.row.clone();
            row.chosen = chosen == Some(&row.id);
            let origin = self.recording.origin();
            row.problems
                .push(format!("a recording answers instead of this target, {origin}"));
            row
        };
        let mut rows: Vec<TargetRow> = state.now.iter().map(row).collect();
        rows.sort_by_key(|row| !row.chosen);
        rows
    }

    /// Answers `command` from the recording. `unity` is the position of the target, and `wish` describes how the caller
    /// selected it. Parses the answer without the lock of the shared state, because that can take long.
    pub(crate) fn answer(
        &self,
        unity: Option<usize>,
        wish: &Wish,
        command: &CheckedCommand,
        call: &BridgeCall,
    ) -> Outcome {
        let (function, arguments) = (command.function(), call_record::arguments(command, &self.left_out));
        let asked = unity.map(|unity| self.timeline.prepare_lookup(unity, function, &arguments));
        match self.find(unity, asked.as_ref(), wish, command, call) {
            Found::First(chosen) => {
                let outcome = self.recorded_outcome(&chosen);
                self.follow(&chosen, wish, command, &outcome);
                outcome
            }
            Found::Again(chosen) => self.recorded_outcome(&chosen),
            Found::Without(outcome) => outcome,
            Found::Nothing(why) => {
                let why = match (why, &asked) {
                    (Unrecorded::Differs, Some(asked)) => self.timeline.nearest(&self.recording, asked),
                    (why, _) => why,
                };
                Err(unrecorded_error::error(&self.recording, unity, function, &why))
            }
        }
    }

    fn find(
        &self,
        unity: Option<usize>,
        asked: Option<&Asked<'_>>,
        wish: &Wish,
        command: &CheckedCommand,
        call: &BridgeCall,
    ) -> Found {
        // In a game, opening the same scene again is a second change.
        let access = match unity.is_some_and(|unity| self.timeline.is_live(unity)) {
            true => command.access_in_running(),
            false => command.access(),
        };
        let may_come_again = access.effect.changes_something() && call.key.call.may_come_again();
        let mut state = self.state();
        let mut why = Unrecorded::Never;
        if let Some(asked) = asked {
            match self.timeline.choose(&self.recording, &mut state.moment, asked) {
                Ok(chosen) => {
                    // Rejected calls are tried again.
                    let was_done = self
                        .recording
                        .calls
                        .get(chosen.call)
                        .is_some_and(|call| !call.is_refused);
                    if may_come_again && was_done {
                        state.again.put(call.key.clone(), asked.key, chosen.clone());
                    }
                    return Found::First(chosen);
                }
                Err(none) => why = none,
            }
            if may_come_again && let Some(known) = state.again.get(&call.key, asked.key) {
                return match known {
                    Ok(chosen) => Found::Again(chosen),
                    Err(conflict) => Found::Without(Err(conflict)),
                };
            }
        }
        let without = self.answer_unrecorded(&mut state, unity, wish, command);
        without.map_or(Found::Nothing(why), Found::Without)
    }

    /// Returns the answer of the recorded call, with a mark that it comes from a recording.
    fn recorded_outcome(&self, chosen: &Chosen) -> Outcome {
        let mut outcome = self.recording.answer(chosen.call);
        if let Ok(replied) = &mut outcome {
            as_replay(&mut replied.reply);
            replied.diagnostics.extend(chosen.note.clone());
        }
        outcome
    }

    /// Applies the effects of an answer to the replay: a session's choice of a target, and events after the call.
    fn follow(&self, chosen: &Chosen, wish: &Wish, command: &Command, outcome: &Outcome) {
        let mut state = self.state();
        if let (
            Command::ChooseTarget { .. },
            Ok(Replied {
                reply: Reply::Unity(row),
                ..
            }),
        ) = (command, outcome)
            && let Some(unity) = self.position(&row.id)
        {
            self.choose(&mut state, wish, unity);
        }
        state.pass(&self.recording, chosen.call, &self.heard);
    }

    /// Returns the answer to a `command` that the replay answers without a recorded call; `None` for other commands.
    fn answer_unrecorded(
        &self,
        state: &mut State,
        unity: Option<usize>,
        wish: &Wish,
        command: &Command,
    ) -> Option<Outcome> {
        if let Some(wanted) = LogTail::from_command(command) {
            let of_one = unity.and_then(|unity| self.heard.logs.get(unity));
            return Some(Ok(of_one.unwrap_or(&self.heard.log).tail(&wanted)));
        }
        match command {
            Command::ProjectInfo => {
                let mut reply = Reply::Project(Box::new(self.project_info(state, unity)?));
                as_replay(&mut reply);
                Some(Ok(reply.into()))
            }
            Command::ListTargets => Some(Ok(Reply::Targets(self.rows(state, unity)).into())),
            Command::ChooseTarget { unity } if wish.session.is_some() => Some(self.choose_target(state, wish, unity)),
            _ => None,
        }
    }

    fn choose_target(&self, state: &mut State, wish: &Wish, named: &str) -> Outcome {
        let chosen = self.find_target(named)?;
        let row = self.rows(state, Some(chosen)).into_iter().find(|row| row.chosen);
        let row = row.ok_or_else(|| nobody_called(named, "it is not available at this position of the recording"))?;
        self.choose(state, wish, chosen);
        Ok(Reply::Unity(Box::new(row)).into())
    }

    /// Returns the recorded project facts of the target; `None` if it is not available now.
    fn project_info(&self, state: &State, unity: Option<usize>) -> Option<ProjectInfo> {
        let id = self.recording.targets.get(unity?)?;
        let one = state.now.iter().find(|one| one.row.id == *id)?;
        Some((*one.project).clone())
    }

    fn choose(&self, state: &mut State, wish: &Wish, unity: usize) {
        if let Some(session) = &wish.session {
            state.choose(session, unity);
            let whose = Whose::Session(Arc::clone(session));
            self.heard.tell(whose, Event::Resync);
        }
    }
}

fn as_replay(reply: &mut Reply) {
    if let Reply::Project(info) = reply {
        info.runtime.insert_str(0, RUNTIME);
    }
}

/// Converts the text of a target's id, which was validated when the recording was read, to an id.
pub(crate) fn id_of(id: &str) -> BridgeId {
    let (name, number) = id.rsplit_once('@').unwrap_or((id, "0"));
    BridgeId::new(name, u32::from_str_radix(number, 16).unwrap_or_default())
}

pub(crate) fn cancelled_error() -> BridgeError {
    BridgeError::new(
        BridgeErrorKind::Cancelled,
        "the call was cancelled before it began; nothing was done",
    )
}
