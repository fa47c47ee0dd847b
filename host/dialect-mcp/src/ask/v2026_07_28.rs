//! Questions to a client of MCP 2026-07-28. The response to a request contains the questions, and a retry with the
//! answers resumes the parked call.
//!
//! This module stores the answers of one call, signs its state and waits. `ask::calls` parses a retry.

mod as_task;

use crate::Mcp;
use crate::ask::answers::{Answers, Asked};
use crate::ask::parked_calls::{Brought, Parkable, Waiting};
use crate::ask::request_state::{LONGEST, Nonce, Sealed, Subject};
use crate::ask::{self, Request};
use crate::codes;
use crate::tasks::task::Task;
use host_api::{Answer, AskChannel, AskError, AskRequest, BoxFuture, ClientCapabilities, Json, Question};
use host_mcp_shapes::shapes::ServerInfo;
use host_mcp_shapes::versions::Version;
use host_wire::jsonrpc::{self, Fault, RequestId};
use host_wire::mailbox::{Attachment, Mailbox, Signal};
use host_wire::slots::Slot;
use serde::Serialize;
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use tokio::sync::{Notify, Semaphore, oneshot};
use tokio_util::sync::CancellationToken;

/// The channel for a guest's questions during one call of MCP 2026-07-28, which can continue over several requests.
pub(crate) struct Stateless {
    me: Weak<Self>,
    mcp: Arc<Mcp>,
    pub(crate) mailbox: Arc<Mailbox>,
    cancel: CancellationToken,
    /// Identity of the request that asked the questions, which a retry must repeat; `None` if its client supports none.
    subject: Option<Subject>,
    /// The task that this call becomes if it takes long; `None` if it never becomes one.
    task: Option<Arc<Task>>,
    /// Notified when a retry resumed the parked call.
    resumed: Notify,
    /// Admits one round of questions at a time, because each request gets only one response.
    turn: Semaphore,
    current: Mutex<Current>,
}

struct Current {
    /// Id of the request that will get the next response of the call.
    id: RequestId,
    /// The capabilities of the client as the current request declares them.
    askable: ClientCapabilities,
    answers: Answers,
    /// The WebAssembly component and the policy for which the answers are valid; `None` before the first question.
    basis: Option<Basis>,
    lacking: Vec<&'static str>,
    /// True while the call waits for a retry with answers.
    is_parked: bool,
    /// The error that the current request got as its response instead of the call's outcome; `None` if there is none.
    fault: Option<Fault>,
}

#[derive(Clone, PartialEq, Eq)]
struct Basis {
    digest: String,
    revision: u64,
    /// True if these values come from a client's `requestState`, and the restarted call has not asked a question yet.
    is_sealed: bool,
}

impl AskChannel for Stateless {
    fn ask(&self, request: AskRequest) -> BoxFuture<'_, Result<Vec<Answer>, AskError>> {
        Box::pin(self.satisfy(request))
    }
}

impl Parkable for Stateless {
    fn resume(&self, brought: Brought, attachment: Attachment) -> bool {
        let mut current = self.lock();
        current.id = brought.id;
        current.askable = brought.askable;
        current.answers.add(brought.answers);
        drop(current);
        let is_attached = self.mailbox.put(Signal::Attach(attachment));
        self.unpark();
        is_attached
    }

    fn end(&self) {
        self.cancel.cancel();
    }

    fn take_fault(&self) -> Option<Fault> {
        self.lock().fault.take()
    }

    fn task(&self) -> Option<Arc<Task>> {
        self.task.clone()
    }
}

impl Stateless {
    /// Creates the question channel of a call. `state` is `Some` if a retry runs the call again from the start.
    pub(crate) fn new(
        mcp: &Arc<Mcp>,
        cancel: &CancellationToken,
        subject: Option<Subject>,
        brought: Brought,
        state: Option<Sealed>,
        task: Option<Arc<Task>>,
    ) -> Arc<Self> {
        let mut current = Current {
            id: brought.id,
            askable: brought.askable,
            answers: Answers::default(),
            basis: None,
            lacking: Vec::new(),
            is_parked: false,
            fault: None,
        };
        if let Some(state) = state {
            current.basis = Some(Basis {
                digest: state.digest,
                revision: state.revision,
                is_sealed: true,
            });
            let parsed = |(asked, answer): (Asked, Box<RawValue>)| {
                let answer = Json::parse(answer.get().to_owned()).ok()?;
                Some((asked, answer))
            };
            current
                .answers
                .add(state.answers.into_iter().filter_map(parsed).collect());
        }
        current.answers.add(brought.answers);
        Arc::new_cyclic(|me| Self {
            me: Weak::clone(me),
            mcp: Arc::clone(mcp),
            mailbox: Mailbox::new(&mcp.wire.in_flight),
            cancel: cancel.clone(),
            subject,
            task,
            resumed: Notify::new(),
            turn: Semaphore::new(1),
            current: Mutex::new(current),
        })
    }

    /// Encodes the response with the outcome of a call, or with an error if the client lacks a needed capability.
    pub(crate) fn respond(&self, failed: bool, outcome: impl FnOnce(&RequestId) -> Vec<u8>) -> Vec<u8> {
        let mut current = self.lock();
        let id = current.id.clone();
        let is_task = self.task.as_ref().is_some_and(|task| task.has_begun());
        let response = if failed && !current.lacking.is_empty() {
            let fault = codes::missing_capability(&current.lacking);
            let response = fault.to_json(Some(&id));
            current.fault = Some(fault).filter(|_| !is_task);
            drop(current);
            response
        } else {
            drop(current);
            outcome(&id)
        };
        if is_task {
            self.end_task(&response, failed);
        }
        response
    }

    async fn satisfy(&self, request: AskRequest) -> Result<Vec<Answer>, AskError> {
        let _turn = self.turn.acquire().await.map_err(|_| AskError::Cancelled)?;
        self.rest_on(&request)?;
        loop {
            if let Some(answers) = self.find(&request.questions)? {
                return Ok(answers);
            }
            match self.task_or_park() {
                Some(task) => self.ask_in_task(&task, &request).await?,
                None => {
                    let parked = self.park(&request).await;
                    self.unpark();
                    parked?;
                }
            }
        }
    }

    /// Rejects answers from a client's `requestState` if the component or the policy has changed since the questions.
    fn rest_on(&self, request: &AskRequest) -> Result<(), AskError> {
        let mut current = self.lock();
        let same = |basis: &Basis| basis.digest == request.digest && basis.revision == request.policy_revision;
        if current
            .basis
            .as_ref()
            .is_some_and(|basis| basis.is_sealed && !same(basis))
        {
            let fault = Fault::invalid_params(
                "start over: the tool or the policy changed since the questions were asked, so the answers do not hold; \
                 call again without `requestState` and `inputResponses`",
            );
            let response = fault.to_json(Some(&current.id));
            drop(current);
            // The guest must not continue as if the user had declined.
            self.mailbox.put(Signal::Detach(response));
            self.end();
            return Err(AskError::Cancelled);
        }
        if current.basis.as_ref().is_some_and(|basis| !same(basis)) {
            current.answers.clear();
        }
        current.basis = Some(Basis {
            digest: request.digest.clone(),
            revision: request.policy_revision,
            is_sealed: false,
        });
        Ok(())
    }

    /// Returns the client's answers to `questions`; `None` if one is missing. Fails if the client cannot answer one.
    fn find(&self, questions: &[Question]) -> Result<Option<Vec<Answer>>, AskError> {
        let mut guard = self.lock();
        let current = &mut *guard;
        let mut found = Vec::with_capacity(questions.len());
        for question in questions {
            // Checked even if there is an answer: only the current request declares the client's capabilities.
            if let Some(capability) = ask::missing_capability_for(&question.kind, current.askable) {
                current.lacking.push(capability);
                return Err(AskError::Unsupported { capability });
            }
            let asked = current.answers.name(question);
            let Some(answer) = current.answers.find(&asked) else {
                continue;
            };
            if let Err(reason) = ask::check(&question.kind, answer) {
                // Removed, because otherwise the next state would contain the invalid answer again.
                current.answers.drop_one(&asked);
                return Err(AskError::Refused { reason });
            }
            found.push(Answer {
                key: question.key.clone(),
                value: answer.clone(),
            });
        }
        if found.len() < questions.len() {
            return Ok(None);
        }
        current.answers.serve(questions);
        Ok(Some(found))
    }

    /// Sends the unanswered questions as the response to the current request, and waits for a retry with answers.
    async fn park(&self, request: &AskRequest) -> Result<(), AskError> {
        let closing = &self.mcp.wire.closing;
        let _place = self.place()?;
        let mut nonce = Nonce::default();
        getrandom::fill(&mut nonce)
            .map_err(|error| refused_error(&format!("the host has no random numbers: {error}")))?;
        let response = self.input_required(nonce, request)?;
        let (answered, answers) = oneshot::channel();
        let me = self.me.upgrade().ok_or(AskError::Cancelled)?;
        let waiting = Waiting::new(me, answered, request.has_written);
        let parked = self.mcp.parked.enter(nonce, waiting);
        let _away = self.mailbox.leave();
        if !self.mailbox.put(Signal::Detach(response)) {
            return Err(refused_error("this call asks too much at once"));
        }
        tokio::pin!(answers);
        let error = tokio::select! {
            biased;
            () = self.cancel.cancelled() => return Err(AskError::Cancelled),
            answered = &mut answers => return answered.map_err(|_| AskError::Cancelled),
            () = closing.cancelled() => AskError::Cancelled,
            () = tokio::time::sleep(self.mcp.options.ask_limit) => AskError::TimedOut,
        };
        if !parked.withdraw() {
            // A retry resumed the call at this moment, and its answers are about to arrive.
            return answers.await.map_err(|_| AskError::Cancelled);
        }
        // No client receives the result of the guest, so the guest must not run for long.
        self.end();
        Err(error)
    }

    /// Allocates a slot for a call that waits for answers.
    fn place(&self) -> Result<Slot, AskError> {
        if self.mcp.wire.closing.is_cancelled() {
            return Err(refused_error("the host is shutting down"));
        }
        match self.mcp.wire.asking.take() {
            Some(place) => Ok(place),
            None if self.mcp.parked.evict() => Ok(self.mcp.wire.asking.count()),
            None => Err(refused_error("too many calls wait for an answer")),
        }
    }

    /// Encodes the response that asks a client for missing answers, with the signed `requestState` for its retry.
    fn input_required(&self, nonce: Nonce, request: &AskRequest) -> Result<Vec<u8>, AskError> {
        let unable = || refused_error("this request cannot be retried");
        let subject = self.subject.clone().ok_or_else(unable)?;
        let current = self.lock();
        let (digest, revision) = (request.digest.clone(), request.policy_revision);
        let mut sealed = Sealed::new(nonce, self.mcp.options.ask_limit, subject, digest, revision);
        sealed.has_written = request.has_written;
        for (asked, answer) in current.answers.iter() {
            let answer = RawValue::from_string(answer.get().to_owned());
            sealed.answers.extend(answer.map(|answer| (asked.clone(), answer)));
        }
        let mut missing = Vec::with_capacity(request.questions.len());
        for question in &request.questions {
            let asked = current.answers.name(question);
            if current.answers.find(&asked).is_none() {
                sealed.open.insert(question.key.clone(), asked);
                missing.push(question);
            }
        }
        let state = sealed.seal(self.mcp.options.state_key).ok_or_else(|| {
            refused_error(&format!(
                "the answers so far are too large to be kept for another question (at most {LONGEST} bytes)"
            ))
        })?;
        let requests = missing.into_iter().map(|question| {
            (
                question.key.as_str(),
                Request::from_question(&question.kind, Version::STATELESS),
            )
        });
        let result = InputRequired {
            result_type: "input_required",
            input_requests: requests.collect(),
            request_state: &state,
            meta: About::new(&self.mcp),
        };
        Ok(jsonrpc::success(&current.id, &result))
    }

    fn lock(&self) -> MutexGuard<'_, Current> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct InputRequired<'a> {
    result_type: &'static str,
    input_requests: BTreeMap<&'a str, Request<'a>>,
    request_state: &'a str,
    #[serde(rename = "_meta")]
    meta: About<'a>,
}

/// The `_meta` of a result that is not the answer of a tool.
#[derive(Serialize)]
pub(crate) struct About<'a> {
    #[serde(rename = "io.modelcontextprotocol/serverInfo")]
    server: ServerInfo<'a>,
}

impl<'a> About<'a> {
    pub(crate) fn new(mcp: &'a Mcp) -> Self {
        Self {
            server: mcp.speaker(Version::STATELESS).server_info(),
        }
    }
}

fn refused_error(reason: &str) -> AskError {
    AskError::Refused {
        reason: reason.to_owned(),
    }
}
