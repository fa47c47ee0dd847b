//! The first line of a recording, which contains its format version.
//!
//! Belongs here: the check of the format version. Does not: other lines (`read`).

use crate::bad_recording::{BadRecording, bad, part};
use crate::bounds;
use crate::line::{Head, VERSION};
use serde::Deserialize;
use serde_json::value::RawValue;

pub(crate) fn read(line: usize, head: &RawValue) -> Result<Head, BadRecording> {
    #[derive(Deserialize)]
    struct Version {
        version: u32,
        #[serde(default)]
        host: String,
    }
    let found: Version = part(line, "head", head)?;
    if found.version != VERSION {
        let host: String = found.host.chars().take(64).collect();
        return Err(bad(
            line,
            format!(
                "`head.version` is {}, but this host reads version {VERSION}: record again with this host, or replay with host {host:?}, which made it",
                found.version
            ),
        ));
    }
    let head: Head = part(line, "head", head)?;
    bounds::head(line, &head)?;
    Ok(head)
}
