//! The methods that all MCP versions share. They convert parameters to a request of the `api` crate and start its call.

use crate::Mcp;
use crate::ask::calls::{Members, Retriable, Running, Start, begin, may_park};
use crate::ask::request_state::Arguments;
use crate::codes;
use crate::peer::{Asker, Reply};
use crate::profile;
use host_api::{
    Audience, CallContext, CallRequest, ClientCapabilities, CompletionReference, CompletionRequest, PromptRequest,
    ResourceRequest, TaskSupport,
};
use host_mcp_shapes::errors;
use host_mcp_shapes::listing::List;
use host_mcp_shapes::request_meta::RequestMeta;
use host_mcp_shapes::shapes;
use host_mcp_shapes::versions::Version;
use host_wire::Wire;
use host_wire::first_catalog;
use host_wire::in_flight::NoSlot;
use host_wire::jsonrpc::{self, Fault, Object, RequestId, Unique};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::sync::Arc;

/// Answers a method that all MCP versions share; `None` for any other method.
pub(crate) async fn answer(
    mcp: &Arc<Mcp>,
    asker: Asker,
    id: &RequestId,
    method: &str,
    params: Option<&RawValue>,
) -> Option<Result<Reply, Fault>> {
    if let Some(list) = list_of(method) {
        if let Err(error) = first_catalog::first(&mcp.wire).await {
            return Some(Err(errors::named_fault(&error)));
        }
        let catalogue = mcp.catalogue(&asker.audience);
        if let Err(fault) = profile::check(&mcp.wire, &asker.audience) {
            return Some(Err(fault));
        }
        let page = jsonrpc::read::<Paged<'_>>(params).and_then(|paged| {
            catalogue.page(
                &mcp.speaker(asker.version),
                id,
                list,
                paged.cursor.as_deref(),
                &mcp.options.lists,
            )
        });
        return Some(page.map(Reply::Response));
    }
    let started = match method {
        "tools/call" => call_tool(mcp, asker, id, params),
        "resources/read" => read_resource(mcp, asker, id, params),
        "prompts/get" => get_prompt(mcp, asker, id, params),
        "completion/complete" => complete(mcp, asker, id, params),
        _ => return None,
    };
    Some(match started {
        Ok(running) => running.await.map(Reply::Ran),
        Err(fault) => Err(fault),
    })
}

pub(crate) fn list_of(method: &str) -> Option<List> {
    Some(match method {
        "tools/list" => List::Tools,
        "resources/list" => List::Resources,
        "resources/templates/list" => List::Templates,
        "prompts/list" => List::Prompts,
        _ => return None,
    })
}

/// Returns the capabilities of the host. Lists are always declared, because a client reads the capabilities only once,
/// and bundles may be added later. Completion is also declared before the first publication:
/// without it, a client shows no suggestions.
pub(crate) fn capabilities(wire: &Wire, version: Version) -> Value {
    let mut all = serde_json::json!({
        "tools": { "listChanged": true },
        "logging": {},
        "resources": { "subscribe": true, "listChanged": true },
        "prompts": { "listChanged": true },
    });
    let completes = wire.service.catalog(&Audience::Everything).completions || !first_catalog::is_there(wire);
    if version > Version::V2024_11_05 && completes {
        all["completions"] = Value::Object(Map::new());
    }
    all
}

pub(crate) fn client_capabilities(declared: &Value) -> ClientCapabilities {
    let has = |path: &str| declared.pointer(path).is_some_and(|value| !value.is_null());
    ClientCapabilities {
        // An empty object means forms, because URLs were added later.
        elicitation_form: has("/elicitation") && (has("/elicitation/form") || !has("/elicitation/url")),
        elicitation_url: has("/elicitation/url"),
        sampling: has("/sampling"),
        sampling_tools: has("/sampling/tools"),
        roots: has("/roots"),
        progress: false,
    }
}

/// Checks that resources to subscribe to can be read now, because a missing one would never get a notification.
pub(crate) async fn served(wire: &Wire, uris: Vec<&str>, version: Version) -> Result<(), Fault> {
    let found = tokio::select! {
        found = wire.service.find_resources(uris.clone()) => found,
        () = wire.closing.cancelled() => return Err(NoSlot::ShuttingDown.into()),
    };
    found.map_err(|(at, error)| errors::resource_fault(&error, uris.get(at).unwrap_or(&""), version))
}

#[derive(Deserialize)]
struct Paged<'a> {
    #[serde(default, borrow)]
    cursor: Option<Cow<'a, str>>,
}

/// The members that requests for tools, resources and prompts share, such as `_meta` and the progress token.
struct About<'a> {
    members: Members<'a>,
    meta: RequestMeta,
    token: Option<Box<RawValue>>,
}

impl<'a> About<'a> {
    fn read(params: Option<&'a RawValue>) -> Result<Self, Fault> {
        #[derive(Deserialize)]
        struct Params<'a> {
            #[serde(default, rename = "_meta")]
            meta: Option<Object<RequestMeta>>,
            #[serde(default, borrow, rename = "inputResponses", deserialize_with = "jsonrpc::present")]
            input_responses: Option<&'a RawValue>,
            #[serde(default, borrow, rename = "requestState", deserialize_with = "jsonrpc::present")]
            request_state: Option<&'a RawValue>,
        }
        let params: Params<'_> = jsonrpc::read(params)?;
        Self::from_members(
            params.meta.map(|meta| meta.0),
            params.input_responses,
            params.request_state,
        )
    }

    fn from_members(
        meta: Option<RequestMeta>,
        responses: Option<&'a RawValue>,
        state: Option<&'a RawValue>,
    ) -> Result<Self, Fault> {
        let mut meta = meta.unwrap_or_default();
        let token = meta.token()?;
        let members = Members { responses, state };
        Ok(Self { members, meta, token })
    }
}

fn call_tool(mcp: &Arc<Mcp>, asker: Asker, id: &RequestId, params: Option<&RawValue>) -> Result<Running, Fault> {
    #[derive(Deserialize)]
    struct Params<'a> {
        #[serde(borrow)]
        name: Cow<'a, str>,
        #[serde(default)]
        arguments: Option<Object<Unique>>,
        #[serde(default, rename = "_meta")]
        meta: Option<Object<RequestMeta>>,
        #[serde(default, borrow, rename = "inputResponses", deserialize_with = "jsonrpc::present")]
        input_responses: Option<&'a RawValue>,
        #[serde(default, borrow, rename = "requestState", deserialize_with = "jsonrpc::present")]
        request_state: Option<&'a RawValue>,
    }
    // Parsed once, because its arguments may be long.
    let params: Params<'_> = jsonrpc::read(params)?;
    let About { members, meta, token } = About::from_members(
        params.meta.map(|meta| meta.0),
        params.input_responses,
        params.request_state,
    )?;
    tracing::debug!(target: "hop", call = %asker.call, hop = "wire.dialect", dialect = asker.caller.dialect.as_str(), tool = &*params.name);
    let request = CallRequest {
        deadline: meta.deadline,
        tool: params.name.into_owned(),
        arguments: params.arguments.unwrap_or_default().0.0,
        caller: meta.caller(&asker.caller)?,
        target: meta.target,
        idempotency_key: meta.idempotency_key,
        lenient_arguments: false,
    };
    let becomes_task = becomes_task(mcp, &asker, &request.tool)?;
    let start = Start {
        id,
        method: "tools/call",
        named: ("tool", request.tool.clone()),
        token,
        members: Some(members),
        subject: may_park(&asker, members).then(|| Retriable {
            caller: request.caller.clone(),
            name: request.tool.clone(),
            arguments: Arguments::from_arguments(&request.arguments, request.target.as_deref()),
            idempotency_key: request.idempotency_key.clone(),
        }),
        task_of: becomes_task.then(|| request.caller.clone()),
    };
    let (service, host, version) = (Arc::clone(&mcp.wire.service), Arc::clone(mcp), asker.version);
    begin(mcp, asker, start, move |context: CallContext, to| async move {
        let unity = context.unity.clone();
        let outcome = to.run(service.call(request, context)).await;
        let failed = outcome.as_ref().map_or(true, |outcome| outcome.is_error);
        to.respond(failed, |id| {
            shapes::tool_response(&host.speaker(version), id, &unity, &outcome)
        })
    })
}

/// Returns true if a long call of the tool becomes a task. Fails if the client must handle tasks to call the tool.
fn becomes_task(mcp: &Mcp, asker: &Asker, tool: &str) -> Result<bool, Fault> {
    if !asker.version.is_stateless() || !mcp.offers_tasks() {
        return Ok(false);
    }
    let tools = mcp.mirrored.current(&*mcp.wire.service, &(), &Audience::Everything);
    match tools.task_support_of(tool) {
        TaskSupport::Never => Ok(false),
        TaskSupport::Optional => Ok(asker.handles_tasks),
        TaskSupport::Required if asker.handles_tasks => Ok(true),
        TaskSupport::Required => Err(codes::missing_tasks()),
    }
}

fn read_resource(mcp: &Arc<Mcp>, asker: Asker, id: &RequestId, params: Option<&RawValue>) -> Result<Running, Fault> {
    #[derive(Deserialize)]
    struct Params {
        uri: String,
    }
    let About { members, meta, token } = About::read(params)?;
    let params: Params = jsonrpc::read(params)?;
    tracing::debug!(target: "hop", call = %asker.call, hop = "wire.dialect", dialect = asker.caller.dialect.as_str(), uri = params.uri);
    let request = ResourceRequest {
        uri: params.uri,
        caller: meta.caller(&asker.caller)?,
        deadline: meta.deadline,
    };
    let start = Start {
        id,
        method: "resources/read",
        named: ("resource", request.uri.clone()),
        token,
        members: Some(members),
        subject: may_park(&asker, members).then(|| Retriable {
            caller: request.caller.clone(),
            name: request.uri.clone(),
            arguments: Arguments::from_texts(&[]),
            idempotency_key: None,
        }),
        task_of: None,
    };
    let (service, host, version) = (Arc::clone(&mcp.wire.service), Arc::clone(mcp), asker.version);
    begin(mcp, asker, start, move |context: CallContext, to| async move {
        let (uri, unity) = (request.uri.clone(), context.unity.clone());
        let outcome = service.read_resource(request, context).await;
        to.respond(outcome.is_err(), |id| {
            shapes::resource_response(&host.speaker(version), id, &uri, &unity, &outcome)
        })
    })
}

fn get_prompt(mcp: &Arc<Mcp>, asker: Asker, id: &RequestId, params: Option<&RawValue>) -> Result<Running, Fault> {
    #[derive(Deserialize)]
    struct Params {
        name: String,
        #[serde(default)]
        arguments: Option<Object<Unique>>,
    }
    let About { members, meta, token } = About::read(params)?;
    let params: Params = jsonrpc::read(params)?;
    tracing::debug!(target: "hop", call = %asker.call, hop = "wire.dialect", dialect = asker.caller.dialect.as_str(), prompt = params.name);
    let request = PromptRequest {
        name: params.name,
        arguments: texts("arguments", params.arguments.map(|all| all.0.0))?,
        caller: meta.caller(&asker.caller)?,
        deadline: meta.deadline,
    };
    let start = Start {
        id,
        method: "prompts/get",
        named: ("prompt", request.name.clone()),
        token,
        members: Some(members),
        subject: may_park(&asker, members).then(|| Retriable {
            caller: request.caller.clone(),
            name: request.name.clone(),
            arguments: Arguments::from_texts(&request.arguments),
            idempotency_key: None,
        }),
        task_of: None,
    };
    let (service, host, version) = (Arc::clone(&mcp.wire.service), Arc::clone(mcp), asker.version);
    begin(mcp, asker, start, move |context: CallContext, to| async move {
        let outcome = service.get_prompt(request, context).await;
        to.respond(outcome.is_err(), |id| {
            shapes::prompt_response(&host.speaker(version), id, &outcome)
        })
    })
}

fn complete(mcp: &Arc<Mcp>, asker: Asker, id: &RequestId, params: Option<&RawValue>) -> Result<Running, Fault> {
    #[derive(Deserialize)]
    #[serde(tag = "type")]
    enum Reference {
        #[serde(rename = "ref/prompt")]
        Prompt { name: String },
        #[serde(rename = "ref/resource")]
        Resource { uri: String },
    }
    #[derive(Deserialize)]
    struct Argument {
        name: String,
        value: String,
    }
    #[derive(Default, Deserialize)]
    struct Chosen {
        arguments: Option<Object<Unique>>,
    }
    #[derive(Deserialize)]
    struct Params {
        r#ref: Reference,
        argument: Argument,
        #[serde(default)]
        context: Chosen,
    }
    let params: Params = jsonrpc::read(params)?;
    tracing::debug!(target: "hop", call = %asker.call, hop = "wire.dialect", dialect = asker.caller.dialect.as_str(), argument = params.argument.name);
    let request = CompletionRequest {
        reference: match params.r#ref {
            Reference::Prompt { name } => CompletionReference::Prompt(name),
            Reference::Resource { uri } => CompletionReference::ResourceTemplate(uri),
        },
        argument: params.argument.name,
        value: params.argument.value,
        context: texts("context.arguments", params.context.arguments.map(|given| given.0.0))?,
        caller: asker.caller.clone(),
    };
    let start = Start {
        id,
        method: "completion/complete",
        named: ("completion", request.argument.clone()),
        token: None,
        members: None,
        subject: None,
        task_of: None,
    };
    let (service, host, version) = (Arc::clone(&mcp.wire.service), Arc::clone(mcp), asker.version);
    begin(mcp, asker, start, move |context: CallContext, to| async move {
        let outcome = service.complete(request, context).await;
        to.respond(outcome.is_err(), |id| {
            shapes::completion_response(&host.speaker(version), id, &outcome)
        })
    })
}

/// Converts arguments that must be strings to name-value pairs. `member` is the name of the arguments in an error.
fn texts(member: &str, arguments: Option<Map<String, Value>>) -> Result<Vec<(String, String)>, Fault> {
    let pairs = arguments
        .unwrap_or_default()
        .into_iter()
        .map(|(name, value)| match value {
            Value::String(text) => Ok((name, text)),
            other => Err(Fault::invalid_params(format!(
                "`{member}.{name}` must be a string, not {}",
                jsonrpc::shorten(&other.to_string())
            ))),
        });
    pairs.collect()
}
