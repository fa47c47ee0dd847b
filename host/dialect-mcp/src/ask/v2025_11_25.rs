//! Questions to a client of the handshake versions of MCP. They are sent as requests of the host on the stream of the
//! call, and the client answers with response messages.

use crate::Mcp;
use crate::ask::{self, Request};
use futures_util::future::try_join_all;
use host_api::{Answer, AskChannel, AskError, AskRequest, BoxFuture, ClientCapabilities, Json, Question};
use host_mcp_shapes::versions::Version;
use host_wire::jsonrpc::{self, RequestId, shorten};
use host_wire::mailbox::{Mailbox, Signal};
use host_wire::open_questions::{ClientAnswer, OpenQuestions};
use host_wire::sessions::Session;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::sync::Arc;
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;

/// The channel for a guest's questions during one call, in MCP versions with sessions.
pub(crate) struct Handshake {
    pub(crate) mcp: Arc<Mcp>,
    pub(crate) mailbox: Arc<Mailbox>,
    pub(crate) questions: Arc<OpenQuestions>,
    pub(crate) version: Version,
    /// The kinds of questions that the client can answer in this MCP version.
    pub(crate) askable: ClientCapabilities,
    pub(crate) cancel: CancellationToken,
}

impl AskChannel for Handshake {
    fn ask(&self, request: AskRequest) -> BoxFuture<'_, Result<Vec<Answer>, AskError>> {
        Box::pin(self.put(request.questions))
    }
}

impl Handshake {
    async fn put(&self, questions: Vec<Question>) -> Result<Vec<Answer>, AskError> {
        let lacks = |question: &Question| ask::missing_capability_for(&question.kind, self.askable);
        if let Some(capability) = questions.iter().find_map(lacks) {
            return Err(AskError::Unsupported { capability });
        }
        let _place = self
            .mcp
            .wire
            .asking
            .take()
            .ok_or_else(|| refused_error("too many calls wait for an answer"))?;
        let (opened, answers) = self
            .questions
            .open(questions.len())
            .ok_or_else(|| refused_error("too many questions wait for this client"))?;
        let messages = questions.iter().zip(opened.ids()).map(|(question, id)| {
            let request = Request::from_question(&question.kind, self.version);
            jsonrpc::request(id, request.method, request.params.as_ref())
        });
        let messages = Signal::Send(messages.collect());
        let _away = self.mailbox.leave();
        if !self.mailbox.put(messages) {
            return Err(refused_error("this call asks too much at once"));
        }
        let answers = questions
            .iter()
            .zip(answers)
            .map(|(question, answer)| receive_answer(question, answer));
        let outcome = tokio::select! {
            biased;
            () = self.cancel.cancelled() => return Err(AskError::Cancelled),
            answers = try_join_all(answers) => answers,
            () = self.mcp.wire.closing.cancelled() => Err(refused_error("the host is shutting down")),
            () = tokio::time::sleep(self.mcp.options.ask_limit) => Err(AskError::TimedOut),
        };
        if let Err(error) = &outcome {
            let withdrawn = opened.unanswered_keys();
            let withdrawn = withdrawn.iter().map(|id| withdrawal(id, error));
            // The mailbox is full only if far more questions were asked than the client could receive. The client then
            // keeps a question for which no call waits.
            self.mailbox.put(Signal::Send(withdrawn.collect()));
        }
        outcome
    }
}

async fn receive_answer(question: &Question, answer: oneshot::Receiver<ClientAnswer>) -> Result<Answer, AskError> {
    let value = answer
        .await
        .map_err(|_| AskError::Cancelled)?
        .map_err(|reason| AskError::Refused { reason })?;
    ask::check(&question.kind, &value).map_err(|reason| AskError::Refused { reason })?;
    Ok(Answer {
        key: question.key.clone(),
        value,
    })
}

fn refused_error(reason: &str) -> AskError {
    AskError::Refused {
        reason: reason.to_owned(),
    }
}

fn withdrawal(id: &str, why: &AskError) -> Vec<u8> {
    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    struct Params<'a> {
        request_id: &'a str,
        reason: String,
    }
    let params = Params {
        request_id: id,
        reason: why.to_string(),
    };
    jsonrpc::notification("notifications/cancelled", Some(&params))
}

/// Passes a response of the client to the waiting call. A response for which no call waits is ignored.
pub(crate) fn deliver(session: &Session, id: Option<&RequestId>, outcome: Result<&RawValue, &RawValue>) {
    // Ids that the host creates are strings without escapes.
    let id = id.map(|id| id.as_json().trim_matches('"')).unwrap_or_default();
    let said = match outcome {
        Ok(result) => Json::parse(result.get().to_owned()).map_err(|error| error.to_string()),
        Err(error) => Err(reason(error)),
    };
    if !session.questions.deliver(id, said) {
        tracing::trace!(id = %shorten(id), "ignored a response that matches no request");
    }
}

fn reason(error: &RawValue) -> String {
    #[derive(Deserialize)]
    struct ErrorBody {
        #[serde(default)]
        code: i64,
        #[serde(default)]
        message: String,
    }
    match serde_json::from_str::<ErrorBody>(error.get()) {
        Ok(told) if told.message.is_empty() => format!("it answered with error {}", told.code),
        Ok(told) => format!("{} (error {})", told.message, told.code),
        Err(_) => "it answered with an error that has no `code` and `message`".to_owned(),
    }
}
