//! Resources of the host that the bridges to all its Unity instances use to execute commands.

use crate::code::scripts::Scripts;
use host_compile_csharp::{Compiler, References};
use host_exports_folder::ExportsFolder;
use std::path::PathBuf;
use std::sync::Arc;

/// The compiler, scripts folder and exports folder of the host. All Unity instances share one value.
#[derive(Debug)]
pub struct HostSide {
    pub compiling: Compiling,
    pub scripts: Arc<Scripts>,
    /// The folder into which the host writes picture files.
    pub exports: ExportsFolder,
}

/// The C# compiler of this host, shared by all Unity instances.
#[derive(Debug)]
pub struct Compiling {
    /// The compiler; `None` if the host found none.
    pub compiler: Option<Compiler>,
    /// A folder that only this host uses. It contains temporary files and assemblies from the instances.
    pub folder: PathBuf,
}

impl Compiling {
    pub(crate) fn references(&self) -> References {
        References::new(self.folder.join("references"))
    }
}
