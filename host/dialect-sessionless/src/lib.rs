//! The dialect for JSON-RPC at `/` without a handshake and without a session, with MCP's list, call and read methods.
//!
//! This module implements the methods of the protocol, and accepts other messages of simple clients. Results are
//! encoded as in MCP, and `errors` contains the error codes of this protocol.

mod errors;

use host_api::{Audience, CallContext};
use host_mcp_shapes::TextForm;
use host_mcp_shapes::listing::{Catalogue, List, ListOptions};
use host_mcp_shapes::request_meta::RequestMeta;
use host_mcp_shapes::shapes::{self, Speaker};
use host_mcp_shapes::versions::Version;
use host_wire::Wire;
use host_wire::bare_requests;
use host_wire::first_catalog;
use host_wire::http::Response;
use host_wire::http::StatusCode;
use host_wire::http::route::Route;
use host_wire::http::{Exchange, answer};
use host_wire::jsonrpc::{self, Body, Fault, INTERNAL_ERROR, Message, Object, RequestId, Unique};
use host_wire::single_answer::{self, Form};
use host_wire::{Dialect, NewDialect};
use serde::Deserialize;
use serde_json::Map;
use serde_json::value::RawValue;
use std::future::ready;
use std::sync::Arc;

const METHODS: [&str; 6] = [
    "tools/list",
    "tools/call",
    "resources/list",
    "resources/templates/list",
    "resources/read",
    "ping",
];

const OWN: Audience = Audience::Protocol(&["xr"]);

const FORM: Form = Form {
    busy: errors::busy,
    no_request: errors::detailed,
};

/// The MCP version whose format this protocol uses for results: it has all members that the protocol needs.
const SHAPES: Version = Version::LATEST_HANDSHAKE;

/// The settings of the protocol at `/` without sessions. They are settings of MCP, because it uses MCP's results.
#[derive(Clone, Debug, Default)]
pub struct Options {
    pub lists: ListOptions,
    /// `dialects.mcp.text`: the form of the text that repeats a structured result.
    pub text: TextForm,
}

/// Creates the constructor of the protocol at `/` without sessions, with these settings.
pub fn dialect(mut options: Options) -> NewDialect {
    options.lists.every_hint = true;
    Box::new(|wire| {
        Arc::new(Sessionless {
            wire: Arc::clone(wire),
            options,
            lists: Catalogue::default(),
        })
    })
}

struct Sessionless {
    wire: Arc<Wire>,
    options: Options,
    /// A cache of the lists of tools, resources and prompts in MCP's format, in which tools have every hint.
    lists: Catalogue,
}

impl Sessionless {
    fn speaker(&self) -> Speaker<'_> {
        Speaker {
            version: SHAPES,
            server_name: &self.wire.options.server_name,
            server_version: &self.wire.options.server_version,
            text: self.options.text,
        }
    }
}

impl Dialect for Sessionless {
    fn routes(self: Arc<Self>) -> Vec<Route> {
        let root = Route::new("/")
            .post(move |exchange| post(Arc::clone(&self), exchange))
            .refuse(|body, refusal| Box::pin(ready(FORM.refuse_body(body, refusal))))
            .show(&[(
                "JSON-RPC without a session",
                "POST /, with tools/list, tools/call, resources/list, resources/read",
            )]);
        vec![root]
    }
}

/// Handles `POST /` for requests that no other protocol claims.
async fn post(host: Arc<Sessionless>, exchange: Exchange) -> Response {
    if let Some(handler) = exchange.claimant() {
        return handler(exchange).await;
    }
    let bytes = exchange.body.clone();
    match FORM.read(&exchange.headers, &bytes) {
        Ok(Body::One(Message::Request { id, method, params })) => {
            let answered = answer_request(&host, &exchange, &id, &method, params).await;
            single_answer::request_answer(&id, answered.map_err(errors::detailed))
        }
        // No client waits for an answer, and this protocol has no notifications.
        Ok(Body::One(Message::Notification { .. } | Message::Response { .. })) => answer::empty(StatusCode::ACCEPTED),
        Ok(Body::Batch(_)) => {
            let fault = Fault::invalid_request("batches are not taken: send each request by itself");
            FORM.refuse(&bytes, fault)
        }
        Err(refused) => *refused,
    }
}

async fn answer_request(
    host: &Arc<Sessionless>,
    exchange: &Exchange,
    id: &RequestId,
    method: &str,
    params: Option<&RawValue>,
) -> Result<Response, Fault> {
    jsonrpc::object(params)?;
    match method {
        "tools/list" => list(host, exchange, id, List::Tools, params).await,
        "resources/list" => list(host, exchange, id, List::Resources, params).await,
        "resources/templates/list" => list(host, exchange, id, List::Templates, params).await,
        "tools/call" => call_tool(host, exchange, id, params).await,
        "resources/read" => read_resource(host, exchange, id, params).await,
        "ping" => Ok(answer::json(StatusCode::OK, jsonrpc::success(id, &Map::new()))),
        _ => Err(errors::unknown_method(method, &METHODS)),
    }
}

async fn list(
    host: &Arc<Sessionless>,
    exchange: &Exchange,
    id: &RequestId,
    list: List,
    params: Option<&RawValue>,
) -> Result<Response, Fault> {
    #[derive(Deserialize)]
    struct Params {
        cursor: Option<String>,
    }
    let params: Params = jsonrpc::read(params)?;
    let wire = &exchange.wire;
    let first = first_catalog::first(wire).await;
    first.map_err(|error| errors::busy(&error.message, error.kind))?;
    let mut options = host.options.lists;
    if list == List::Tools {
        // Clients of this protocol expect all tools on one page.
        options.page_size = usize::MAX;
    }
    let catalogue = host.lists.current(&*wire.service, &options, &OWN);
    let page = catalogue.page(&host.speaker(), id, list, params.cursor.as_deref(), &options)?;
    Ok(answer::json(StatusCode::OK, page))
}

async fn call_tool(
    host: &Arc<Sessionless>,
    exchange: &Exchange,
    id: &RequestId,
    params: Option<&RawValue>,
) -> Result<Response, Fault> {
    #[derive(Deserialize)]
    struct Params {
        name: String,
        arguments: Option<Object<Unique>>,
        #[serde(rename = "_meta")]
        meta: Option<Object<RequestMeta>>,
    }
    let params: Params = jsonrpc::read(params)?;
    tracing::debug!(target: "hop", call = %exchange.call, hop = "wire.dialect", dialect = "sessionless", tool = params.name);
    let meta = params.meta.map(|meta| meta.0).unwrap_or_default();
    let caller = meta.caller(&bare_requests::caller(host_api::Dialect::Sessionless, exchange.peer))?;
    let called = exchange.call_subject(&caller, "tool", &params.name);
    let mut request = bare_requests::call_request(
        params.name.clone(),
        params.arguments.unwrap_or_default().0.0,
        caller.clone(),
    );
    request.deadline = meta.deadline;
    request.target = meta.target;
    request.idempotency_key = meta.idempotency_key;
    let (host, of_call) = (Arc::clone(host), id.clone());
    let ran = single_answer::respond(
        exchange,
        called,
        unfinished(id),
        move |context: CallContext| async move {
            let unity = context.unity.clone();
            let outcome = host.wire.service.call(request, context).await;
            match &outcome {
                Ok(failed) if failed.is_error => errors::outcome_fault(failed).to_json(Some(&of_call)),
                Ok(_) => shapes::tool_response(&host.speaker(), &of_call, &unity, &outcome),
                Err(error) => errors::call_fault(error).to_json(Some(&of_call)),
            }
        },
    );
    ran.await.map_err(|refused| refused.fault(errors::busy))
}

async fn read_resource(
    host: &Arc<Sessionless>,
    exchange: &Exchange,
    id: &RequestId,
    params: Option<&RawValue>,
) -> Result<Response, Fault> {
    #[derive(Deserialize)]
    struct Params {
        uri: String,
    }
    let Params { uri } = jsonrpc::read(params)?;
    tracing::debug!(target: "hop", call = %exchange.call, hop = "wire.dialect", dialect = "sessionless", uri);
    let caller = bare_requests::caller(host_api::Dialect::Sessionless, exchange.peer);
    let request = bare_requests::resource_request(uri.clone(), caller.clone());
    let (host, of_call) = (Arc::clone(host), id.clone());
    let name = uri.clone();
    let called = exchange.call_subject(&caller, "resource", &name);
    let ran = single_answer::respond(
        exchange,
        called,
        unfinished(id),
        move |context: CallContext| async move {
            let unity = context.unity.clone();
            let outcome = host.wire.service.read_resource(request, context).await;
            match &outcome {
                Ok(_) => shapes::resource_response(&host.speaker(), &of_call, &uri, &unity, &outcome),
                Err(error) => errors::resource_fault(&uri, error).to_json(Some(&of_call)),
            }
        },
    );
    ran.await.map_err(|refused| refused.fault(errors::busy))
}

fn unfinished(id: &RequestId) -> impl Fn(&str) -> Vec<u8> + Send + 'static {
    let id = id.clone();
    move |why| errors::detailed(Fault::new(INTERNAL_ERROR, why)).to_json(Some(&id))
}
