//! The dialect for EditorMCP clients: JSON-RPC requests at `/editor`, one request per HTTP request.
//!
//! This module implements the four methods of the protocol, and rejects batches and notifications. Other modules
//! contain errors, parameters and result formats. The dialect knows no tool.

mod errors;
mod request;
mod shapes;

use crate::request::{CallParams, ListParams};
use crate::shapes::{DescribedTool, ListedTool, ServerInfo, call_response};
use host_api::{Audience, ToolDescriptor, ToolService};
use host_wire::bare_requests;
use host_wire::first_catalog;
use host_wire::http::Response;
use host_wire::http::StatusCode;
use host_wire::http::route::Route;
use host_wire::http::switch::Switch;
use host_wire::http::{Exchange, answer};
use host_wire::jsonrpc::{self, Body, Fault, Message, RequestId};
use host_wire::single_answer::{self, Form};
use host_wire::{Dialect, NewDialect};
use serde::Serialize;
use serde_json::value::RawValue;
use std::future::ready;
use std::sync::Arc;
use std::time::Instant;

/// The settings of the dialect for EditorMCP.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// `dialects.editor.enabled`: true if `/editor` is served; false if it answers 404.
    pub enabled: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { enabled: true }
    }
}

/// Creates the constructor of the protocol of EditorMCP, with these settings.
pub fn dialect(options: Options) -> NewDialect {
    Box::new(move |_| Arc::new(Editor { options }))
}

struct Editor {
    options: Options,
}

impl Dialect for Editor {
    fn routes(self: Arc<Self>) -> Vec<Route> {
        let editor = Route::new("/editor")
            .with_slash()
            .switch(Switch {
                is_on: self.options.enabled,
                protocol: "EditorMCP's protocol",
                key: "dialects.editor.enabled",
            })
            .post(post)
            .refuse(|body, refusal| Box::pin(ready(FORM.refuse_body(body, refusal))))
            .show(&[("EditorMCP", "POST /editor, one JSON-RPC request each")]);
        vec![editor]
    }
}

const OWN: Audience = Audience::Protocol(&["editor"]);

const FORM: Form = Form {
    busy: |message, kind| errors::busy(message, kind),
    no_request: errors::no_request,
};

const METHODS: [&str; 4] = ["tools/call", "tools/list", "tools/describe", "server/info"];

async fn post(exchange: Exchange) -> Response {
    let bytes = exchange.body.clone();
    let why = match FORM.read(&exchange.headers, &bytes) {
        Ok(Body::One(Message::Request { id, method, params })) => {
            return single_answer::request_answer(&id, answer_request(&exchange, &id, &method, params).await);
        }
        Ok(Body::One(Message::Notification { .. })) => "notifications are not supported: give the request an `id`",
        Ok(Body::One(Message::Response { .. })) => "this is a response, and this server asks nothing",
        Ok(Body::Batch(_)) => "batch requests are not supported: send each request by itself",
        Err(refused) => return *refused,
    };
    FORM.refuse(&bytes, Fault::invalid_request(why))
}

async fn answer_request(
    exchange: &Exchange,
    id: &RequestId,
    method: &str,
    params: Option<&RawValue>,
) -> Result<Response, Fault> {
    let wire = &exchange.wire;
    match method {
        "tools/call" => call_tool(exchange, id, CallParams::read(params)?).await,
        "tools/list" => {
            let wanted = ListParams::read(params)?;
            published(exchange).await?;
            Ok(list(exchange, id, &wanted))
        }
        "tools/describe" => {
            let wanted = request::described_tool(params)?;
            published(exchange).await?;
            describe(exchange, id, &wanted)
        }
        "server/info" => {
            request::check_object(params)?;
            published(exchange).await?;
            let (health, view) = (wire.service.health(), wire.service.catalog(&OWN));
            Ok(success_response(
                id,
                &ServerInfo::new(&wire.options.server_version, &health, &view),
            ))
        }
        _ => Err(errors::unknown_method(method, &METHODS)),
    }
}

/// Waits until all tools of the host are loaded, so that no list is incomplete. Fails after a time limit.
async fn published(exchange: &Exchange) -> Result<(), Fault> {
    let first = first_catalog::first(&exchange.wire).await;
    first.map_err(|error| errors::busy(error.message, error.kind))
}

fn list(exchange: &Exchange, id: &RequestId, wanted: &ListParams) -> Response {
    #[derive(Serialize)]
    struct Tools<'a> {
        tools: Vec<ListedTool<'a>>,
    }
    let view = exchange.wire.service.catalog(&OWN);
    let fits = |wanted: &Option<String>, value: &str| wanted.as_ref().is_none_or(|wanted| wanted == value);
    let tools = view
        .tools
        .iter()
        .filter(|tool| fits(&wanted.category, &tool.category) && fits(&wanted.tier, &tool.tier))
        .map(|tool| ListedTool::from_descriptor(tool));
    success_response(id, &Tools { tools: tools.collect() })
}

fn describe(exchange: &Exchange, id: &RequestId, wanted: &str) -> Result<Response, Fault> {
    #[derive(Serialize)]
    struct Described<'a> {
        tool: DescribedTool<'a>,
    }
    let tool = tool_named(&*exchange.wire.service, wanted).ok_or_else(|| errors::unknown_tool(wanted))?;
    let tool = DescribedTool::from_descriptor(&tool);
    Ok(success_response(id, &Described { tool }))
}

/// Returns the tool with this name, in one of its two spellings; `None` if it does not exist.
fn tool_named(service: &dyn ToolService, name: &str) -> Option<Arc<ToolDescriptor>> {
    let view = service.catalog(&Audience::Everything);
    let mut tools = view.tools.iter();
    let found = tools.rfind(|tool| tool.name == name || tool.portable_name == name);
    found.cloned()
}

async fn call_tool(exchange: &Exchange, id: &RequestId, params: CallParams) -> Result<Response, Fault> {
    let wire = &exchange.wire;
    let known = tool_named(&*wire.service, &params.tool);
    let tool = known.map_or(params.tool, |tool| tool.name.clone());
    tracing::debug!(target: "hop", call = %exchange.call, hop = "wire.dialect", dialect = "editor", tool);
    let given = errors::scalars(&params.arguments);
    let caller = bare_requests::caller(host_api::Dialect::Editor, exchange.peer);
    // The protocol's default deadline is the same as the operator's: 30 s.
    let request = bare_requests::call_request(tool.clone(), params.arguments, caller.clone());
    let unfinished = {
        let (id, tool) = (id.clone(), tool.clone());
        move |why: &str| errors::unfinished(&tool, why).to_json(Some(&id))
    };
    let (service, id) = (Arc::clone(&wire.service), id.clone());
    let name = tool.clone();
    let sent = exchange.call_subject(&caller, "tool", &name);
    let ran = single_answer::respond(exchange, sent, unfinished, move |context| async move {
        let started = Instant::now();
        match service.call(request, context).await {
            Ok(outcome) if outcome.is_error => errors::outcome_fault(&tool, &outcome).to_json(Some(&id)),
            Ok(outcome) => call_response(&id, &tool, &outcome),
            Err(error) => errors::call_fault(&tool, error, started.elapsed(), given).to_json(Some(&id)),
        }
    });
    ran.await
        .map_err(|refused| refused.fault(|said, kind| errors::busy(said, kind)))
}

fn success_response<T: Serialize>(id: &RequestId, result: &T) -> Response {
    answer::json(StatusCode::OK, jsonrpc::success(id, result))
}
