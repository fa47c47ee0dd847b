//! Writing what this session changed into the scenes' files.
//!
//! Belongs here: how a changed value stands in a file.

#[allow(dead_code, reason = "no scene is saved yet")]
mod overrides;
#[allow(dead_code, reason = "no scene is saved yet")]
mod value;

use host_bridge::{BridgeError, BridgeErrorKind};

/// What can't be done here, by name.
pub(super) fn cannot(message: String) -> BridgeError {
    BridgeError::new(BridgeErrorKind::Unsupported, message)
}
