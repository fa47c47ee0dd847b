//! Execution of one command: a published tool, or one of the two commands that the protocol itself implements.

use crate::Commands;
use crate::schema::{GET_SCHEMA, READ_RESOURCE, is_published};
use crate::shapes::{self, Echo, Given, MAX_REPLY, Request, invalid, result_of, shorten_name};
use host_api::{Audience, CallError, CallId, Caller, ErrorKind, Json, ResourceBody, ResourceContents, UnityOfCall};
use host_wire::Wire;
use host_wire::bare_requests;
use host_wire::budget::{Full, Reservation, Share};
use host_wire::first_catalog;
use host_wire::plain_result::resource_result;
use host_wire::refusal::Refused;
use host_wire::refused_calls::Called;
use host_wire::single_answer;
use serde_json::{Map, Value};
use std::sync::Arc;
use tokio_tungstenite::tungstenite::{Bytes, Utf8Bytes};

const OWN: Audience = Audience::Protocol(&["command"]);
/// Common names of tool arguments that make a result smaller. The error for a result that is too large suggests them.
const PAGING: &str = "limit offset page pageSize count max_logs maxLogs depth maxDepth output_path";

/// The sender of commands on a connection, and the target in the URL of the connection.
#[derive(Clone)]
pub(crate) struct CommandSender {
    pub(crate) caller: Caller,
    pub(crate) unity: Option<String>,
}

/// The WebSocket frame with the answer to a command, and its memory reservation.
pub(crate) struct Frame {
    pub(crate) text: Bytes,
    pub(crate) is_error: bool,
}

/// Answers one text frame; `None` if the command was cancelled. Dropping the future cancels the command.
pub(crate) async fn answer(
    commands: Arc<Commands>,
    asker: CommandSender,
    request: Utf8Bytes,
    room: Arc<Reservation>,
) -> Option<Frame> {
    let wire = &commands.wire;
    let (echo, read) = shapes::read(&request);
    drop(request);
    let request = match read {
        Ok(request) => request,
        Err(error) => return Some(error_frame(&echo, &error)),
    };
    let called = Called {
        id: CallId::next(),
        caller: &asker.caller,
        kind: "tool",
        name: &request.command,
    };
    if let Err(why) = called.admit_unless_draining(wire) {
        return Some(error_frame(&echo, &Refused::from(why).into()));
    }
    let mut is_own = matches!(request.command.as_str(), GET_SCHEMA | READ_RESOURCE);
    if is_own {
        // Tool names are known only after the first publication.
        if let Err(error) = first_catalog::first(wire).await {
            return Some(error_frame(&echo, &error));
        }
        is_own = !is_published(&wire.service.catalog(&Audience::Everything), &request.command);
    }
    if is_own && request.command == GET_SCHEMA {
        let given = commands
            .schema
            .current(&*wire.service, &(), &OWN)
            .answer(&request.parameters);
        let frame = result_frame(wire, &echo, GET_SCHEMA, &given);
        return Some(match wire.budget.keep(Share::Commands, frame.text) {
            Ok(kept) => Frame {
                text: kept.bytes(),
                ..frame
            },
            Err(full) => error_frame(&echo, &no_room(&full)),
        });
    }
    run(Arc::clone(wire), asker, echo, request, is_own, room).await
}

pub(crate) fn no_room(full: &Full) -> CallError {
    CallError::new(ErrorKind::RateLimited, full.to_string()).with_hint("send more commands after replies have arrived")
}

pub(crate) fn error_frame(echo: &Echo, error: &CallError) -> Frame {
    Frame {
        text: shapes::failure(echo, error).into(),
        is_error: true,
    }
}

fn result_frame(wire: &Wire, echo: &Echo, command: &str, given: &Given) -> Frame {
    let (text, is_success) = shapes::write(echo, given, |bytes| too_large_error(wire, command, bytes));
    Frame {
        text: text.into(),
        is_error: !is_success,
    }
}

/// Runs a tool, or reads a resource if `is_read` is true; `None` if the command was cancelled.
async fn run(
    wire: Arc<Wire>,
    CommandSender { caller, unity }: CommandSender,
    echo: Echo,
    request: Request,
    is_read: bool,
    room: Arc<Reservation>,
) -> Option<Frame> {
    let Request { command, parameters } = request;
    let uri = match is_read.then(|| uri_of(&parameters)).transpose() {
        Ok(uri) => uri,
        Err(error) => return Some(error_frame(&echo, &error)),
    };
    let call = CallId::next();
    tracing::debug!(target: "hop", call = %call, hop = "wire.dialect", dialect = "command", tool = command);
    let failure = {
        let echo = echo.clone();
        move |why: &str| shapes::failure(&echo, &CallError::new(ErrorKind::Internal, why))
    };
    let (host, of_call, by) = (Arc::clone(&wire), echo.clone(), caller.clone());
    let name = uri.clone().unwrap_or_else(|| command.clone());
    let called = Called {
        id: call,
        caller: &by,
        kind: if is_read { "resource" } else { "tool" },
        name: &name,
    };
    let ran = single_answer::run(&wire, called, room, failure, move |mut context| async move {
        context.unity = UnityOfCall::from_name(unity);
        let given = match uri {
            Some(uri) => {
                let request = bare_requests::resource_request(uri, caller);
                host.service.read_resource(request, context).await.map(contents)
            }
            None => {
                let request = bare_requests::call_request(command.clone(), parameters, caller);
                let outcome = host.service.call(request, context).await;
                outcome
                    .map_err(|error| unknown(&host, &command, error))
                    .and_then(result_of)
            }
        };
        let frame = result_frame(&host, &of_call, &command, &given);
        (frame.text.into(), frame.is_error)
    });
    match ran.await {
        Ok(ran) => Some(Frame {
            text: ran.text?.bytes(),
            is_error: ran.value.unwrap_or(true),
        }),
        Err(why) => Some(error_frame(&echo, &why.into())),
    }
}

fn uri_of(parameters: &Map<String, Value>) -> Result<String, CallError> {
    if let Some(unknown) = parameters.keys().find(|name| *name != "uri") {
        return Err(invalid(format!(
            "{READ_RESOURCE} has no parameter {}; its only parameter is `uri`",
            shorten_name(unknown)
        )));
    }
    match parameters.get("uri") {
        Some(Value::String(uri)) if !uri.is_empty() => Ok(uri.clone()),
        _ => Err(CallError::new(
            ErrorKind::InvalidArgument,
            "the parameter `uri` is missing or not a string",
        )
        .with_hint(format!("{GET_SCHEMA} lists the resources with their patterns"))),
    }
}

/// Converts resource contents to JSON. A single JSON document is not changed; other contents become `{contents}`.
fn contents(mut contents: Vec<ResourceContents>) -> Json {
    if let [only] = contents.as_mut_slice()
        && only.mime_type.as_deref().is_none_or(|kind| kind.contains("json"))
        && let ResourceBody::Text(text) = &mut only.body
        && let Ok(json) = Json::parse(text.clone())
    {
        return json;
    }
    let text = serde_json::to_string(&resource_result(&contents)).expect("plain structures serialise");
    Json::parse(text).expect("it was just written")
}

/// Adds a hint about the existing commands to the error for an unknown command.
fn unknown(wire: &Wire, command: &str, mut error: CallError) -> CallError {
    if error.kind != ErrorKind::UnknownName {
        return error;
    }
    let view = wire.service.catalog(&Audience::Everything);
    error.message = format!("Unknown command: {}", shorten_name(command));
    error.hint = Some(match view.resources.iter().find(|resource| resource.name == command) {
        Some(resource) => format!(
            "it is a resource: send {READ_RESOURCE} with `uri` as in {}",
            resource.uri
        ),
        None => format!("{GET_SCHEMA} lists the commands"),
    });
    error
}

fn too_large_error(wire: &Wire, command: &str, bytes: usize) -> CallError {
    let view = wire.service.catalog(&Audience::Everything);
    let tool = view
        .tools
        .iter()
        .find(|tool| tool.name == command || tool.portable_name == command);
    let ran = match tool {
        Some(tool) if tool.effect.changes_something() => "; the command itself was executed",
        _ => "",
    };
    let properties = tool.and_then(|tool| tool.input_schema.get("properties")?.as_object());
    let less: Vec<_> = PAGING
        .split(' ')
        .filter(|name| properties.is_some_and(|properties| properties.contains_key(*name)))
        .map(|name| format!("`{name}`"))
        .collect();
    let less = match less.is_empty() {
        true => "request less at once".to_owned(),
        false => format!("request less at once with {}", less.join(", ")),
    };
    CallError::new(
        ErrorKind::TooLarge,
        format!(
            "the reply to {} would have {bytes} bytes, but fewer than {MAX_REPLY} are allowed{ran}",
            shorten_name(command)
        ),
    )
    .with_hint(format!("{less}, or use `/mcp`, which has no such limit"))
}
