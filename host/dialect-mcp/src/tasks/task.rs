//! One call that can become a task: its status, its open questions, and its outcome.
//!
//! Belongs here: the state of one task. Does not: the table of tasks (`store`), the decision that a call becomes one
//! (`ask::v2026_07_28::as_task`).

use crate::ask::answers::Asked;
use host_api::Json;
use host_wire::budget::Kept;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

/// The interval at which a client should request the state of a task.
const POLL: Duration = Duration::from_secs(1);
/// Maximum characters of a status message.
const MESSAGE: usize = 512;

/// A call that can become a task. It is a task from `begin` on, and its client knows its id only then.
pub(crate) struct Task {
    pub(crate) id: String,
    /// The identity of the caller. Requests of other callers do not find the task.
    pub(crate) owner: String,
    /// The time for which the task is kept after its end.
    keep: Duration,
    cancel: CancellationToken,
    state: Mutex<State>,
    answered: Notify,
}

struct State {
    /// The time at which the call became a task; `None` before.
    begun: Option<(Instant, Timestamp)>,
    updated: Timestamp,
    message: Option<String>,
    is_cancelled: bool,
    questions: BTreeMap<String, Question>,
    /// The keys of all questions so far. A key must never be used for a second question.
    keys: BTreeSet<String>,
    answers: BTreeMap<Asked, Json>,
    outcome: Option<Outcome>,
}

/// A question of the call to the client, encoded as the MCP request that the client sees.
pub(crate) struct Question {
    pub(crate) asked: Asked,
    pub(crate) request: Box<RawValue>,
}

struct Outcome {
    status: &'static str,
    response: Kept,
    ended: Instant,
}

/// The members of a task that clients see.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Fields {
    task_id: String,
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    status_message: Option<String>,
    created_at: String,
    last_updated_at: String,
    ttl_ms: u64,
    poll_interval_ms: u64,
}

/// The state of a task with the members that belong to its status.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Detailed {
    #[serde(flatten)]
    pub(crate) fields: Fields,
    #[serde(skip_serializing_if = "Option::is_none")]
    input_requests: Option<BTreeMap<String, Box<RawValue>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Box<RawValue>>,
}

/// The two forms of a JSON-RPC response.
#[derive(Default, Deserialize)]
struct Response {
    #[serde(default)]
    result: Option<Box<RawValue>>,
    #[serde(default)]
    error: Option<Box<RawValue>>,
}

impl Task {
    /// Creates a call that can become a task. `cancel` ends the call.
    ///
    /// # Panics If the system provides no random bytes.
    pub(crate) fn new(owner: String, keep: Duration, cancel: CancellationToken) -> Arc<Self> {
        // The id is a secret of its client: no other one can guess it.
        let mut id = [0; 16];
        getrandom::fill(&mut id).expect("every supported system gives random numbers");
        Arc::new(Self {
            id: data_encoding::HEXLOWER.encode(&id),
            owner,
            keep,
            cancel,
            state: Mutex::new(State {
                begun: None,
                updated: Timestamp::now(),
                message: None,
                is_cancelled: false,
                questions: BTreeMap::new(),
                keys: BTreeSet::new(),
                answers: BTreeMap::new(),
                outcome: None,
            }),
            answered: Notify::new(),
        })
    }

    /// Makes the call a task. Its client can request its state from now on.
    pub(crate) fn begin(&self, now: Instant) {
        let mut state = self.lock();
        let stamp = Timestamp::now();
        state.begun = Some((now, stamp));
        state.updated = stamp;
    }

    /// Makes the call an ordinary one again. No client knows the id.
    pub(crate) fn withdraw(&self) {
        self.lock().begun = None;
    }

    pub(crate) fn has_begun(&self) -> bool {
        self.lock().begun.is_some()
    }

    /// Returns true if the time for which the ended task is kept is over.
    pub(crate) fn is_expired(&self, now: Instant) -> bool {
        let state = self.lock();
        state
            .outcome
            .as_ref()
            .is_some_and(|outcome| now >= outcome.ended + self.keep)
    }

    /// Records the description of the call's progress as the status message.
    pub(crate) fn note(&self, text: &str) {
        let mut state = self.lock();
        if state.outcome.is_none() {
            state.message = Some(text.chars().take(MESSAGE).collect());
            state.updated = Timestamp::now();
        }
    }

    /// Requests the end of the call. Without effect if it has ended.
    pub(crate) fn cancel(&self) {
        let mut state = self.lock();
        if state.outcome.is_none() {
            state.is_cancelled = true;
            state.updated = Timestamp::now();
        }
        drop(state);
        self.cancel.cancel();
    }

    /// Shows `questions` to the client until `close`. A key that was used before gets a number.
    pub(crate) fn open(&self, questions: impl IntoIterator<Item = (String, Question)>) {
        let mut state = self.lock();
        for (key, question) in questions {
            let mut unused = key.clone();
            let mut number = 1;
            while !state.keys.insert(unused.clone()) {
                number += 1;
                unused = format!("{key}-{number}");
            }
            state.questions.insert(unused, question);
        }
        state.updated = Timestamp::now();
    }

    /// Takes the client's answers to open questions. Returns the number of answers that match no open question.
    pub(crate) fn answer(&self, answers: BTreeMap<String, Json>) -> usize {
        let mut ignored = 0;
        let mut state = self.lock();
        for (key, answer) in answers {
            match state.questions.remove(&key) {
                Some(question) => _ = state.answers.insert(question.asked, answer),
                None => ignored += 1,
            }
        }
        state.updated = Timestamp::now();
        if state.questions.is_empty() {
            self.answered.notify_one();
        }
        ignored
    }

    /// Waits until no question is open.
    pub(crate) async fn answered(&self) {
        while !self.lock().questions.is_empty() {
            self.answered.notified().await;
        }
    }

    /// Withdraws the questions that are still open, and returns the answers to the others.
    pub(crate) fn close(&self) -> BTreeMap<Asked, Json> {
        let mut state = self.lock();
        state.questions.clear();
        state.updated = Timestamp::now();
        std::mem::take(&mut state.answers)
    }

    /// Records the outcome: `response` is the JSON-RPC response that the request would have got. `failed` is true if it
    /// is an error or the result of a failed call.
    pub(crate) fn finish(&self, response: Kept, failed: bool, now: Instant) {
        let mut state = self.lock();
        let status = match state.is_cancelled && failed {
            true => "cancelled",
            false if is_error(response.as_ref()) => "failed",
            false => "completed",
        };
        state.questions.clear();
        state.message = failed.then(|| message_of(response.as_ref())).flatten();
        state.updated = Timestamp::now();
        state.outcome = Some(Outcome {
            status,
            response,
            ended: now,
        });
    }

    pub(crate) fn has_ended(&self) -> bool {
        self.lock().outcome.is_some()
    }

    /// Returns the state of the task for its client.
    pub(crate) fn detailed(&self, now: Instant) -> Detailed {
        let state = self.lock();
        let (begun, created) = state.begun.unwrap_or((now, state.updated));
        let (status, ended) = match &state.outcome {
            Some(outcome) => (outcome.status, outcome.ended),
            None if state.questions.is_empty() => ("working", now),
            None => ("input_required", now),
        };
        let response = match &state.outcome {
            Some(outcome) => read(outcome.response.as_ref()),
            None => Response::default(),
        };
        let requests = state.questions.iter();
        Detailed {
            fields: Fields {
                task_id: self.id.clone(),
                status,
                status_message: state.message.clone(),
                created_at: created.to_string(),
                last_updated_at: state.updated.to_string(),
                ttl_ms: millis(ended.saturating_duration_since(begun) + self.keep),
                poll_interval_ms: millis(POLL),
            },
            input_requests: (status == "input_required")
                .then(|| requests.map(|(key, one)| (key.clone(), one.request.clone())).collect()),
            result: response.result.filter(|_| status == "completed"),
            error: response.error.filter(|_| status == "failed"),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn read(response: &[u8]) -> Response {
    serde_json::from_slice(response).unwrap_or_default()
}

fn is_error(response: &[u8]) -> bool {
    read(response).error.is_some()
}

/// Returns the text of an error or of a failed result.
fn message_of(response: &[u8]) -> Option<String> {
    #[derive(Deserialize)]
    struct Texts {
        #[serde(default)]
        message: Option<String>,
        #[serde(default)]
        content: Vec<Text>,
    }
    #[derive(Deserialize)]
    struct Text {
        #[serde(default)]
        text: Option<String>,
    }
    let Response { result, error } = read(response);
    let texts: Texts = serde_json::from_str(error.or(result)?.get()).ok()?;
    let text = texts
        .message
        .or_else(|| texts.content.into_iter().find_map(|one| one.text))?;
    Some(text.chars().take(MESSAGE).collect())
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests;
