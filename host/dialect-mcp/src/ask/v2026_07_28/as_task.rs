//! Turning a long call into a task: its request is answered, and the call goes on without a connection.
//!
//! Belongs here: when a call becomes a task, its questions after that, and its end. Does not: the state of a task and the
//! methods for it (`tasks`).

use super::{Request, Stateless, refused_error};
use crate::tasks;
use crate::tasks::task::{Question, Task};
use host_api::{AskError, AskRequest};
use host_mcp_shapes::versions::Version;
use host_wire::budget::Share;
use host_wire::jsonrpc::{Fault, INTERNAL_ERROR};
use host_wire::mailbox::Signal;
use serde_json::value::to_raw_value;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The time after which a running call becomes a task. Calls that are faster are answered directly.
const AFTER: Duration = Duration::from_millis(500);

enum Turn {
    Done,
    /// The table of tasks is full: the call stays an ordinary one.
    Never,
    /// The call waits for a retry with answers, so no request can be answered now.
    Parked,
}

/// Ends the task of a call whose work is dropped before it returned.
struct Unfinished<'a>(Option<&'a Stateless>);

impl Drop for Unfinished<'_> {
    fn drop(&mut self) {
        if let Some(channel) = self.0 {
            let why = "the host failed, or shut down, before this call ended; its outcome is unknown";
            let response = Fault::new(INTERNAL_ERROR, why).to_json(Some(&channel.lock().id));
            channel.end_task(&response, true);
        }
    }
}

impl Stateless {
    /// Runs `work`. If it takes long and the call may become a task, answers the request with that task meanwhile.
    pub(crate) async fn run_as_task_if_long<T>(&self, work: impl Future<Output = T>) -> T {
        let Some(task) = &self.task else {
            return work.await;
        };
        let mut unfinished = Unfinished(Some(self));
        tokio::pin!(work);
        let outcome = loop {
            tokio::select! {
                biased;
                outcome = &mut work => break outcome,
                () = tokio::time::sleep(AFTER) => {}
            }
            match self.turn(task) {
                Turn::Done | Turn::Never => break work.await,
                Turn::Parked => tokio::select! {
                    biased;
                    outcome = &mut work => break outcome,
                    () = self.resumed.notified() => {}
                },
            }
        };
        unfinished.0 = None;
        outcome
    }

    fn turn(&self, task: &Arc<Task>) -> Turn {
        let current = self.lock();
        if current.is_parked {
            return Turn::Parked;
        }
        let now = Instant::now();
        task.begin(now);
        // The task must be found before its client receives the id.
        let is_entered = self.mcp.tasks.enter(task, now);
        let created = || tasks::created(&self.mcp, &current.id, task, now);
        if !is_entered || !self.mailbox.put(Signal::Detach(created())) {
            self.mcp.tasks.remove(&task.id);
            task.withdraw();
            return Turn::Never;
        }
        Turn::Done
    }

    /// Returns the task that this call became; `None` if it is an ordinary call. Then the call counts as parked.
    pub(super) fn task_or_park(&self) -> Option<Arc<Task>> {
        let mut current = self.lock();
        let task = self.task.as_ref().filter(|task| task.has_begun()).cloned();
        current.is_parked = task.is_none();
        task
    }

    pub(super) fn unpark(&self) {
        self.lock().is_parked = false;
        self.resumed.notify_one();
    }

    /// Shows the unanswered questions as part of the task, and waits until the client has answered them.
    pub(super) async fn ask_in_task(&self, task: &Task, request: &AskRequest) -> Result<(), AskError> {
        let closing = &self.mcp.wire.closing;
        let _place = self.place()?;
        let open = self.unanswered(request)?;
        task.open(open);
        let waited = {
            let _away = self.mailbox.leave();
            tokio::select! {
                biased;
                () = self.cancel.cancelled() => Err(AskError::Cancelled),
                () = task.answered() => Ok(()),
                () = closing.cancelled() => Err(AskError::Cancelled),
                () = tokio::time::sleep(self.mcp.options.ask_limit) => Err(AskError::TimedOut),
            }
        };
        self.lock().answers.add(task.close());
        waited
    }

    fn unanswered(&self, request: &AskRequest) -> Result<Vec<(String, Question)>, AskError> {
        let current = self.lock();
        let mut open = Vec::with_capacity(request.questions.len());
        for question in &request.questions {
            let asked = current.answers.name(question);
            if current.answers.find(&asked).is_some() {
                continue;
            }
            let encoded = to_raw_value(&Request::from_question(&question.kind, Version::STATELESS));
            let request = encoded.map_err(|error| refused_error(&format!("the question is no JSON: {error}")))?;
            open.push((question.key.clone(), Question { asked, request }));
        }
        Ok(open)
    }

    /// Records the response to the request as the outcome of the task that this call became.
    pub(super) fn end_task(&self, response: &[u8], failed: bool) {
        let begun = self.task.as_ref().filter(|task| task.has_begun() && !task.has_ended());
        let Some(task) = begun else { return };
        let kept = self.mcp.wire.budget.keep(Share::Tasks, response.to_vec());
        let kept = kept.or_else(|full| {
            tracing::warn!(%full, "the result of a task was lost");
            let why = format!("the call ended and may have made changes, but its result is lost: {full}");
            let lost = Fault::new(INTERNAL_ERROR, why).to_json(Some(&self.lock().id));
            self.mcp.wire.budget.keep(Share::Tasks, lost)
        });
        match kept {
            Ok(kept) => {
                task.finish(kept, failed, Instant::now());
                self.mcp.tasks.retire(task);
            }
            // Without memory for a short error, the task is forgotten: its client learns that it is gone.
            Err(_) => self.mcp.tasks.remove(&task.id),
        }
    }
}
