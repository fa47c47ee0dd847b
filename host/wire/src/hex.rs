//! Bytes as text: digests, and ids that nobody can guess.

use std::fmt::Write;

/// Lower case, two digits a byte.
pub(crate) fn hex(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        let _ = write!(out, "{byte:02x}");
    }
    out
}

/// So many random bytes; `None` where the system has none, which is logged.
pub(crate) fn random<const BYTES: usize>() -> Option<String> {
    let mut bits = [0_u8; BYTES];
    if let Err(error) = getrandom::fill(&mut bits) {
        tracing::error!(%error, "no randomness for an id");
        return None;
    }
    Some(hex(&bits))
}
