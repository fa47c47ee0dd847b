//! Resources of the host that all its instances use to answer commands.

use crate::code::scripts::Scripts;
use host_compile_csharp::{Compiler, References};
use host_exports_folder::ExportsFolder;
use std::path::PathBuf;
use std::sync::Arc;

/// The resources of the host; all its instances share one value.
#[derive(Debug)]
pub struct HostSide {
    pub compiling: Compiling,
    pub scripts: Arc<Scripts>,
    /// The folder into which the host writes picture files.
    pub exports: ExportsFolder,
}

/// The compiler of this host, shared by all its instances.
#[derive(Debug)]
pub struct Compiling {
    /// The compiler; `None` if the host found none.
    pub compiler: Option<Compiler>,
    /// A folder that only this host uses, for temporary files and assemblies of instances.
    pub folder: PathBuf,
}

impl Compiling {
    pub(crate) fn references(&self) -> References {
        References::new(self.folder.join("references"))
    }
}
