//! The cache of settings sections in large files.

use host_bridge::{BridgeError, Replied};
use unity_project::expand::Stamp;
use unity_scripts::background_files::BesideFiles;

/// Sections of the project settings that are read in the background. The key shows whether a result is still valid:
/// stamp of the file, revision of the project, section, and byte limit.
pub(crate) type Sections = BesideFiles<(Stamp, u64, String, usize), Result<Replied, BridgeError>>;
