//! Reading of a resource's JSON for an event stream.

use host_api::{CallContext, CallError, Caller, Dialect, ErrorKind, Json, ResourceBody, ToolService, UnityOfCall};
use host_wire::bare_requests;
use std::net::SocketAddr;
use tokio_util::sync::CancellationToken;

pub(crate) fn caller(peer: SocketAddr) -> Caller {
    bare_requests::caller(Dialect::Explorer, peer)
}

/// Reads the JSON content of the resource `uri` from the target `unity`. Fails if the resource has no JSON text.
pub(crate) async fn read_json(
    service: &dyn ToolService,
    uri: &str,
    caller: Caller,
    unity: Option<String>,
    cancel: CancellationToken,
) -> Result<Json, CallError> {
    let request = bare_requests::resource_request(uri.to_owned(), caller);
    let context = CallContext {
        cancel,
        unity: UnityOfCall::from_name(unity),
        ..CallContext::detached()
    };
    let contents = service.read_resource(request, context).await?;
    let text = contents.into_iter().find_map(|contents| match contents.body {
        ResourceBody::Text(text) => Some(text),
        ResourceBody::Blob(_) => None,
    });
    text.and_then(|text| Json::parse(text).ok())
        .ok_or_else(|| CallError::new(ErrorKind::ToolFailed, format!("reading `{uri}` returned no JSON")))
}
