//! What the host itself has for its Unitys, each of which answers with it as if it were its own.

use crate::code::{Compiling, Scripts};
use host_exports_folder::ExportsFolder;
use std::sync::Arc;

/// One for all Unitys of a host.
#[derive(Debug)]
pub struct HostSide {
    pub compiling: Compiling,
    pub scripts: Arc<Scripts>,
    /// Where pictures become files.
    pub exports: ExportsFolder,
}
