//! The messages of this protocol: responses and notifications, each encoded once for both kinds of stream and the HTTP
//! response. `content` encodes tool results.

use crate::errors::{ErrorBody, Failure};
use crate::request::Id;
use bytes::Bytes;
use host_api::Json;
use serde::Serialize;
use serde_json::json;

/// One JSON message in an SSE frame, `data: …\n\n`. The JSON text and the JSON line are slices of this frame.
#[derive(Clone, Debug)]
pub(crate) struct Message(Bytes);

const BEFORE: &[u8] = b"data: ";
const AFTER: &[u8] = b"\n\n";

impl Message {
    pub(crate) fn encode<T: Serialize>(value: &T) -> Self {
        let mut out = Vec::with_capacity(512);
        out.extend_from_slice(BEFORE);
        serde_json::to_writer(&mut out, value).expect("the wire's own shapes have text keys and finite numbers");
        // A guest's JSON may contain line breaks between tokens; JSON strings contain none.
        for byte in &mut out {
            if matches!(byte, b'\n' | b'\r') {
                *byte = b' ';
            }
        }
        out.extend_from_slice(AFTER);
        Self(Bytes::from(out))
    }

    pub(crate) fn into_frame(self) -> Bytes {
        self.0
    }

    pub(crate) fn from_frame(frame: Bytes) -> Self {
        Self(frame)
    }

    pub(crate) fn json(&self) -> Bytes {
        self.0.slice(BEFORE.len()..self.0.len() - AFTER.len())
    }

    /// Returns the JSON text, followed by a line break.
    pub(crate) fn line(&self) -> Bytes {
        self.0.slice(BEFORE.len()..self.0.len() - 1)
    }

    pub(crate) fn result<T: Serialize>(id: &Id, result: &T) -> Self {
        #[derive(Serialize)]
        struct Response<'a, T> {
            jsonrpc: &'static str,
            id: &'a Id,
            result: &'a T,
        }
        Self::encode(&Response {
            jsonrpc: "2.0",
            id,
            result,
        })
    }

    pub(crate) fn error(id: &Id, failure: &Failure) -> Self {
        #[derive(Serialize)]
        struct Response<'a> {
            jsonrpc: &'static str,
            id: &'a Id,
            error: ErrorBody<'a>,
        }
        Self::encode(&Response {
            jsonrpc: "2.0",
            id,
            error: failure.body(),
        })
    }

    pub(crate) fn notification<T: Serialize>(event: &str, payload: &T) -> Self {
        #[derive(Serialize)]
        struct Params<'a, T> {
            event: &'a str,
            payload: &'a T,
        }
        #[derive(Serialize)]
        struct Notification<'a, T> {
            jsonrpc: &'static str,
            method: &'static str,
            params: Params<'a, T>,
        }
        Self::encode(&Notification {
            jsonrpc: "2.0",
            method: "notification",
            params: Params { event, payload },
        })
    }

    /// Creates the notification that `missed` messages are missing at this position of the stream.
    pub(crate) fn gap(missed: u64) -> Self {
        Self::notification("gap", &json!({ "missed": missed }))
    }

    pub(crate) fn tool_result(name: &str, outcome: Result<&Json, &Failure>) -> Self {
        #[derive(Serialize)]
        struct Payload<'a> {
            name: &'a str,
            ok: bool,
            #[serde(skip_serializing_if = "Option::is_none")]
            result: Option<&'a Json>,
            #[serde(skip_serializing_if = "Option::is_none")]
            error: Option<ErrorBody<'a>>,
        }
        let payload = Payload {
            name,
            ok: outcome.is_ok(),
            result: outcome.ok(),
            error: outcome.err().map(Failure::body),
        };
        Self::notification("tool_result", &payload)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    #[test]
    fn message_has_the_same_json_in_lines_and_event_frames() {
        let pretty = Json::parse("{\n  \"a\": \"x\\ny\"\r\n}".to_owned()).expect("JSON");
        let message = Message::notification("selection", &pretty);
        let json = message.json();
        assert_eq!(message.line(), [&json[..], b"\n"].concat());
        let frame = message.into_frame();
        assert_eq!(frame, [b"data: ", &json[..], b"\n\n"].concat());
        assert!(!json.contains(&b'\n') && !json.contains(&b'\r'));
        let value: Value = serde_json::from_slice(&json).expect("JSON");
        assert_eq!(value["params"]["payload"]["a"], "x\ny");
    }
}
