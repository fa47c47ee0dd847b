//! Long work of a running instance: a job that begins, and whose state is read until it ended, also over domain reloads.
//!
//! Belongs here: the calls of one job, in order, and the deadline of a job that progresses. Does not: single calls (`session`), the work itself (the package).

use crate::frames::{CallError, CallResult};
use crate::live_bridge::LiveBridge;
use crate::session::{LinkCall, LinkReply, outcome};
use host_bridge::{
    BridgeCall, BridgeError, BridgeErrorKind, BridgeState, CheckedCommand, Function, LoadProgress, Replied,
    UnityBridge, UnityState, Waits,
};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;

/// The interval at which the state of a job is read.
const EACH: Duration = Duration::from_millis(500);

/// Maximum characters of a progress text.
const TEXT: usize = 512;

/// The functions that begin a job. All others answer directly.
const FUNCTIONS: [Function; 6] = [
    Function::BuildPlayer,
    Function::ChangePackages,
    Function::RefreshAssets,
    Function::RunTests,
    Function::SetPlayMode,
    Function::WriteScriptSource,
];

#[derive(Deserialize)]
struct Begun {
    value: BegunJob,
}

#[derive(Deserialize)]
struct BegunJob {
    job: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum State {
    Waiting,
    Running,
    Finished,
    Failed,
    Cancelled,
}

#[derive(Deserialize)]
struct JobState {
    state: State,
    #[serde(default)]
    done: u64,
    #[serde(default)]
    total: Option<u64>,
    #[serde(default)]
    text: Option<String>,
    #[serde(default)]
    value: Option<Box<RawValue>>,
    #[serde(default)]
    error: Option<CallError>,
}

/// Requests the end of a job if its caller leaves because the call was cancelled.
struct Leaving<'a> {
    bridge: &'a LiveBridge,
    job: String,
    cancel: CancellationToken,
    is_over: bool,
}

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        if self.is_over || !self.cancel.is_cancelled() {
            return;
        }
        let (bridge, job) = (self.bridge.clone(), self.job.clone());
        tokio::spawn(async move {
            if let Err(error) = bridge
                .ask_link(LinkCall::CancelJob { job }, BridgeCall::internal())
                .await
            {
                tracing::warn!(%error, "a cancelled job goes on in Unity");
            }
        });
    }
}

impl LiveBridge {
    /// Returns true if `function` begins a job in an instance that serves it.
    pub(crate) fn begins_job(function: Function) -> bool {
        FUNCTIONS.contains(&function)
    }

    /// Begins a job with `command`, and returns its result. A repeated call with the same key waits for the same job.
    pub(crate) async fn run_job(&self, command: CheckedCommand, call: BridgeCall) -> Result<Replied, BridgeError> {
        let function = command.function();
        let begin = LinkCall::BeginJob {
            method: function.method(),
            arguments: command.arguments().get().into(),
        };
        let begun = self.ask_link(begin, call.clone()).await?;
        let job = begun_job(&begun, function)?;
        let mut leaving = Leaving {
            bridge: self,
            job,
            cancel: call.cancel.clone(),
            is_over: false,
        };
        let mut ticks = tokio::time::interval(EACH);
        let mut step = None;
        loop {
            ticks.tick().await;
            // The read waits for an instance that reloads its scripts, which extends the deadline of the call.
            let read = BridgeCall {
                deadline: call.deadline.clone(),
                cancel: call.cancel.clone(),
                progress: call.progress.clone(),
                ..BridgeCall::internal()
            };
            let asked = LinkCall::Job {
                job: leaving.job.clone(),
            };
            let state = self.ask_link(asked, read).await.map_err(|error| match self.state() {
                BridgeState::Unity(state) if state.has_ended => ended_error(function, &state),
                _ => goes_on(error, function),
            })?;
            let state = read_state(&state, function)?;
            let now = Some((state.done, state.text.clone()));
            if let Some(deadline) = call.deadline.as_ref().filter(|_| step != now) {
                deadline.extend(Instant::now());
            }
            step = now;
            if let Some(ended) = self.end(state, function, call.progress.as_ref()) {
                leaving.is_over = true;
                return ended;
            }
        }
    }

    /// Reports the progress of a job, or returns its result if it ended.
    fn end(
        &self,
        state: JobState,
        function: Function,
        progress: Option<&LoadProgress>,
    ) -> Option<Result<Replied, BridgeError>> {
        match state.state {
            State::Waiting | State::Running => {
                if let Some(progress) = progress {
                    let text = state.text.map(|text| text.chars().take(TEXT).collect());
                    progress(Waits::Done(state.done, state.total, text));
                }
                None
            }
            State::Finished | State::Failed => {
                let result = CallResult {
                    id: 0,
                    value: state.value,
                    error: state.error,
                    notes: Vec::new(),
                    bytes: None,
                };
                Some(outcome(result, None, function, true))
            }
            State::Cancelled => {
                let message = format!("`{function}` was cancelled in {}", self.name_of());
                Some(Err(BridgeError::new(BridgeErrorKind::Cancelled, message)))
            }
        }
    }
}

fn begun_job(reply: &LinkReply, function: Function) -> Result<String, BridgeError> {
    let begun: Begun = serde_json::from_str(reply.value.get()).map_err(|why| unreadable(function, &why))?;
    Ok(begun.value.job)
}

fn read_state(reply: &LinkReply, function: Function) -> Result<JobState, BridgeError> {
    serde_json::from_str(reply.value.get()).map_err(|why| unreadable(function, &why))
}

fn unreadable(function: Function, why: &serde_json::Error) -> BridgeError {
    let message = format!("Unity's answer about the job of `{function}` cannot be read: {why}");
    BridgeError::new(BridgeErrorKind::Internal, message).with_hint("update the package in Unity, or the host")
}

/// Returns the error for a job that was not finished when its process ended. The next process reports its end.
fn ended_error(function: Function, state: &UnityState) -> BridgeError {
    let message = format!("it is unknown whether `{function}` was executed: {state}");
    BridgeError::new(BridgeErrorKind::OutcomeUnknown, message).with_hint(
        "start Unity again, then call again with the same idempotency key, or read what the call would have changed",
    )
}

/// Adds to the error of a read that the job itself goes on.
fn goes_on(error: BridgeError, function: Function) -> BridgeError {
    match error.kind {
        BridgeErrorKind::Timeout | BridgeErrorKind::NotReady => {
            let hint = format!(
                "`{function}` goes on in Unity; call again with the same idempotency key to wait for its result"
            );
            error.with_hint(hint)
        }
        _ => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(text: &str) -> JobState {
        serde_json::from_str(text).expect("a state")
    }

    #[test]
    fn reads_the_state_of_a_job() {
        let running = state(r#"{"state":"running","done":3,"total":10,"text":"Tests.Doors.Opens","more":1}"#);
        assert!(matches!(running.state, State::Running));
        assert_eq!((running.done, running.total), (3, Some(10)));
        assert!(serde_json::from_str::<JobState>(r#"{"state":"asleep"}"#).is_err());
    }

    #[test]
    fn reads_the_job_that_a_call_began() {
        let reply = |value: &str| LinkReply {
            value: RawValue::from_string(value.to_owned()).expect("JSON"),
            bytes: None,
        };
        let begun = reply(r#"{"reply":"job","value":{"job":"0a0b"}}"#);
        assert_eq!(begun_job(&begun, Function::RunTests).ok().as_deref(), Some("0a0b"));
        let old = begun_job(&reply(r#"{"reply":"done"}"#), Function::RunTests).expect_err("no job");
        assert!(old.message.contains("`editor-run/run-tests`"), "{old:?}");
    }
}
