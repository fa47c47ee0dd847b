//! Random ids that cannot be guessed.

use data_encoding::HEXLOWER;

/// Returns `BYTES` random bytes in hexadecimal; `None` if the system provides no random bytes, which is logged.
pub fn random_id<const BYTES: usize>() -> Option<String> {
    let mut bits = [0_u8; BYTES];
    if let Err(error) = getrandom::fill(&mut bits) {
        tracing::error!(%error, "no randomness for an id");
        return None;
    }
    Some(HEXLOWER.encode(&bits))
}
