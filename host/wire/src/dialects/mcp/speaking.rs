//! The identity with which this host answers.

use crate::dialects::Version;
use crate::dialects::mcp::shapes::Speaker;
use crate::state::Wire;

pub(crate) fn speaker(wire: &Wire, version: Version) -> Speaker<'_> {
    Speaker {
        version,
        server_name: &wire.options.server_name,
        server_version: &wire.options.server_version,
        text: wire.options.text,
    }
}
