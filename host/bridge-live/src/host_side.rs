//! What the host itself has for its Unitys, each of which answers with it as if it were its own.

use crate::code::scripts::Scripts;
use host_compile_csharp::{Compiler, References};
use host_exports_folder::ExportsFolder;
use std::path::PathBuf;
use std::sync::Arc;

/// One for all Unitys of a host.
#[derive(Debug)]
pub struct HostSide {
    pub compiling: Compiling,
    pub scripts: Arc<Scripts>,
    /// Where pictures become files.
    pub exports: ExportsFolder,
}

/// What this host compiles with; one for all its Unitys.
#[derive(Debug)]
pub struct Compiling {
    /// `None` where none was found.
    pub compiler: Option<Compiler>,
    /// Of this host alone: temporary files, and assemblies that Unitys gave.
    pub folder: PathBuf,
}

impl Compiling {
    pub(crate) fn references(&self) -> References {
        References::new(self.folder.join("references"))
    }
}
