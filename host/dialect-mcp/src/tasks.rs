//! The extension `io.modelcontextprotocol/tasks` of MCP 2026-07-28: a long call is answered with a task, and its client
//! requests its state and its result later.
//!
//! Belongs here: the methods of the extension and the answer that creates a task. Does not: when a call becomes a task
//! (`ask::v2026_07_28::as_task`).

pub(crate) mod store;
pub(crate) mod task;

use crate::Mcp;
use crate::ask::retry::{identity, responses};
use crate::ask::v2026_07_28::About;
use crate::codes;
use crate::peer::Asker;
use host_mcp_shapes::request_meta::RequestMeta;
use host_mcp_shapes::shapes::{self, Meta};
use host_mcp_shapes::versions::Version;
use host_wire::jsonrpc::{self, Fault, Object, RequestId, shorten};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::sync::Arc;
use std::time::Instant;
use task::{Detailed, Fields, Task};

/// The methods of the extension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Method {
    Get,
    Update,
    Cancel,
}

impl Method {
    fn parse(method: &str) -> Option<Self> {
        Some(match method {
            "tasks/get" => Self::Get,
            "tasks/update" => Self::Update,
            "tasks/cancel" => Self::Cancel,
            _ => return None,
        })
    }
}

/// Returns true if `method` names a task in its parameters and in the header `Mcp-Name`.
pub(crate) fn is_about_task(method: &str) -> bool {
    Method::parse(method).is_some()
}

/// Answers a method of the extension; `None` for any other method, or if the operator switched tasks off.
pub(crate) fn answer(
    mcp: &Mcp,
    asker: &Asker,
    id: &RequestId,
    method: &str,
    params: Option<&RawValue>,
) -> Option<Result<Vec<u8>, Fault>> {
    let method = Method::parse(method).filter(|_| mcp.offers_tasks())?;
    Some(match asker.handles_tasks {
        true => answer_known(mcp, asker, id, method, params),
        false => Err(codes::missing_tasks()),
    })
}

fn answer_known(
    mcp: &Mcp,
    asker: &Asker,
    id: &RequestId,
    method: Method,
    params: Option<&RawValue>,
) -> Result<Vec<u8>, Fault> {
    #[derive(Deserialize)]
    struct Params<'a> {
        #[serde(rename = "taskId")]
        task_id: String,
        #[serde(default, rename = "_meta")]
        meta: Option<Object<RequestMeta>>,
        #[serde(default, borrow, rename = "inputResponses", deserialize_with = "jsonrpc::present")]
        input_responses: Option<&'a RawValue>,
    }
    let params: Params<'_> = jsonrpc::read(params)?;
    let meta = params.meta.map(|meta| meta.0).unwrap_or_default();
    let owner = identity(&mcp.wire, &meta.caller(&asker.caller)?);
    let now = Instant::now();
    let found = mcp.tasks.find(&params.task_id, &owner, now);
    let task = found.ok_or_else(|| unknown(&params.task_id))?;
    let speaker = mcp.speaker(Version::STATELESS);
    match method {
        Method::Get => return Ok(speaker.success(id, task.detailed(now), None, Meta::default())),
        Method::Update => {
            let given = params.input_responses.ok_or_else(|| {
                Fault::invalid_params("`inputResponses` is missing; it is an object of results by keys")
            })?;
            let ignored = task.answer(responses(Some(given))?);
            if ignored > 0 {
                tracing::debug!(
                    ignored,
                    "ignored input responses that match no open question of their task"
                );
            }
        }
        Method::Cancel => task.cancel(),
    }
    Ok(shapes::empty_response(&speaker, id))
}

fn unknown(task: &str) -> Fault {
    Fault::invalid_params(format!(
        "there is no task `{}` of this client: it may have expired, or the host was restarted; call the tool again",
        shorten(task)
    ))
}

/// Encodes the answer to a request whose call became a task.
pub(crate) fn created(mcp: &Mcp, id: &RequestId, task: &Task, now: Instant) -> Vec<u8> {
    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    struct Created<'a> {
        result_type: &'static str,
        #[serde(flatten)]
        fields: Fields,
        #[serde(rename = "_meta")]
        meta: About<'a>,
    }
    let Detailed { fields, .. } = task.detailed(now);
    let result = Created {
        result_type: "task",
        fields,
        meta: About::new(mcp),
    };
    jsonrpc::success(id, &result)
}

/// Creates the call that can become a task of this caller.
pub(crate) fn for_call(
    mcp: &Mcp,
    caller: &host_api::Caller,
    cancel: &tokio_util::sync::CancellationToken,
) -> Arc<Task> {
    Task::new(identity(&mcp.wire, caller), mcp.tasks.limits().keep, cancel.clone())
}
