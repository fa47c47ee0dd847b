//! Resources of the host that all its instances use when they answer.

use crate::code::scripts::Scripts;
use host_compile_csharp::{Compiler, References};
use host_exports_folder::ExportsFolder;
use std::path::PathBuf;
use std::sync::Arc;

/// One object for all instances of a host.
#[derive(Debug)]
pub struct HostSide {
    pub compiling: Compiling,
    pub scripts: Arc<Scripts>,
    /// The folder for picture files.
    pub exports: ExportsFolder,
}

/// The compiler of this host, shared by all its instances.
#[derive(Debug)]
pub struct Compiling {
    /// `None` if no compiler was found.
    pub compiler: Option<Compiler>,
    /// A folder of this host only: temporary files, and assemblies from instances.
    pub folder: PathBuf,
}

impl Compiling {
    pub(crate) fn references(&self) -> References {
        References::new(self.folder.join("references"))
    }
}
