//! The bytes of an SSE stream: messages, comments, and the errors that report a gap to a reader.

use bytes::{BufMut, Bytes, BytesMut};

/// The comment that opens a stream: proxies hold the headers back until the first byte.
pub const OPENING: Bytes = Bytes::from_static(b": open\n\n");

/// The comment that keeps a silent stream open.
pub const KEEP_ALIVE: Bytes = Bytes::from_static(b": keep-alive\n\n");

/// Returns an event that reports messages that cannot be replayed.
pub fn lost_event(why: &str) -> Bytes {
    let fault = crate::jsonrpc::Fault::new(crate::jsonrpc::INTERNAL_ERROR, why);
    let mut out = BytesMut::from(&b"event: error\n"[..]);
    put_data(&mut out, &fault.to_json(None));
    out.freeze()
}

/// Encodes one message as a whole stream.
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

/// Writes each line of `json` as its own `data` line: a line break inside JSON is white space between tokens.
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
