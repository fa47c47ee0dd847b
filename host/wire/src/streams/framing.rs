//! The encoding of an SSE stream: messages, comments, and error events that report lost messages.

use bytes::{BufMut, Bytes, BytesMut};

/// The comment that opens a stream. Proxies may delay the headers until the first byte of the body.
pub const OPENING: Bytes = Bytes::from_static(b": open\n\n");

/// The comment that keeps a stream without messages open.
pub const KEEP_ALIVE: Bytes = Bytes::from_static(b": keep-alive\n\n");

/// Returns an error event that reports messages that cannot be replayed.
pub fn lost_event(why: &str) -> Bytes {
    let fault = crate::jsonrpc::Fault::new(crate::jsonrpc::INTERNAL_ERROR, why);
    let mut out = BytesMut::from(&b"event: error\n"[..]);
    put_data(&mut out, &fault.to_json(None));
    out.freeze()
}

/// Encodes one message as a complete stream.
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

/// Writes each line of `json` as its own `data` line. A line break in JSON is white space between tokens.
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
