//! The path `GET /read?uri=…`, which returns the content of a resource to any HTTP client.

use crate::Explorer;
use crate::calls;
use crate::errors::Failure;
use crate::shapes::Message;
use bytes::Bytes;
use host_api::{CallId, ErrorKind, ResourceBody, percent};
use host_wire::http::header::CONTENT_TYPE;
use host_wire::http::{Incoming, IntoResponse, Response, inert};
use host_wire::plain_result::resource_result;
use std::borrow::Cow;
use std::sync::Arc;

const JSON: &str = "application/json";

/// Handles `GET /read`: responds with a resource's content. A failure is logged, but not sent to event streams.
pub(crate) async fn read(explorer: Arc<Explorer>, incoming: Incoming) -> Response {
    let Incoming { parts, peer, .. } = &incoming;
    let wire = &explorer.wire;
    let unity = incoming.unity();
    let read = async {
        let uri = uri_of(parts.uri.query().unwrap_or_default())?;
        let room = wire.admit(uri.as_bytes());
        let room = room.map_err(|full| Failure::busy(full.to_string()))?;
        calls::read(wire, *peer, unity, CallId::next(), Arc::new(room), uri).await
    };
    let failure = match read.await {
        Ok(mut contents) => {
            if contents.len() != 1 {
                let all = Message::result(&None, &resource_result(&contents));
                return content(all.json(), JSON);
            }
            let only = contents.remove(0);
            let declared = only.mime_type.as_deref().unwrap_or(JSON);
            return match only.body {
                ResourceBody::Text(text) => content(Bytes::from(text), inert::kind(declared, true)),
                ResourceBody::Blob(bytes) => content(Bytes::from(bytes), inert::kind(declared, false)),
            };
        }
        Err(failure) => failure,
    };
    calls::log(&explorer, &failure).await;
    (failure.status(), content(Message::error(&None, &failure).json(), JSON)).into_response()
}

fn content(bytes: Bytes, kind: &'static str) -> Response {
    ([(CONTENT_TYPE, kind)], bytes).into_response()
}

/// Returns the `uri` in a query. An unencoded URI with its own query extends to the end of the query; any other ends at
/// the next `&`. Only a URI that is percent-encoded as a whole is decoded: an unencoded URI keeps its escapes.
fn uri_of(query: &str) -> Result<String, Failure> {
    let start = match query.find("uri=") {
        Some(0) => 4,
        _ => query
            .find("&uri=")
            .map(|at| at + 5)
            .ok_or_else(|| missing("`uri` is missing"))?,
    };
    let rest = query.get(start..).unwrap_or_default();
    let first = rest.split('&').next().unwrap_or_default();
    let is_plain = first.contains(':') && first.contains('/');
    let uri = match (is_plain, first.contains('?')) {
        (true, true) => rest.to_owned(),
        (true, false) => first.to_owned(),
        (false, _) => decoded(first)?,
    };
    if uri.trim().is_empty() {
        return Err(missing("`uri` is empty"));
    }
    Ok(uri)
}

fn missing(what: &str) -> Failure {
    Failure::from_kind(ErrorKind::InvalidArgument, what).with_hint("ask for /read?uri=unity://status")
}

/// Decodes percent-encoding, and `+` as a space as in HTML forms. Fails for an invalid escape.
fn decoded(text: &str) -> Result<String, Failure> {
    let text = text.replace('+', " ");
    let plain = percent::decoded(&text).map(Cow::into_owned);
    plain.map_err(|error| Failure::from_kind(ErrorKind::InvalidArgument, format!("`uri` {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_plain_and_encoded_uri_queries() {
        for (query, uri) in [
            ("uri=unity://status", "unity://status"),
            ("uri=unity%3A%2F%2Fstatus", "unity://status"),
            ("uri=unity://search?query=a&limit=2", "unity://search?query=a&limit=2"),
            ("uri=unity://search?query=a%26b", "unity://search?query=a%26b"),
            (
                "uri=unity%3A%2F%2Fsearch%3Fquery%3Da%2526b%26limit%3D2&_=17",
                "unity://search?query=a%26b&limit=2",
            ),
            ("uri=unity://object/obj:-5&_=17", "unity://object/obj:-5"),
            (
                "_=17&uri=unity://search?name=x&type=Camera",
                "unity://search?name=x&type=Camera",
            ),
            ("uri=unity%3A//logs/tail%3Fcount%3D1", "unity://logs/tail?count=1"),
            (
                "uri=unity%3a%2f%2fsearch%3fquery%3dMain+Camera",
                "unity://search?query=Main Camera",
            ),
            ("uri=status", "status"),
        ] {
            assert_eq!(uri_of(query).expect(query), uri, "{query}");
        }
        for query in [
            "",
            "uri",
            "uri=",
            "url=unity://status",
            "uri=%",
            "uri=%4",
            "uri=%zz",
            "uri=%ff",
            "xuri=a",
        ] {
            let failure = uri_of(query).expect_err(query);
            assert_eq!((failure.status().as_u16(), failure.code), (400, -32602), "{query}");
            assert!(failure.message.contains("`uri`"), "{query}");
        }
    }
}
