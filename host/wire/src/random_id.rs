//! Ids that nobody can guess.

use data_encoding::HEXLOWER;

/// So many random bytes in hexadecimal; `None` where the system has none, which is logged.
pub(crate) fn random_id<const BYTES: usize>() -> Option<String> {
    let mut bits = [0_u8; BYTES];
    if let Err(error) = getrandom::fill(&mut bits) {
        tracing::error!(%error, "no randomness for an id");
        return None;
    }
    Some(HEXLOWER.encode(&bits))
}
