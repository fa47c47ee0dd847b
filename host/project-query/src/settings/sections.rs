//! The cache of sections in large files.

use host_bridge::{BridgeError, Replied};
use unity_project::expand::Stamp;
use unity_scripts::background_files::BesideFiles;

/// Sections that are read in the background, by the data that shows that they are still valid.
pub(crate) type Sections = BesideFiles<(Stamp, u64, String, usize), Result<Replied, BridgeError>>;
