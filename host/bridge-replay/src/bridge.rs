//! A bridge that answers calls from a recording, as the recorded targets answered.
//!
//! Belongs here: `UnityBridge` for a recording. Does not: the answers (`answering`), permissions (`policy`).

use crate::answering::{Answering, cancelled_error, id_of};
use crate::line::Present;
use crate::read::Recording;
use crate::redaction::LeftOut;
use host_api::{Access, Announced, BoxFuture, SessionNews, Source, Target};
use host_bridge::{
    BridgeCall, BridgeError, BridgeErrorKind, BridgeId, BridgeState, CallKey, Capability, CheckedCommand, Command,
    Event, Function, LogBuffer, ProjectInfo, Replied, SelectedTarget, Several, TargetRow, UnityBridge, Wish,
};
use std::collections::BTreeSet;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use tokio::sync::broadcast;

/// A bridge for one target of a recording, or for all targets: then a default target answers unspecific calls.
pub struct ReplayBridge {
    answering: Arc<Answering>,
    /// The position of the only target and how the caller selected it; `None` if the bridge is for all targets.
    one: Option<(usize, Wish)>,
}

impl ReplayBridge {
    /// Creates a bridge that answers from `recording`. In requests, `left_out` replaces private paths by the
    /// placeholders that the recording contains.
    pub fn new(recording: Recording, left_out: LeftOut) -> Self {
        Self {
            answering: Arc::new(Answering::new(recording, left_out)),
            one: None,
        }
    }

    /// Returns the position of the target that answers; `None` if the recording has no target.
    fn unity(&self) -> Option<usize> {
        match &self.one {
            Some((unity, _)) => Some(*unity),
            None => self.answering.first(&self.answering.state()),
        }
    }

    /// Calls `of` with the last known state of the target and returns the result; `None` if there is no target.
    fn present<T>(&self, of: impl Fn(&Present) -> T) -> Option<T> {
        let (unity, recording) = (self.unity()?, &self.answering.recording);
        let id = recording.targets.get(unity)?;
        let state = self.answering.state();
        let now = state.now.iter().find(|one| one.row.id == *id);
        now.or_else(|| recording.known.last_of(unity)).map(of)
    }

    fn is_live(&self) -> bool {
        match self.unity() {
            Some(unity) => self.answering.timeline.is_live(unity),
            None => self.answering.recording.head.several,
        }
    }
}

impl Several for ReplayBridge {
    fn targets(&self) -> Vec<TargetRow> {
        self.answering.rows(&self.answering.state(), None)
    }

    fn heard_by(&self, wish: &Wish) -> Option<Arc<str>> {
        if !self.answering.recording.head.several {
            return None;
        }
        let id = match self.resolve_target(wish) {
            Ok(Some(one)) => one.target.unity,
            Ok(None) | Err(_) => String::new(),
        };
        Some(id.into())
    }

    /// Returns false: this bridge does not choose a target by the root folders of a session.
    fn wants_roots(&self, _: &Wish) -> bool {
        false
    }

    fn has_roots(&self, _: &Wish, _: &[PathBuf]) {}

    /// Returns `None`: a recording rejects what it does not contain, and nothing is awaited.
    fn unsettled(&self, _: &Wish) -> Option<&'static str> {
        None
    }

    /// Does nothing: if there are too many choices, the oldest is removed, so ended sessions need no handling.
    fn session_news(&self, _: &str, _: SessionNews) {}

    /// Returns no messages: the recording contains events for connects and disconnects.
    fn switches(&self) -> Vec<String> {
        Vec::new()
    }
}

impl UnityBridge for ReplayBridge {
    fn name(&self) -> &'static str {
        "replay"
    }

    /// Returns the recorded capabilities of the target; all capabilities if the recording has no target.
    fn capabilities(&self) -> BTreeSet<Capability> {
        let known = |one: &Present| {
            one.capabilities
                .iter()
                .filter_map(|word| Capability::parse(word))
                .collect()
        };
        self.present(known).unwrap_or_else(|| Capability::ALL.into())
    }

    fn state(&self) -> BridgeState {
        BridgeState::Ready
    }

    fn project(&self) -> ProjectInfo {
        self.present(|one| (*one.project).clone()).unwrap_or_default()
    }

    fn has_executed(&self, _: &CallKey) -> bool {
        false
    }

    fn queue_depth(&self) -> usize {
        0
    }

    fn id(&self) -> BridgeId {
        let id = self
            .unity()
            .and_then(|unity| self.answering.recording.targets.get(unity));
        id.map_or_else(|| BridgeId::new(self.name(), 0), |id| id_of(id))
    }

    /// Returns itself even if there is only one target, so that every answer shows that it comes from a recording.
    fn target_set(&self) -> Option<&dyn Several> {
        Some(self)
    }

    fn resolve_target(&self, wish: &Wish) -> Result<Option<SelectedTarget>, BridgeError> {
        let unity = match &wish.named {
            Some(named) => Some(self.answering.find_target(named)?),
            None => {
                let state = self.answering.state();
                let chosen = state.chosen_target(wish.session.as_deref());
                chosen.or_else(|| self.answering.first(&state))
            }
        };
        Ok(unity.map(|unity| {
            let one = Self {
                answering: Arc::clone(&self.answering),
                one: Some((unity, wish.clone())),
            };
            SelectedTarget {
                target: Target {
                    unity: one.id().to_string(),
                    source: Source::Replay { live: one.is_live() },
                },
                bridge: Arc::new(one),
            }
        }))
    }

    fn functions(&self) -> BTreeSet<Function> {
        let known = |one: &Present| {
            one.functions
                .iter()
                .filter_map(|method| Function::from_method(method))
                .collect()
        };
        self.present(known)
            .unwrap_or_else(|| Function::ALL.iter().copied().collect())
    }

    fn refuses(&self, function: Function) -> Option<BridgeError> {
        self.present(|one| one.refuses.get(function.method()).cloned())
            .flatten()
    }

    fn access(&self, command: &Command) -> Access {
        match self.is_live() {
            true => command.access_in_running(),
            false => command.access(),
        }
    }

    fn events(&self) -> broadcast::Receiver<Announced<Event>> {
        self.answering.heard.events.subscribe()
    }

    fn log(&self) -> &LogBuffer {
        let logs = &self.answering.heard.logs;
        let of_one = self.one.as_ref().and_then(|(unity, _)| logs.get(*unity));
        of_one.unwrap_or(&self.answering.heard.log)
    }

    fn execute(&self, command: CheckedCommand, call: BridgeCall) -> BoxFuture<'_, Result<Replied, BridgeError>> {
        Box::pin(async move {
            if call.cancel.is_cancelled() || !call.fate.begin() {
                return Err(cancelled_error());
            }
            let wish = self.one.as_ref().map(|(_, wish)| wish.clone()).unwrap_or_default();
            let (unity, answering) = (self.unity(), Arc::clone(&self.answering));
            let is_long = answering.has_long_answers;
            let answer = move || {
                let outcome = answering.answer(unity, &wish, &command, &call);
                call.fate.finish(&outcome);
                outcome
            };
            match is_long {
                true => tokio::task::spawn_blocking(answer)
                    .await
                    .unwrap_or_else(|_| Err(unreadable_answer())),
                false => answer(),
            }
        })
    }
}

fn unreadable_answer() -> BridgeError {
    let message = "the recorded answer could not be read completely";
    BridgeError::new(BridgeErrorKind::Internal, message)
}

impl fmt::Debug for ReplayBridge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ReplayBridge")
    }
}
