//! Requests of the `explorer` protocol that run a guest: tool calls and resource reads, and their failures.

use crate::Explorer;
use crate::content::ToolAnswer;
use crate::errors::{Failure, is_told_in_the_result};
use crate::reading::caller;
use crate::request::{CallParams, Id};
use crate::shapes::Message;
use host_api::{
    Audience, CallContext, CallError, CallId, CallOutcome, CallRequest, Effect, ErrorKind, Json, LogLevel,
    ResourceContents, ResourceOutcome, UnityOfCall,
};
use host_wire::Wire;
use host_wire::bare_requests;
use host_wire::budget::Reservation;
use host_wire::http::Exchange;
use host_wire::http::StatusCode;
use host_wire::plain_result::{joined_text, resource_result};
use host_wire::refused_calls::Called;
use host_wire::single_answer;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

/// Maximum time that the response to a failed request waits until the error's log line is readable for clients.
const LOG_PATIENCE: Duration = Duration::from_secs(1);

/// The HTTP status and the message of a response. The message was already sent to the event streams.
pub(crate) struct Finished {
    pub(crate) status: StatusCode,
    pub(crate) message: Message,
}

/// Writes a failed request to the log that clients can read. Limits the rate, so that failures evict no other lines.
pub(crate) async fn log(explorer: &Explorer, failure: &Failure) {
    let lines = &explorer.error_lines;
    if failure.is_refusal {
        lines.refuse();
        return;
    }
    let Some(untold) = lines.take() else { return };
    let written = async {
        if untold > 0 {
            let words = format!("[MCP] {untold} errors before the next one were too many in a short time for this log");
            explorer.wire.service.append_log(LogLevel::Warning, words, None).await;
        }
        let category = Some(failure.kind.to_owned());
        explorer
            .wire
            .service
            .append_log(LogLevel::Error, failure.log_line(), category)
            .await;
    };
    if tokio::time::timeout(LOG_PATIENCE, written).await.is_err() {
        tracing::warn!(
            error = failure.log_line(),
            "the log buffer did not take an error's line in time"
        );
    }
}

/// Creates the answer to a failed request. The failure is written to the log first, then sent to the event streams.
pub(crate) async fn fail(explorer: &Explorer, id: &Id, failure: &Failure) -> Finished {
    log(explorer, failure).await;
    let message = Message::error(id, failure);
    explorer.hub.tell(false, || vec![message.clone()]).await;
    Finished {
        status: failure.status(),
        message,
    }
}

pub(crate) async fn call_tool(explorer: &Arc<Explorer>, exchange: &Exchange, id: Id, params: CallParams) -> Finished {
    let (peer, call) = (exchange.peer, exchange.call);
    let known = explorer.listing(&Audience::Everything).tool(&params.name).cloned();
    let name = known.map_or(params.name, |tool| tool.name.clone());
    tracing::debug!(target: "hop", call = %call, hop = "wire.dialect", dialect = "explorer", tool = name);
    let caller = caller(peer);
    let request = CallRequest {
        lenient_arguments: true,
        ..bare_requests::call_request(name.clone(), params.arguments, caller.clone())
    };
    let (host, of_call, tool) = (Arc::clone(explorer), id.clone(), name.clone());
    let unity = exchange.unity();
    let by = exchange.call_subject(&caller, "tool", &name);
    let ran = run(
        &explorer.wire,
        by,
        Arc::clone(&exchange.room),
        move |mut context| async move {
            context.unity = UnityOfCall::from_name(unity);
            let outcome = host.wire.service.call(request, context).await;
            // The effect is read after the call, because the call may have waited for the first publication.
            let effect = host.listing(&Audience::Everything).tool(&tool).map(|tool| tool.effect);
            finish_call(&host, &of_call, &tool, answer_outcome(outcome, effect)).await
        },
    );
    match ran.await {
        Ok(finished) => finished,
        Err(failure) => finish_call(explorer, &id, &name, Answered::Error(failure)).await,
    }
}

enum Answered {
    Result(ToolAnswer),
    /// A tool that changes data failed: the response is successful, with `ok: false` and the error in its result.
    Refused(Failure),
    Error(Failure),
}

fn answer_outcome(outcome: CallOutcome, effect: Option<Effect>) -> Answered {
    match outcome {
        Ok(outcome) if outcome.is_error => {
            let structured = outcome.structured.as_ref().map(Json::get);
            let words = match joined_text(&outcome.content) {
                text if text.is_empty() => structured.unwrap_or("the tool says that it failed").to_owned(),
                text => text,
            };
            let mut failure = Failure::from_kind(ErrorKind::ToolFailed, words);
            failure.detail = structured.map(str::to_owned);
            failure.diagnostics = outcome.diagnostics;
            match effect {
                Some(effect) if effect.changes_something() => Answered::Refused(failure),
                _ => Answered::Error(failure),
            }
        }
        Ok(outcome) => Answered::Result(ToolAnswer::from_outcome(outcome)),
        Err(error) if is_told_in_the_result(effect, &error) => Answered::Refused(Failure::from_error(error)),
        Err(error) => Answered::Error(Failure::from_error(error)),
    }
}

async fn finish_call(explorer: &Explorer, id: &Id, tool: &str, answered: Answered) -> Finished {
    let (status, message, outcome) = match &answered {
        Answered::Result(answer) => (StatusCode::OK, Message::result(id, answer), Ok(&answer.json)),
        Answered::Refused(failure) => {
            let message = Message::result(id, &ToolAnswer::failed(failure));
            (StatusCode::OK, message, Err(failure))
        }
        Answered::Error(failure) => (failure.status(), Message::error(id, failure), Err(failure)),
    };
    if let Err(failure) = outcome {
        log(explorer, failure).await;
    }
    let messages = || vec![message.clone(), Message::tool_result(tool, outcome)];
    explorer.hub.tell(true, messages).await;
    Finished { status, message }
}

pub(crate) async fn read_resource(explorer: &Arc<Explorer>, exchange: &Exchange, id: Id, uri: String) -> Finished {
    let (wire, room) = (&explorer.wire, Arc::clone(&exchange.room));
    match read(wire, exchange.peer, exchange.unity(), exchange.call, room, uri).await {
        Ok(contents) => {
            let message = Message::result(&id, &resource_result(&contents));
            explorer.hub.tell(true, || vec![message.clone()]).await;
            Finished {
                status: StatusCode::OK,
                message,
            }
        }
        Err(failure) => fail(explorer, &id, &failure).await,
    }
}

pub(crate) async fn read(
    wire: &Arc<Wire>,
    peer: SocketAddr,
    unity: Option<String>,
    call: CallId,
    room: Arc<Reservation>,
    uri: String,
) -> Result<Vec<ResourceContents>, Failure> {
    if !is_uri(&uri) {
        return Err(Failure::from_kind(ErrorKind::InvalidArgument, "invalid uri")
            .with_hint("give a complete URI such as unity://status"));
    }
    tracing::debug!(target: "hop", call = %call, hop = "wire.dialect", dialect = "explorer", uri);
    let caller = caller(peer);
    let request = bare_requests::resource_request(uri.clone(), caller.clone());
    let service = Arc::clone(&wire.service);
    let called = Called {
        id: call,
        caller: &caller,
        kind: "resource",
        name: &uri,
    };
    let outcome: ResourceOutcome = run(wire, called, room, move |mut context| async move {
        context.unity = UnityOfCall::from_name(unity);
        service.read_resource(request, context).await
    })
    .await?;
    outcome.map_err(Failure::from_error)
}

/// True if the text is a URI scheme, followed by `:` and further text.
fn is_uri(text: &str) -> bool {
    text.split_once(':').is_some_and(|(scheme, rest)| {
        !rest.is_empty()
            && scheme.starts_with(|first: char| first.is_ascii_alphabetic())
            && scheme
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'))
    })
}

async fn run<T, W, F>(wire: &Arc<Wire>, by: Called<'_>, room: Arc<Reservation>, work: W) -> Result<T, Failure>
where
    T: Send + 'static,
    W: FnOnce(CallContext) -> F + Send,
    F: Future<Output = T> + Send + 'static,
{
    let no_text = |_: &str| Vec::new();
    let work = |context| {
        let work = work(context);
        async move { (Vec::new(), work.await) }
    };
    let ran = single_answer::run(wire, by, room, no_text, work).await?;
    ran.value.ok_or_else(|| {
        Failure::from_error(CallError::new(
            ErrorKind::Internal,
            "the host failed or shut down while it ran this call; see its log",
        ))
    })
}
