//! The encoding of an SSE stream: messages, comments, and error events that report lost messages.

use bytes::{BufMut, Bytes, BytesMut};

/// The SSE comment that is sent first on an event stream: proxies may delay the headers until the body begins.
pub const OPENING: Bytes = Bytes::from_static(b": open\n\n");

/// The SSE comment that is sent on a stream without messages, so that the connection stays open.
pub const KEEP_ALIVE: Bytes = Bytes::from_static(b": keep-alive\n\n");

/// Encodes an SSE event of the type `error`, which tells a client that messages were lost; `why` is the reason.
pub fn lost_event(why: &str) -> Bytes {
    let fault = crate::jsonrpc::Fault::new(crate::jsonrpc::INTERNAL_ERROR, why);
    let mut out = BytesMut::from(&b"event: error\n"[..]);
    put_data(&mut out, &fault.to_json(None));
    out.freeze()
}

/// Encodes one JSON message as the whole body of an SSE response.
pub fn single_message(json: &[u8]) -> Bytes {
    frame("", json)
}

pub(super) fn gap(missed: u64) -> Bytes {
    lost_event(&format!(
        "{missed} messages of this stream are no longer held and cannot be replayed"
    ))
}

pub(super) fn frame(id: &str, json: &[u8]) -> Bytes {
    let mut out = BytesMut::with_capacity(id.len() + json.len() + 8);
    out.put_slice(id.as_bytes());
    put_data(&mut out, json);
    out.freeze()
}

/// Writes a JSON text as SSE: each of its lines becomes a `data` line. Line breaks in JSON are only white space.
fn put_data(out: &mut BytesMut, json: &[u8]) {
    for line in json
        .split(|byte| matches!(byte, b'\n' | b'\r'))
        .filter(|line| !line.is_empty())
    {
        out.put_slice(b"data: ");
        out.put_slice(line);
        out.put_u8(b'\n');
    }
    out.put_u8(b'\n');
}
